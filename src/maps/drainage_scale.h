// Drainage area on a scale that fits an image.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/parallel.h"

namespace terrain {

/// Drainage area in cells to [0, 1]: ln(1 + area) / ln(1 + whole). 0 for no area (no data), 1 for `whole` cells and
/// more: never wraps, strictly increasing in between. Its inverse is area = (1 + whole)^value - 1.
/// area >= 0, whole >= 1, cells; anything else below 0, and NaN, gives 0.
double drainage_scale(double area, double whole);

/// The scale over a map, `whole` being the map's number of cells: it depends on the map's size, not on what is on it.
Grid<float> drainage_map(const Grid<std::uint32_t>& drainage_area, ThreadPool& pool);

/// The same with parts of cells, as multiple-flow routing gives them.
Grid<float> drainage_map(const Grid<double>& drainage_area, ThreadPool& pool);

}  // namespace terrain
