#include "hydrology/valleys.h"

#include <algorithm>

#include "core/math.h"
#include "routing/router.h"
#include "routing/stream_power.h"

namespace terrain::hydrology {

void carve_valleys(Grid<float>& ground, double cell_m, std::optional<double> sea_level_m, double time, int steps,
                   double area_exponent, std::uint64_t seed, ThreadPool& pool) {
    const double longer_side = cell_m * std::max(ground.width(), ground.height());
    StreamPower law;
    law.erodibility = math::pow(longer_side, 1.0 - 2.0 * area_exponent);
    law.area_exponent = area_exponent;
    RoutingInput input;
    input.height = &ground;
    input.with_order = true;
    if (sea_level_m) input.sea_level = static_cast<float>(*sea_level_m);
    Routing routing;
    for (int step = 0; step < steps; ++step) {
        input.seed = seed + static_cast<std::uint64_t>(step);
        route(input, pool, routing);
        stream_power_step(ground, routing, cell_m, time / steps, law);
    }
}

}  // namespace terrain::hydrology
