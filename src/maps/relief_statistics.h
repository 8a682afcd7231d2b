// What the relief shading adapts to: the heights, steepness and water of one terrain as a whole.
#pragma once

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

struct ReliefStatistics {
    double low_m = 0;  ///< least and greatest height of dry ground (of all ground if none is dry)
    double high_m = 0;
    double mean_slope = 0;    ///< mean rise over run of dry ground
    double sea_depth_m = 0;   ///< greatest depth of the sea
    double lake_depth_m = 0;  ///< and of the lakes
};

/// What covers a cell with water: nothing, the sea (level at or below the sea level) or a lake.
enum class Water : std::uint8_t { none, sea, lake };

/// surface_m: the water's surface where there is any, else the ground; metres, of one shape with height_m.
ReliefStatistics relief_statistics(const Grid<float>& height_m, const Grid<float>& surface_m, const Grid<Water>& water,
                                   const Metric& metric, ThreadPool& pool);

/// What slopes are multiplied with before they are lit, so that plains still show their relief and steep ranges keep
/// their tones: brings the mean slope to 0.55, but lies between 0.5 and 4; 1 for level ground.
double slope_factor(double mean_slope);

}  // namespace terrain
