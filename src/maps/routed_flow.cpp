#include "maps/routed_flow.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "maps/drainage_scale.h"
#include "maps/rows.h"
#include "routing/d8.h"

namespace terrain {
namespace {

constexpr std::uint8_t kNoDonor = 8;

/// The direction from each cell to its donor with the largest drainage area.
Grid<std::uint8_t> main_donors(const Routing& routing, ThreadPool& pool) {
    Grid<std::uint8_t> donors(routing.shape, kNoDonor);
    const auto width = static_cast<std::size_t>(routing.shape.width);
    const D8Steps step(routing.shape, routing.topology);
    each_cell(routing.shape, pool, [&](std::int32_t x, std::int32_t y) {
        const std::size_t i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
        std::uint32_t most = 0;
        std::size_t from = 0;
        each_neighbour(routing.shape, routing.topology, i, [&](int k, std::size_t j) {
            if (routing.receiver[j] != d8_code(step.back(i, k))) return;
            if (routing.area[j] < most || (routing.area[j] == most && j > from)) return;
            most = routing.area[j];
            from = j;
            donors[i] = static_cast<std::uint8_t>(k);
        });
    });
    return donors;
}

glm::vec2 unit(double x, double y) {
    const double length = std::sqrt(x * x + y * y);
    return length > 0 ? glm::vec2(static_cast<float>(x / length), static_cast<float>(y / length)) : glm::vec2(0.0F);
}

glm::vec2 along_receivers(const Routing& routing, const Grid<std::uint8_t>& donors, const D8Steps& step, std::size_t i,
                          int reach) {
    int x = 0;
    int y = 0;
    std::size_t down = i;
    for (int n = 0; n < std::max(reach, 1) && routing.receiver[down] != 0; ++n) {
        const int k = d8_direction(routing.receiver[down]);
        x += kD8Dx[k], y += kD8Dy[k];
        down = step.to(down, k);
    }
    std::size_t up = i;
    const int above = routing.receiver[i] == 0 ? std::max(reach, 1) : reach;
    for (int n = 0; n < above && donors[up] != kNoDonor; ++n) {
        const int k = donors[up];
        x -= kD8Dx[k], y -= kD8Dy[k];
        up = step.to(up, k);
    }
    if (x == 0 && y == 0 && routing.receiver[i] != 0) {  // a loop: the bends cancel
        const int k = d8_direction(routing.receiver[i]);
        x = kD8Dx[k], y = kD8Dy[k];
    }
    return unit(x, y);
}

/// direction_of(cell, along) at every cell with data; along() gives the direction along the receivers.
template <class Direction>
Grid<glm::vec2> directions(const Routing& routing, int reach, ThreadPool& pool, const Direction& direction_of) {
    if (reach < 0 || reach > 64) throw UserError(fmt::format("flow: reach is {}; allowed are 0 to 64", reach));
    const Grid<std::uint8_t> donors = main_donors(routing, pool);
    const D8Steps step(routing.shape, routing.topology);
    Grid<glm::vec2> direction(routing.shape);
    const auto width = static_cast<std::size_t>(routing.shape.width);
    each_cell(routing.shape, pool, [&](std::int32_t x, std::int32_t y) {
        const std::size_t i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
        if (routing.area[i] == 0) return;
        direction[i] = direction_of(i, [&] { return along_receivers(routing, donors, step, i, reach); });
    });
    return direction;
}

}  // namespace

RoutedFlow routed_flow(const Routing& routing, int reach, ThreadPool& pool) {
    return {directions(routing, reach, pool, [](std::size_t, const auto& along) { return along(); }),
            drainage_map(routing.area, pool)};
}

RoutedFlow routed_flow(const Routing& routing, const MultipleFlow& multiple, int reach, ThreadPool& pool) {
    const D8Steps step(routing.shape, routing.topology);
    const auto direction_of = [&](std::size_t i, const auto& along) {
        if (routing.receiver[i] == 0) return along();
        if (!(routing.filled[i] > routing.filled[step.downstream(i, routing.receiver[i])])) return along();
        const double x = multiple.direction[i].x;
        const double y = multiple.direction[i].y;
        return x * x + y * y > 1e-6 ? unit(x, y) : along();  // shorter ones are rounding
    };
    return {directions(routing, reach, pool, direction_of), drainage_map(multiple.area, pool)};
}

}  // namespace terrain
