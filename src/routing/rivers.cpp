#include "routing/rivers.h"

#include <unordered_map>

#include "routing/d8.h"
#include "routing/streams.h"

namespace terrain {
namespace {

/// Number of stream cells that drain to each stream cell.
std::vector<std::uint8_t> stream_donors(const Routing& routing, const Grid<std::uint8_t>& order, const D8Steps& step) {
    std::vector<std::uint8_t> donors(order.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] != 0 && routing.receiver[i] != 0) ++donors[step.downstream(i, routing.receiver[i])];
    }
    return donors;
}

}  // namespace

std::vector<Reach> find_rivers(const Routing& routing, std::uint32_t threshold, double cell_size_m) {
    const D8Steps step(routing.shape, routing.topology);
    const CellScale scale(routing.shape, routing.topology);
    const Grid<std::uint8_t> order = strahler_order(routing, threshold);
    const std::vector<std::uint8_t> donors = stream_donors(routing, order, step);
    std::vector<Reach> reaches;
    std::unordered_map<std::uint32_t, std::int64_t> starting_at;
    for (std::size_t start = 0; start < order.size(); ++start) {
        if (order[start] == 0 || donors[start] == 1 || routing.receiver[start] == 0) continue;
        Reach reach;
        reach.order = order[start];
        std::size_t i = start;
        reach.cells.push_back(static_cast<std::uint32_t>(i));
        do {
            reach.area = routing.area[i];
            reach.length_m += cell_size_m * scale.length(i, d8_direction(routing.receiver[i]));
            i = step.downstream(i, routing.receiver[i]);
            reach.cells.push_back(static_cast<std::uint32_t>(i));
        } while (donors[i] == 1 && routing.receiver[i] != 0);
        if (routing.receiver[i] == 0 && donors[i] == 1) reach.area = routing.area[i];
        starting_at.emplace(static_cast<std::uint32_t>(start), static_cast<std::int64_t>(reaches.size()));
        reaches.push_back(std::move(reach));
    }
    for (Reach& reach : reaches) {
        const auto below = starting_at.find(reach.cells.back());
        if (below != starting_at.end()) reach.next = below->second;
    }
    return reaches;
}

glm::dvec2 cell_centre_m(Shape shape, std::uint32_t cell, double cell_size_m) {
    const auto width = static_cast<std::uint32_t>(shape.width);
    return {(cell % width + 0.5) * cell_size_m, (cell / width + 0.5) * cell_size_m};
}

}  // namespace terrain
