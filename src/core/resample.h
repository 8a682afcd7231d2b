// Resampling of grids whose cells are areas.
#pragma once

#include "core/grid.h"
#include "core/topology.h"

namespace terrain {

/// `source` at another shape. Along an axis that shrinks, the mean of the area that the new cell covers (in parts of
/// cells too); along one that grows, linear between cell centres and level beyond the outermost (on to the other edge
/// where the two are joined; at a planet's poles level); along one that stays, the same values. All finite input gives
/// values within the input's range. Both shapes hold at least one cell.
Grid<float> resample_box(const Grid<float>& source, Shape shape, const Topology& topology = {});

}  // namespace terrain
