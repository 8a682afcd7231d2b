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

void lower_line(Grid<float>& fine, const Point& from, const Point& to) {
    const int steps =
        std::max(1, static_cast<int>(std::ceil(2.0 * std::max(std::fabs(to.x - from.x), std::fabs(to.y - from.y)))));
    for (int k = 0; k <= steps; ++k) {
        const double t = static_cast<double>(k) / steps;
        const auto x = static_cast<std::int32_t>(from.x + (to.x - from.x) * t);
        const auto y = static_cast<std::int32_t>(from.y + (to.y - from.y) * t);
        float& h = fine(std::clamp(x, 0, fine.width() - 1), std::clamp(y, 0, fine.height() - 1));
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
        lower_line(fine, point(i), point(j));
    }
}

}  // namespace terrain::hydrology
