// Curvature of the ground along and across the slope.
#pragma once

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// Both in 1/m, positive where the ground is convex (bulges), negative where it is concave, 0 on planes and where the
/// gradient is 0.
struct Curvature {
    Grid<float> profile;  ///< along the steepest slope; > 0: steepens downhill, water speeds up
    Grid<float> plan;     ///< across it; > 0: contours bend outwards, water spreads (spurs), < 0: it gathers (hollows)
};

/// Zevenbergen & Thorne (1987), "Quantitative analysis of land surface topography": the second derivatives of the 3 x 3
/// window's surface in the direction of the gradient and at right angles to it (their profile and plan curvature, with
/// the sign chosen so that convex is positive for both).
///
/// height_m in metres, the metric of its cells; the results have the shape of height_m. A border cell takes the surface
/// of the window one cell further in, evaluated at its own place, so that quadratic surfaces come out right everywhere.
/// An axis of less than three cells has no second derivative.
Curvature curvature(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool);

}  // namespace terrain
