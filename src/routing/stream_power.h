// River incision by the stream-power law.
#pragma once

#include <vector>

#include "core/grid.h"
#include "routing/router.h"

namespace terrain {

/// dz/dt = uplift - erodibility * A^m * slope: A the drainage area in m^2, slope the drop to the receiver over the
/// distance to it (the slope exponent n is 1). Its steady state has slope = uplift / erodibility * A^-m.
struct StreamPower {
    double erodibility = 1e-5;     ///< K, m^(1 - 2 m) per year
    double area_exponent = 0.5;    ///< m
    double uplift_m_per_year = 0;  ///< of every cell but the outlets
};

/// Drainage area by cell in cells of the equator (Routing::area counts cells of any width); takes the order.
std::vector<double> drainage_area(const Routing& routing);

/// Advances the ground by `years` (>= 0), implicitly, each cell after its receiver (Braun & Willett 2013): stable for
/// steps of any length. Outlets, cells without data and cells under standing water (filled above the ground) keep their
/// height; a cell that drains into such water wears down to its surface at most. A receiver that lies higher changes
/// nothing: no cell is raised but by uplift.
///
/// height_m: the map that `routing` (with its order) was made from; cell_size_m > 0.
/// @throws UserError when the routing has no order or another shape, or a parameter is negative or not finite.
void stream_power_step(Grid<float>& height_m, const Routing& routing, double cell_size_m, double years,
                       const StreamPower& law);

}  // namespace terrain
