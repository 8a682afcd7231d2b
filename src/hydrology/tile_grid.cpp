#include <algorithm>

#include "hydrology/simulation.h"

namespace terrain::hydrology {
namespace {

// Tiles along an axis of `size` cells: plain ones of kTile cells, the last one shorter; else a multiple of `group`,
// none shorter than kTile, or a single one.
std::int32_t tiles_along(std::int32_t size, bool even, std::int32_t group) {
    if (!even) return (size + kTile - 1) / kTile;
    return std::max(1, size / (kTile * group) * group);
}

}  // namespace

TileGrid::TileGrid(Shape shape, const Topology& topology)
    : shape_(shape),
      topology_(topology),
      even_x_(topology.wrap_x),
      even_y_(topology.wrap_y || topology.poles),
      // On a planet whole pairs of tiles lie half a turn apart.
      columns_(tiles_along(shape.width, even_x_, topology.poles ? 4 : 2)),
      rows_(tiles_along(shape.height, even_y_, topology.poles ? 1 : 2)) {}

std::size_t TileGrid::colour(std::int32_t x, std::int32_t y) const {
    if (topology_.poles && (y == 0 || y == rows_ - 1)) {
        const int pole = y == 0 ? 0 : 1, half = 2 * x < columns_ ? 0 : 1;
        return static_cast<std::size_t>(4 + pole * 4 + half * 2 + (x & 1));
    }
    return static_cast<std::size_t>((y & 1) * 2 + (x & 1));
}

std::vector<std::vector<std::uint32_t>> TileGrid::colours() const {
    std::vector<std::vector<std::uint32_t>> out(topology_.poles ? 12 : 4);
    for (std::int32_t y = 0; y < rows_; ++y) {
        for (std::int32_t x = 0; x < columns_; ++x) {
            out[colour(x, y)].push_back(static_cast<std::uint32_t>(y * columns_ + x));
        }
    }
    return out;
}

}  // namespace terrain::hydrology
