#include "hydrology/burn_rivers.h"

#include <algorithm>
#include <cmath>

#include "hydrology/drainage.h"
#include "routing/d8.h"
#include "routing/router.h"

namespace terrain::hydrology {
namespace {

constexpr double kChannelShare = 0.001;  // of the map's cells: the drainage area from which on a channel is burnt in

struct Point {
    double x, y;
    float height;
};

/// Cell i of an axis, around it where it is joined to itself.
std::int32_t onto(std::int32_t i, std::int32_t size, bool wraps) {
    return wraps ? static_cast<std::int32_t>(Topology::modulo(i, size)) : std::clamp(i, 0, size - 1);
}

/// The nearest of the places that the joined axis shows `to` at, seen from `from`.
double nearest(double from, double to, double size, bool wraps) {
    if (!wraps || std::fabs(to - from) <= 0.5 * size) return to;
    return to > from ? to - size : to + size;
}

void lower_line(Grid<float>& fine, const Topology& topology, const Point& from, Point to) {
    to.x = nearest(from.x, to.x, fine.width(), topology.wrap_x);
    to.y = nearest(from.y, to.y, fine.height(), topology.wrap_y);
    if (topology.poles && std::fabs(to.x - from.x) > 0.25 * fine.width()) return;  // over a pole

    const int steps =
        std::max(1, static_cast<int>(std::ceil(2.0 * std::max(std::fabs(to.x - from.x), std::fabs(to.y - from.y)))));
    for (int k = 0; k <= steps; ++k) {
        const double t = static_cast<double>(k) / steps;
        const auto x = static_cast<std::int32_t>(std::floor(from.x + (to.x - from.x) * t));
        const auto y = static_cast<std::int32_t>(std::floor(from.y + (to.y - from.y) * t));
        float& h = fine(onto(x, fine.width(), topology.wrap_x), onto(y, fine.height(), topology.wrap_y));
        h = std::min(h, from.height + (to.height - from.height) * static_cast<float>(t));
    }
}

}  // namespace

void burn_rivers(Simulation& coarse, std::uint64_t seed, ThreadPool& pool, Grid<float>& fine) {
    const ErosionMap& map = coarse.map();
    Surface surface;
    see_surface(map, coarse.lakes(), surface);
    RoutingInput input;
    input.height = &surface.metres;
    input.seed = seed;
    input.topology = map.scale.topology;
    if (map.scale.has_sea) input.sea_level = static_cast<float>(map.scale.to_metres(map.scale.sea));
    const Routing routing = route(input, pool);
    const D8Steps steps(map.scale.shape, routing.topology);
    const auto least = static_cast<std::uint32_t>(kChannelShare * static_cast<double>(surface.metres.size()));
    const double sx = static_cast<double>(fine.width()) / map.width,
                 sy = static_cast<double>(fine.height()) / map.height;
    const auto point = [&](std::size_t i) {
        const auto w = static_cast<std::size_t>(map.width);
        return Point{(static_cast<double>(i % w) + 0.5) * sx, (static_cast<double>(i / w) + 0.5) * sy,
                     surface.metres[i]};
    };
    for (std::size_t i = 0; i < surface.metres.size(); ++i) {
        if (routing.area[i] < least || routing.receiver[i] == 0) continue;
        const std::size_t j = steps.downstream(i, routing.receiver[i]);
        if (surface.water[j] != 0 || surface.metres[j] > surface.metres[i]) continue;  // beds of lakes stay
        lower_line(fine, map.scale.topology, point(i), point(j));
    }
}

}  // namespace terrain::hydrology
