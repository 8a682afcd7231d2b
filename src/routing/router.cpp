#include "routing/router.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

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

}  // namespace

void route(const RoutingInput& input, ThreadPool& pool, Routing& result) {
    check(input);
    const Shape shape = input.height->shape();
    result.shape = shape;
    result.periodic_x = input.periodic_x;
    result.order.resize(input.with_order ? shape.cells() : 0);
    std::vector<std::uint8_t> scratch(shape.cells());

    Work work(shape, input.periodic_x, pool);
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

Routing route(const RoutingInput& input, ThreadPool& pool) {
    Routing result;
    route(input, pool, result);
    return result;
}

}  // namespace terrain
