#include "hydrology/hollows.h"

#include <algorithm>

#include "routing/d8.h"

namespace terrain::hydrology {

const Hollows& find_hollows(const Grid<float>& height, const Grid<std::uint8_t>& water, const Routing& routing,
                            Hollows& out) {
    const D8Steps steps(height.shape(), routing.topology);
    out.list.clear();
    out.of.assign(height.size(), Hollows::kNone);
    for (std::size_t k = routing.order.size(); k-- > 0;) {  // each cell after its receiver
        const std::uint32_t i = routing.order[k];
        const float depth = routing.filled[i] - height[i];
        if (depth <= 0.0F || routing.receiver[i] == 0) continue;
        const std::size_t j = steps.downstream(i, routing.receiver[i]);
        if (out.of[j] != Hollows::kNone && routing.filled[j] == routing.filled[i]) {
            out.of[i] = out.of[j];
        } else {
            out.of[i] = static_cast<std::uint32_t>(out.list.size());
            out.list.push_back({routing.filled[i], 0.0F, 0, false, i});
        }
        Hollow& hollow = out.list[out.of[i]];
        hollow.depth = std::max(hollow.depth, depth);
        ++hollow.cells;
        hollow.wet = hollow.wet || water[i] != 0;
    }
    return out;
}

float drained_rise(const Grid<float>& height) {
    constexpr double kGrade = 0.04;
    const auto [low, high] = std::minmax_element(height.begin(), height.end());
    const double relief = static_cast<double>(*high) - static_cast<double>(*low);
    return static_cast<float>(kGrade * relief / std::max(height.width(), height.height()));
}

void fill_hollows(Grid<float>& height, const Grid<std::uint8_t>& water, const Routing& routing, const Hollows& hollows,
                  float depth, float rise) {
    const auto kept = [&](std::size_t i) {
        if (hollows.of[i] == Hollows::kNone) return false;
        const Hollow& hollow = hollows.list[hollows.of[i]];
        return hollow.wet || hollow.depth > depth;
    };
    const D8Steps steps(height.shape(), routing.topology);
    for (std::size_t k = routing.order.size(); k-- > 0;) {
        const std::uint32_t i = routing.order[k];
        const std::uint8_t code = routing.receiver[i];
        if (code == 0 || water[i] != 0 || kept(i)) continue;
        const std::size_t j = steps.downstream(i, code);
        if (kept(j)) continue;
        const bool diagonal = (d8_direction(code) & 1) != 0;
        const float least = height[j] + rise * (diagonal ? 1.41421356F : 1.0F);
        if (height[i] < least && (hollows.of[i] != Hollows::kNone || height[i] <= height[j])) height[i] = least;
    }
}

std::vector<std::uint32_t> lake_areas(const Routing& routing, const Hollows& hollows, double aridity) {
    const D8Steps steps(routing.shape, routing.topology);
    std::vector<float> water(routing.filled.size(), 1.0F);  // cells of catchment that have not been used up
    std::vector<std::uint32_t> areas(hollows.list.size(), 0);
    for (const std::uint32_t i : routing.order) {
        if (const std::uint32_t h = hollows.of[i]; h != Hollows::kNone && hollows.list[h].exit == i) {
            const double fed = static_cast<double>(water[i]) / aridity;
            const auto cells = static_cast<double>(hollows.list[h].cells);
            areas[h] = static_cast<std::uint32_t>(std::min(fed, cells));
            water[i] = static_cast<float>(std::max(0.0, fed - cells) * aridity);
        }
        if (routing.receiver[i] != 0) water[steps.downstream(i, routing.receiver[i])] += water[i];
    }
    return areas;
}

}  // namespace terrain::hydrology
