#include "export/raster.h"

#include <bit>

#include "export/sha256.h"

namespace terrain {

namespace {

template <class T>
void hash_little_endian(Sha256& hash, const std::vector<T>& samples) {
    if constexpr (std::endian::native == std::endian::little || sizeof(T) == 1) {
        hash.update(samples.data(), samples.size() * sizeof(T));
    } else {
        for (const T& sample : samples) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(&sample);
            for (std::size_t k = sizeof(T); k-- > 0;) {
                hash.update(bytes + k, 1);
            }
        }
    }
}

}  // namespace

std::string samples_sha256(const Raster& raster) {
    const std::string header = std::to_string(raster.shape.width) + ' ' + std::to_string(raster.shape.height) + ' ' +
                               std::to_string(raster.channels) + ' ' + std::to_string(sample_bits(raster)) + '\n';
    Sha256 hash;
    hash.update(header.data(), header.size());
    std::visit([&](const auto& samples) { hash_little_endian(hash, samples); }, raster.samples);
    return hash.hex_digest();
}

}  // namespace terrain
