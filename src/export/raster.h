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
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<float>> samples;
};

/// 8, 16 or 32 (float).
inline int sample_bits(const Raster& raster) { return 8 << raster.samples.index(); }

inline std::size_t sample_count(const Raster& raster) {
    return raster.shape.cells() * static_cast<std::size_t>(raster.channels);
}

/// SHA-256, as 64 hex digits, of "<width> <height> <channels> <bits>\n" and the samples in little endian: what a file
/// says, however it is compressed and in whatever order its bytes and rows stand.
std::string samples_sha256(const Raster& raster);

}  // namespace terrain
