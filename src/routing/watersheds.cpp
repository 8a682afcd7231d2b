#include "routing/watersheds.h"

#include "routing/d8.h"
#include "routing/streams.h"

namespace terrain {

Watersheds find_watersheds(const Routing& routing) {
    require_order(routing);
    Watersheds result{Grid<std::uint32_t>(routing.shape), {}};
    for (std::size_t i = 0; i < routing.area.size(); ++i) {
        if (routing.receiver[i] != 0 || routing.area[i] == 0) continue;
        result.list.push_back({static_cast<std::uint32_t>(i), routing.area[i]});
        result.id[i] = static_cast<std::uint32_t>(result.list.size());
    }
    const D8Steps step(routing.shape, routing.topology);
    for (auto i = routing.order.rbegin(); i != routing.order.rend(); ++i) {
        if (routing.receiver[*i] != 0) result.id[*i] = result.id[step.downstream(*i, routing.receiver[*i])];
    }
    return result;
}

}  // namespace terrain
