// Topographic wetness: where water gathers and stays.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// Topographic wetness index ln(a / tan beta) (Beven & Kirkby 1979): a is the drainage area per metre of contour, in
/// metres (drainage area in m^2 over the cell's width), tan beta the slope, rise over run, by sobel_gradient (slope.h).
///
/// drainage_area: cells, the own one included (at least 1 counts); 0 where there is no data, which gives 0.
/// height_m: metres, of the same shape; the metric of its cells. Slopes below minimum_slope (> 0, rise over run) count
/// as that: level ground has no index otherwise.
/// @throws UserError for a minimum_slope that is not finite and > 0; std::invalid_argument when the shapes differ.
Grid<float> wetness_index(const Grid<std::uint32_t>& drainage_area, const Grid<float>& height_m, const Metric& metric,
                          double minimum_slope, ThreadPool& pool);

/// The same with parts of cells, as multiple-flow routing gives them.
Grid<float> wetness_index(const Grid<double>& drainage_area, const Grid<float>& height_m, const Metric& metric,
                          double minimum_slope, ThreadPool& pool);

}  // namespace terrain
