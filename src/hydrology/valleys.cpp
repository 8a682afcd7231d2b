#include "hydrology/valleys.h"

#include <algorithm>
#include <vector>

#include "core/math.h"
#include "hydrology/hollows.h"
#include "routing/router.h"
#include "routing/stream_power.h"

namespace terrain::hydrology {
void carve_valleys(Grid<float>& ground, double cell_m, const ValleyCut& cut, std::uint64_t seed, ThreadPool& pool) {
    const double longer_side = cell_m * std::max(ground.width(), ground.height());
    StreamPower law;
    law.erodibility = math::pow(longer_side, 1.0 - 2.0 * cut.area_exponent);
    law.area_exponent = cut.area_exponent;
    RoutingInput input;
    input.height = &ground;
    input.with_order = true;
    input.topology = cut.topology;
    if (cut.sea_level_m) input.sea_level = static_cast<float>(*cut.sea_level_m);
    Routing routing;
    for (int step = 0; step <= cut.steps; ++step) {
        input.seed = seed + static_cast<std::uint64_t>(step);
        route(input, pool, routing);
        if (step < cut.steps) stream_power_step(ground, routing, cell_m, cut.time / cut.steps, law);
    }
    const Grid<std::uint8_t> dry(ground.shape());
    Hollows hollows;
    find_hollows(ground, dry, routing, hollows);
    fill_hollows(ground, dry, routing, hollows, static_cast<float>(cut.hollow_depth_m), drained_rise(ground));
}

}  // namespace terrain::hydrology
