#include "routing/streams.h"

#include <algorithm>
#include <stdexcept>

#include "routing/d8.h"

namespace terrain {

void require_order(const Routing& routing) {
    if (routing.order.size() != routing.shape.cells()) throw std::invalid_argument("the routing has no order of cells");
}

Grid<std::uint8_t> stream_mask(const Routing& routing, std::uint32_t threshold) {
    const std::uint32_t least = std::max(threshold, 1U);  // no stream where there is no data
    Grid<std::uint8_t> mask(routing.shape);
    for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = routing.area[i] >= least ? 1 : 0;
    return mask;
}

Grid<std::uint8_t> strahler_order(const Routing& routing, std::uint32_t threshold) {
    require_order(routing);
    const D8Steps step(routing.shape, routing.topology);
    const std::uint32_t least = std::max(threshold, 1U);
    Grid<std::uint8_t> order(routing.shape);             // until its turn: the greatest order among a cell's donors
    std::vector<std::uint8_t> meeting(order.size(), 0);  // donors of that order
    for (const std::uint32_t i : routing.order) {
        if (routing.area[i] < least) continue;
        order[i] = order[i] == 0 ? 1 : static_cast<std::uint8_t>(order[i] + (meeting[i] > 1 ? 1 : 0));
        if (routing.receiver[i] == 0) continue;
        const std::size_t j = step.downstream(i, routing.receiver[i]);
        if (order[i] > order[j]) {
            order[j] = order[i];
            meeting[j] = 1;
        } else if (order[i] == order[j]) {
            ++meeting[j];
        }
    }
    return order;
}

}  // namespace terrain
