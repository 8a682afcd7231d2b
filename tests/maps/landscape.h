// A landscape in the steady state of uplift and river incision, whose laws are known.
#pragma once

#include "maps/surfaces.h"
#include "routing/router.h"
#include "routing/stream_power.h"

namespace terrain::surfaces {

inline Routing routed(const Grid<float>& height, std::optional<float> sea_level = std::nullopt) {
    ThreadPool pool(1);
    RoutingInput input;
    input.height = &height;
    input.seed = 11;
    input.sea_level = sea_level;
    input.with_order = true;
    return route(input, pool);
}

/// Slopes go as drainage area (m^2) to the power of -area_exponent.
inline Grid<float> steady_state(Shape shape, double cell_size_m, double area_exponent) {
    Grid<float> height = rough(shape, 1.0);
    StreamPower law;
    law.area_exponent = area_exponent;
    law.erodibility = 2e-5;
    law.uplift_m_per_year = 1e-3;
    for (int n = 0; n < 150; ++n) stream_power_step(height, routed(height), cell_size_m, 20000.0, law);
    return height;
}

}  // namespace terrain::surfaces
