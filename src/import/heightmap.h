// The heightmap source: a file of heights.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>

#include "core/georeference.h"
#include "core/grid.h"
#include "import/parameters.h"

namespace terrain {

struct Heightmap {
    Grid<float> metres_or_unit;
    /// Float and signed formats hold metres; unsigned ones are sample / largest sample, in [0, 1].
    bool is_metres = false;
    std::size_t filled_cells = 0;  ///< cells without data that were given nodata_fill_m
    Grid<std::uint8_t> no_data;    ///< 1 = no data; empty if all cells have some
    GeoReference geo;              ///< GeoTIFF alone
};

/// What to do with cells without data when the parameters name no height for them.
enum class Gaps {
    refuse,  ///< an error
    keep     ///< Heightmap::no_data tells of them, and they take the height of a cell near them (fill_gaps.h)
};

struct HeightmapInfo {
    Shape shape;
    GeoReference geo;
};

/// Shape and georeference of a heightmap, without its heights. Throws as read_heightmap.
HeightmapInfo inspect_heightmap(const std::filesystem::path& file, const HeightmapParameters& parameters);

/// Reads a grey PNG of 1 to 16 bits, the first band and page of a TIFF (8 or 16-bit whole numbers, 32 or 64-bit floats;
/// strips or tiles), or, if raw_size is given, RAW16. `file` is opened as it is; parameters.file is not looked at.
/// height_m: the heights that unsigned formats' 0 and 1 will be given later, for nodata_fill_m to be turned into such.
/// Cells that are NaN, infinite or the file's nodata value (GDAL's tag 42113) are filled, kept, or are an error.
/// Throws UserError naming the file and what is wrong with it, RunError if memory is short.
Heightmap read_heightmap(const std::filesystem::path& file, const HeightmapParameters& parameters,
                         std::array<double, 2> height_m = {0.0, 1.0}, Gaps gaps = Gaps::refuse);

}  // namespace terrain
