// The readers of single file formats, behind read_heightmap.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include "core/errors.h"
#include "core/georeference.h"
#include "core/grid.h"
#include "import/parameters.h"

namespace terrain {

/// An open file, its size in bytes and the name that messages give it.
struct InputFile {
    std::ifstream stream;
    std::uint64_t bytes = 0;
    std::string name;
};

/// Cells without data are NaN.
struct HeightSamples {
    Grid<float> values;
    bool is_metres = false;
    std::optional<double> nodata = std::nullopt;  ///< what the file declares as "no data"
    GeoReference geo = {};
};

inline constexpr float kNoData = std::numeric_limits<float>::quiet_NaN();

[[noreturn]] inline void refuse(const std::string& file, const std::string& what) {
    throw UserError(fmt::format("{}: {}", file, what));
}

/// The declared size as a Shape; UserError unless both are 1 to 32768.
Shape checked_shape(const std::string& file, std::uint64_t width, std::uint64_t height);

HeightSamples read_png(InputFile& file);
/// with_samples: whether to read the heights too; without, they stay empty.
HeightSamples read_tiff(InputFile& file, Shape& shape, bool with_samples);
HeightSamples read_raw16(InputFile& file, const HeightmapParameters& parameters);

}  // namespace terrain
