// How steep a map is as a whole.
#pragma once

#include <array>
#include <cstdint>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// All 0 without cells.
struct SlopeStatistics {
    std::uint64_t cells = 0;
    double mean_percent = 0;
    std::array<std::uint64_t, 90> by_degree{};  ///< [k]: cells with k <= slope < k + 1 degrees (90 in the last)
    std::array<std::uint64_t, 4> by_class{};    ///< cells in the slope classes (slope_maps.h), flat first
};

/// Of the cells where mask is not 0; slopes are those of slope_percent (slope_maps.h). height_m and cell_size_m in
/// metres; both grids of one shape.
SlopeStatistics slope_statistics(const Grid<float>& height_m, const Grid<std::uint8_t>& mask, const Metric& metric,
                                 ThreadPool& pool);

}  // namespace terrain
