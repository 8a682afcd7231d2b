// Areas of cells as polygons.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "core/terrain.h"

namespace terrain {

/// The outlines of the areas of equal id, 1 to `count` (other ids are left out): [k] belongs to id k + 1 and holds a
/// polygon for each part whose cells touch at edges, by first cell. Rings run along the cells' edges, begin at their
/// northernmost, then westernmost corner and hold the corners where they turn; an outline comes before its holes. Rings
/// of one polygon touch at single corners at most, so that the polygons are valid (OGC Simple Features).
std::vector<std::vector<Polygon>> outlines(const Grid<std::uint32_t>& id, std::size_t count);

}  // namespace terrain
