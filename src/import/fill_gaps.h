// Ground for cells without data.
#pragma once

#include <cstdint>

#include "core/grid.h"

namespace terrain {

/// Gives each cell where no_data is not 0 the height of a cell near it that has one (the front of known cells grows by
/// its eight neighbours, in row order), so that slopes beside a gap are those of the ground there. Both grids of one
/// shape; at least one cell must have data.
void fill_gaps(Grid<float>& height, const Grid<std::uint8_t>& no_data);

}  // namespace terrain
