// Cutting a map into tiles, a file each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid.h"
#include "export/output_spec.h"

namespace terrain {

inline constexpr int kMostTiles = 256;        ///< along one side
inline constexpr int kMostTileFiles = 16384;  ///< of one pack

struct TileLayout {
    std::int32_t columns = 1;
    std::int32_t rows = 1;
    bool shared_edges = true;                ///< neighbours both hold the row or column of samples between them
    std::string name = "{layer}_x{x}_y{y}";  ///< of the files, without extension; tile_file_name
    int first = 0;                           ///< number of the westernmost column and the northernmost row: 0 or 1

    [[nodiscard]] bool cuts() const { return columns > 1 || rows > 1; }
    friend bool operator==(const TileLayout&, const TileLayout&) = default;
};

/// One tile: the cells [x, x + width) and [y, y + height) of the map.
struct Tile {
    std::int32_t column = 0, row = 0;  ///< from 0
    std::int32_t x = 0, y = 0;
    Shape shape;
};

/// Whether the output is cut: samples over the map's cells. Text and the statistics' picture stay whole.
constexpr bool is_cut(const OutputSpec& spec) {
    return has_samples(spec.format) && spec.layer != OutputLayer::statistics;
}

/// Nothing if the map can be cut into equal tiles of at least two samples a side (one without shared edges), else what
/// is wrong and the nearest sizes that are right.
std::optional<std::string> tiling_problem(const TileLayout& tiling, Shape map);

/// Nothing if the pattern tells all tiles apart and makes plain file names, else what is allowed.
std::optional<std::string> tile_name_problem(const TileLayout& tiling);

/// Of a map that can be cut.
Shape tile_shape(const TileLayout& tiling, Shape map);
/// The map that is cut into tiles of that shape; sides in 64 bits would be needed beyond 2^31.
Shape map_shape(const TileLayout& tiling, Shape tile);

/// Row by row from the north-west.
std::vector<Tile> tiles_of(const TileLayout& tiling, Shape map);

/// {layer} in the pattern is the output's own file name without extension, {x} and {col} are the column, {y} and {row}
/// the row; the extension follows.
std::string tile_file_name(const TileLayout& tiling, std::string_view file, const Tile& tile);

/// The files that an output becomes.
std::vector<std::string> file_names(const OutputSpec& spec, const TileLayout& tiling, Shape map);

}  // namespace terrain
