#include "planet/texture.h"

namespace terrain::planet {
namespace {

/// Mean of the values in integers, halves away from zero.
template <class Channel>
Channel mean(std::int64_t sum, std::int64_t count) {
    const std::int64_t half = count / 2;
    return static_cast<Channel>((sum >= 0 ? sum + half : sum - half) / count);
}

template <class T>
Map<T> halve(const Map<T>& fine) {
    Map<T> coarse;
    coarse.width = std::max(1, fine.width / 2);
    coarse.height = std::max(1, fine.height / 2);
    coarse.texels.resize(static_cast<std::size_t>(coarse.width) * static_cast<std::size_t>(coarse.height));
    const auto first = [](std::int32_t i, std::int32_t from, std::int32_t to) {
        return static_cast<std::int32_t>(static_cast<std::int64_t>(i) * from / to);
    };
    std::size_t at = 0;
    for (std::int32_t y = 0; y < coarse.height; ++y) {
        const std::int32_t y0 = first(y, fine.height, coarse.height);
        const std::int32_t y1 = first(y + 1, fine.height, coarse.height);
        for (std::int32_t x = 0; x < coarse.width; ++x, ++at) {
            const std::int32_t x0 = first(x, fine.width, coarse.width);
            const std::int32_t x1 = first(x + 1, fine.width, coarse.width);
            const std::int64_t count = static_cast<std::int64_t>(x1 - x0) * (y1 - y0);
            std::int64_t sum[4] = {0, 0, 0, 0};
            for (std::int32_t j = y0; j < y1; ++j) {
                const T* row = fine.texels.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(fine.width);
                for (std::int32_t i = x0; i < x1; ++i) {
                    for (int c = 0; c < T::length(); ++c) sum[c] += row[i][c];
                }
            }
            for (int c = 0; c < T::length(); ++c) {
                coarse.texels[at][c] = mean<typename T::value_type>(sum[c], count);
            }
        }
    }
    return coarse;
}

template <class T>
Pyramid<T> pyramid(const Map<T>& map) {
    Pyramid<T> levels;
    levels.reserve(16);
    levels.push_back(map);
    while (levels.back().width > 1 || levels.back().height > 1) levels.push_back(halve(levels.back()));
    return levels;
}

}  // namespace

Pyramid<PackedNormal> make_pyramid(const Map<PackedNormal>& map) { return pyramid(map); }
Pyramid<Surface> make_pyramid(const Map<Surface>& map) { return pyramid(map); }

}  // namespace terrain::planet
