// Samples as a file holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/grid.h"

namespace terrain {

using Bytes = std::vector<std::uint8_t>;

/// Row-major samples, channels interleaved, row 0 in the north: shape.cells() * channels of them.
struct Raster {
    Shape shape;
    int channels = 1;
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<float>, std::vector<std::uint32_t>,
                 std::vector<double>>
        samples;
};

/// 8, 16, 32 or 64.
inline int sample_bits(const Raster& raster) {
    return std::visit([](const auto& samples) { return static_cast<int>(8 * sizeof(samples[0])); }, raster.samples);
}

inline bool is_floating(const Raster& raster) { return raster.samples.index() == 2 || raster.samples.index() == 4; }

inline std::size_t sample_count(const Raster& raster) {
    return raster.shape.cells() * static_cast<std::size_t>(raster.channels);
}

/// SHA-256, as 64 hex digits, of "<width> <height> <channels> <bits>\n" and the samples in little endian: what a file
/// says, however it is compressed and in whatever order its bytes and rows stand.
std::string samples_sha256(const Raster& raster);

}  // namespace terrain
