#include <vector>

#include "import/formats.h"

namespace terrain {

HeightSamples read_raw16(InputFile& file, const HeightmapParameters& parameters) {
    const auto [declared_width, declared_height] = *parameters.raw_size;
    if (declared_width < 1 || declared_height < 1) {
        refuse(file.name, fmt::format("source.heightmap.raw_size is {} x {}; each side must be from 1 to 32768",
                                      declared_width, declared_height));
    }
    const Shape shape = checked_shape(file.name, static_cast<std::uint64_t>(declared_width),
                                      static_cast<std::uint64_t>(declared_height));
    const std::uint64_t expected = static_cast<std::uint64_t>(shape.cells()) * 2;
    if (file.bytes != expected) {
        refuse(file.name, fmt::format("holds {} bytes; a RAW16 file of {} x {} (source.heightmap.raw_size) holds {}",
                                      file.bytes, shape.width, shape.height, expected));
    }
    const auto width = static_cast<std::size_t>(shape.width);
    const std::size_t high = parameters.raw_big_endian ? 0 : 1;
    HeightSamples samples{Grid<float>(shape), false, std::nullopt};
    std::vector<unsigned char> bytes(width * 2);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        if (!file.stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()))) {
            refuse(file.name, fmt::format("could not be read beyond row {}", y));
        }
        float* row = samples.values.row(y);
        for (std::size_t x = 0; x < width; ++x) {
            const unsigned value = bytes[2 * x + high] * 256U + bytes[2 * x + 1 - high];
            row[x] = static_cast<float>(value) / 65535.0F;
        }
    }
    return samples;
}

}  // namespace terrain
