#include "pipeline/statistics.h"

#include <algorithm>

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

Json lakes_of(const HydrologyResult& result, double cell_m) {
    constexpr std::size_t kListed = 10;
    double area = 0, volume = 0;
    Json largest = Json::array();
    for (std::size_t k = 0; k < result.lakes.size(); ++k) {
        const LakeSummary& lake = result.lakes[k];
        area += lake.area_m2;
        volume += lake.volume_m3;
        if (k >= kListed) continue;
        largest.push_back(Json{{"area_m2", lake.area_m2},
                               {"volume_m3", lake.volume_m3},
                               {"level_m", lake.level_m},
                               {"deepest_m", lake.deepest_m},
                               {"x_m", (lake.x + 0.5) * cell_m},
                               {"y_m", (lake.y + 0.5) * cell_m}});
    }
    return Json{{"count", result.lakes.size()}, {"area_m2", area}, {"volume_m3", volume}, {"largest", largest}};
}

}  // namespace

Json statistics_of(const Terrain& terrain, const HydrologyResult& result) {
    // Cells without data hold the height of a cell that has some.
    const auto [low, high] = std::minmax_element(terrain.height.begin(), terrain.height.end());
    const MassBudget& mass = result.mass;
    const WaterBudget& water = result.water;
    Json out;
    out["height"] = Json{{"min_m", *low}, {"max_m", *high}};
    out["mass"] = Json{{"unit", "m3"},
                       {"before", mass.before},
                       {"after", mass.after},
                       {"left_map", mass.left_map},
                       {"residual", mass.residual}};
    out["water"] = Json{{"unit", "m3"},
                        {"rained", water.rained},
                        {"carried_in", water.carried_in},
                        {"evaporated", water.evaporated},
                        {"left_map", water.left_map},
                        {"handed_on", water.handed_on},
                        {"stored", water.stored},
                        {"residual", water.residual}};
    out["drops"] = result.drops;
    out["steps"] = result.steps;
    out["lakes"] = lakes_of(result, terrain.world.cell_size_m);
    out["trees"] = Json{{"count", terrain.tree_list.size()}};
    return out;
}

}  // namespace terrain
