#include "hydrology/valleys.h"

#include <algorithm>
#include <vector>

#include "core/math.h"
#include "routing/d8.h"
#include "routing/router.h"
#include "routing/stream_power.h"

namespace terrain::hydrology {
namespace {

constexpr double kGrade = 0.04;  // slope down which a filled hollow drains, in mean slopes (relief / longer side)

// The greatest depth of the hollow that each flooded cell lies in; 0 elsewhere. A hollow is what drains at one level
// through one cell; `order` reversed visits each cell after its receiver.
std::vector<float> hollow_depths(const Grid<float>& ground, const Routing& routing) {
    constexpr std::uint32_t kNone = 0xffffffffU;
    const D8Steps steps(ground.shape(), routing.periodic_x);
    std::vector<std::uint32_t> hollow(ground.size(), kNone);
    std::vector<float> deepest;
    for (std::size_t k = routing.order.size(); k-- > 0;) {
        const std::uint32_t i = routing.order[k];
        const float depth = routing.filled[i] - ground[i];
        if (depth <= 0.0F || routing.receiver[i] == 0) continue;
        const std::size_t j = steps.downstream(i, routing.receiver[i]);
        if (hollow[j] != kNone && routing.filled[j] == routing.filled[i]) {
            hollow[i] = hollow[j];
        } else {
            hollow[i] = static_cast<std::uint32_t>(deepest.size());
            deepest.push_back(0.0F);
        }
        deepest[hollow[i]] = std::max(deepest[hollow[i]], depth);
    }
    std::vector<float> out(ground.size(), 0.0F);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (hollow[i] != kNone) out[i] = deepest[hollow[i]];
    }
    return out;
}

// Fills hollows up to `depth` deep so that they drain: ground that water has worked on has none but its lakes.
void drain_hollows(Grid<float>& ground, const Routing& routing, float depth) {
    const auto [low, high] = std::minmax_element(ground.begin(), ground.end());
    const double relief = static_cast<double>(*high) - static_cast<double>(*low);
    const double step = kGrade * relief / std::max(ground.width(), ground.height());  // metres a cell
    const std::vector<float> hollow = hollow_depths(ground, routing);
    const D8Steps steps(ground.shape(), routing.periodic_x);
    for (std::size_t k = routing.order.size(); k-- > 0;) {
        const std::uint32_t i = routing.order[k];
        const std::uint8_t code = routing.receiver[i];
        if (code == 0 || hollow[i] > depth) continue;
        const std::size_t j = steps.downstream(i, code);
        if (hollow[j] > depth) continue;
        const bool diagonal = (d8_direction(code) & 1) != 0;
        const auto rise = static_cast<float>(step * (diagonal ? 1.4142135623730951 : 1.0));
        if (ground[i] < ground[j] + rise && (hollow[i] > 0.0F || ground[i] <= ground[j])) ground[i] = ground[j] + rise;
    }
}

}  // namespace

void carve_valleys(Grid<float>& ground, double cell_m, const ValleyCut& cut, std::uint64_t seed, ThreadPool& pool) {
    const double longer_side = cell_m * std::max(ground.width(), ground.height());
    StreamPower law;
    law.erodibility = math::pow(longer_side, 1.0 - 2.0 * cut.area_exponent);
    law.area_exponent = cut.area_exponent;
    RoutingInput input;
    input.height = &ground;
    input.with_order = true;
    if (cut.sea_level_m) input.sea_level = static_cast<float>(*cut.sea_level_m);
    Routing routing;
    for (int step = 0; step <= cut.steps; ++step) {
        input.seed = seed + static_cast<std::uint64_t>(step);
        route(input, pool, routing);
        if (step < cut.steps) stream_power_step(ground, routing, cell_m, cut.time / cut.steps, law);
    }
    drain_hollows(ground, routing, static_cast<float>(cut.hollow_depth_m));
}

}  // namespace terrain::hydrology
