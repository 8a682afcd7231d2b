// Steepness of the ground as maps: percent, degrees, and four classes.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// The slope classes by gradient in percent; 0 is left for cells without data.
enum class SlopeClass : std::uint8_t {
    flat = 1,    ///< up to 3 %
    gentle = 2,  ///< up to 8 %
    medium = 3,  ///< up to 20 %
    steep = 4,   ///< above
};

/// The class of a slope in percent (>= 0); a limit belongs to the lower class.
constexpr SlopeClass slope_class(float percent) {
    return percent <= 3.0F    ? SlopeClass::flat
           : percent <= 8.0F  ? SlopeClass::gentle
           : percent <= 20.0F ? SlopeClass::medium
                              : SlopeClass::steep;
}

// height_m in metres, the metric of its cells; the results have the shape of height_m. The slope is the length of
// sobel_gradient (slope.h): right on planes up to the border, 0 along an axis of a single cell.

/// 100 * rise / run.
Grid<float> slope_percent(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool);

/// Angle to the horizontal, 0 to 90 degrees.
Grid<float> slope_degrees(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool);

/// slope_class of slope_percent.
Grid<SlopeClass> slope_classes(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool);

}  // namespace terrain
