#include "routing/router.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "core/errors.h"
#include "routing/work.h"

namespace terrain {
namespace {

using namespace routing_detail;

/// Fewer rows a strip would cut too many basins in two; more strips than this have not paid.
constexpr int kStripRows = 128;
constexpr int kMostStrips = 16;

std::vector<Strip> cut(int height) {
    const int count = std::clamp(height / kStripRows, 1, kMostStrips);
    std::vector<Strip> strips(static_cast<std::size_t>(count));
    for (int s = 0; s < count; ++s) {
        strips[static_cast<std::size_t>(s)].first_row = static_cast<int>(static_cast<std::int64_t>(height) * s / count);
        strips[static_cast<std::size_t>(s)].last_row =
            static_cast<int>(static_cast<std::int64_t>(height) * (s + 1) / count);
    }
    return strips;
}

void check(const RoutingInput& input) {
    if (input.height == nullptr || input.height->empty()) throw UserError("flow routing takes at least one cell");
    const Shape shape = input.height->shape();
    if (shape.cells() > std::numeric_limits<std::uint32_t>::max()) {
        throw UserError(fmt::format("map of {} x {} cells; flow routing takes at most {}", shape.width, shape.height,
                                    std::numeric_limits<std::uint32_t>::max()));
    }
    if (input.no_data != nullptr && !(input.no_data->shape() == shape)) {
        throw UserError(fmt::format("mask of cells without data of {} x {} cells; the map has {} x {}",
                                    input.no_data->width(), input.no_data->height(), shape.width, shape.height));
    }
}

template <class T>
T* storage(Grid<T>& grid, Shape shape) {
    if (!(grid.shape() == shape)) grid = Grid<T>(shape);
    return grid.data();
}

/// Direction numbers to ESRI codes, and the input's own value back where there is no data.
void finish(Work& work) {
    work.each_strip([&](Strip& strip) {
        const std::size_t last = work.row_start(strip.last_row);
        for (std::size_t i = work.row_start(strip.first_row); i < last; ++i) {
            work.state[i] = work.state[i] < rows::kOutlet ? static_cast<std::uint8_t>(1U << work.state[i]) : 0;
        }
        for (std::size_t i = work.row_start(strip.first_row); i < last && work.no_data != nullptr; ++i) {
            if (work.no_data[i] != 0) work.filled[i] = work.height[i];
        }
    });
}

void route_open(const RoutingInput& input, ThreadPool& pool, Routing& result) {
    const Shape shape = input.height->shape();
    result.shape = shape;
    result.topology = input.topology;
    result.order.resize(input.with_order ? shape.cells() : 0);
    std::vector<std::uint8_t> scratch(shape.cells());

    Work work(shape, input.topology, pool);
    work.key = mix_seed(input.seed);
    work.jitter = input.jitter;
    work.sea = input.sea_level.value_or(-std::numeric_limits<float>::infinity());
    work.height = input.height->data();
    work.no_data = input.no_data != nullptr ? input.no_data->data() : nullptr;
    work.filled = storage(result.filled, shape);
    work.state = storage(result.receiver, shape);
    work.number = storage(result.area, shape);
    work.scratch = scratch.data();
    work.order = input.with_order ? result.order.data() : nullptr;
    work.strips = cut(shape.height);

    descend(work);
    label_basins(work);
    {
        const std::vector<float> level = basin_levels(work);
        fill_basins(work, level);
    }
    route_flats(work);
    accumulate(work);
    finish(work);
}

/// The map within a ring of cells that are outlets so high that nothing drains to them.
struct WalledMap {
    explicit WalledMap(const RoutingInput& input)
        : left(input.topology.wrap_x ? 0 : 1),
          height({input.height->width() + 2 * left, input.height->height() + 2}, kWall),
          no_data(input.no_data != nullptr ? height.shape() : Shape{}) {
        const Shape shape = input.height->shape();
        for (std::int32_t y = 0; y < shape.height; ++y) {
            std::copy_n(input.height->row(y), shape.width, height.row(y + 1) + left);
            if (input.no_data != nullptr) std::copy_n(input.no_data->row(y), shape.width, no_data.row(y + 1) + left);
        }
    }

    /// The inner part of a layer of this map.
    template <class T>
    void crop(const Grid<T>& from, Grid<T>& to, Shape shape) const {
        storage(to, shape);
        for (std::int32_t y = 0; y < shape.height; ++y) std::copy_n(from.row(y + 1) + left, shape.width, to.row(y));
    }

    static constexpr float kWall = std::numeric_limits<float>::max();
    std::int32_t left;
    Grid<float> height;
    Grid<std::uint8_t> no_data;
};

/// The level at or below which cells are outlets, so that there is at least one.
std::optional<float> closed_sea_level(const RoutingInput& input) {
    const Grid<float>& z = *input.height;
    float lowest = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < z.size(); ++i) {
        if (input.no_data != nullptr && (*input.no_data)[i] != 0) return input.sea_level;
        lowest = std::min(lowest, z[i]);
    }
    return input.sea_level && lowest <= *input.sea_level ? input.sea_level : lowest;
}

void route_closed(const RoutingInput& input, ThreadPool& pool, Routing& result) {
    const Shape shape = input.height->shape();
    const WalledMap walled(input);
    RoutingInput inner = input;
    inner.height = &walled.height;
    inner.no_data = input.no_data != nullptr ? &walled.no_data : nullptr;
    inner.sea_level = closed_sea_level(input);
    Routing whole;
    route_open(inner, pool, whole);
    result.shape = shape;
    result.topology = input.topology;
    walled.crop(whole.filled, result.filled, shape);
    walled.crop(whole.receiver, result.receiver, shape);
    walled.crop(whole.area, result.area, shape);
    result.order.clear();
    const auto width = static_cast<std::uint32_t>(walled.height.width());
    const auto left = static_cast<std::uint32_t>(walled.left);
    for (const std::uint32_t i : whole.order) {
        const std::uint32_t x = i % width - left;  // wraps to a great number in the western wall
        const std::uint32_t y = i / width - 1;
        if (x >= static_cast<std::uint32_t>(shape.width) || y >= static_cast<std::uint32_t>(shape.height)) continue;
        result.order.push_back(y * static_cast<std::uint32_t>(shape.width) + x);
    }
}

}  // namespace

void route(const RoutingInput& input, ThreadPool& pool, Routing& result) {
    check(input);
    pool.parallel_for(static_cast<std::size_t>(input.height->height()),
                      [&](std::size_t y) { check_finite(*input.height, input.no_data, static_cast<int>(y)); });
    if (input.topology.wrap_y || input.topology.poles) {
        RoutingInput around = input;
        if (!input.open_border || input.topology.closed()) around.sea_level = closed_sea_level(input);
        route_around(around, pool, result);
    } else if (input.open_border) {
        route_open(input, pool, result);
    } else {
        route_closed(input, pool, result);
    }
}

Routing route(const RoutingInput& input, ThreadPool& pool) {
    Routing result;
    route(input, pool, result);
    return result;
}

}  // namespace terrain
