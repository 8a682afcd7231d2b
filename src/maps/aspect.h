// Aspect: the compass direction that a slope faces.
#pragma once

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// The aspect of level ground, which faces nowhere.
inline constexpr float kFlatAspect = -1.0F;

/// Direction of steepest descent in degrees clockwise from north (0 north, 90 east, 180 south, 270 west), in [0, 360);
/// kFlatAspect where the gradient is exactly 0. height_m in metres, the metric of its cells; the shape of height_m.
/// The gradient is sobel_gradient's (slope.h).
Grid<float> aspect_degrees(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool);

}  // namespace terrain
