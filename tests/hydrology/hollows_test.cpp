#include "hydrology/hollows.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/hash.h"
#include "routing/d8.h"

using namespace terrain;
using namespace terrain::hydrology;

namespace {

Routing drainage(const Grid<float>& height, ThreadPool& pool) {
    RoutingInput input;
    input.height = &height;
    input.with_order = true;
    return route(input, pool);
}

Grid<float> rough(Shape shape, std::uint64_t seed) {
    const RandomStream random(seed, "rough");
    Grid<float> height(shape);
    for (std::size_t i = 0; i < height.size(); ++i) height[i] = 100.0F * unit_float(random(i));
    return height;
}

bool same(const Grid<float>& a, const Grid<float>& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::size_t pits(const Grid<float>& height) {
    std::size_t count = 0;
    for (std::int32_t y = 1; y + 1 < height.height(); ++y) {
        for (std::int32_t x = 1; x + 1 < height.width(); ++x) {
            bool pit = true;
            for (int k = 0; k < 8; ++k) pit = pit && height(x + kD8Dx[k], y + kD8Dy[k]) > height(x, y);
            count += pit;
        }
    }
    return count;
}

}  // namespace

TEST_CASE("filled hollows drain, nothing is lowered, deeper ones and water stay") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{1, 1}, Shape{2, 3}, Shape{40, 1}, Shape{61, 44}}) {
        const Grid<float> before = rough(shape, 4);
        const Routing routing = drainage(before, pool);
        const Grid<std::uint8_t> dry(shape);
        Hollows hollows;
        find_hollows(before, dry, routing, hollows);
        Grid<float> after = before;
        fill_hollows(after, dry, routing, hollows, 1000.0F, 0.001F);
        REQUIRE(pits(after) == 0);
        for (std::size_t i = 0; i < after.size(); ++i) REQUIRE(after[i] >= before[i]);
        REQUIRE(same(drainage(after, pool).filled, after));

        after = before;
        fill_hollows(after, dry, routing, hollows, 10.0F, 0.001F);
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (hollows.of[i] == Hollows::kNone || hollows.list[hollows.of[i]].depth <= 10.0F) continue;
            REQUIRE(after[i] == before[i]);
        }
        const Grid<std::uint8_t> all_water(shape, 1);
        find_hollows(before, all_water, routing, hollows);
        after = before;
        fill_hollows(after, all_water, routing, hollows, 1000.0F, 0.001F);
        REQUIRE(same(after, before));
    }
}

TEST_CASE("a lake is as large as its catchment feeds, and hands on what is left") {
    // Two bowls in a row, the upper one drains into the lower one, which drains to the right.
    ThreadPool pool(1);
    Grid<float> height({41, 3}, 100.0F);
    for (std::int32_t x = 0; x < 41; ++x) height(x, 1) = 60.0F - static_cast<float>(x);
    for (std::int32_t x = 5; x < 10; ++x) height(x, 1) = 20.0F;
    for (std::int32_t x = 20; x < 30; ++x) height(x, 1) = 5.0F;
    height(0, 1) = 100.0F;  // all water leaves by the right
    const Routing routing = drainage(height, pool);
    const Grid<std::uint8_t> dry(height.shape());
    Hollows hollows;
    find_hollows(height, dry, routing, hollows);
    REQUIRE(hollows.list.size() == 2);
    const std::uint32_t upper = hollows.of[41 + 7], lower = hollows.of[41 + 25];
    REQUIRE(upper != lower);
    const auto cells = [&](std::uint32_t h) { return hollows.list[h].cells; };

    // Water without loss: both are full.
    auto areas = lake_areas(routing, hollows, 1e-3);
    REQUIRE(areas[upper] == cells(upper));
    REQUIRE(areas[lower] == cells(lower));
    // Each cell of lake takes all that two cells bring: the upper one keeps everything that comes to it.
    const double fed = routing.area[hollows.list[upper].exit];
    const double aridity = fed / (cells(upper) - 1.0);
    areas = lake_areas(routing, hollows, aridity);
    REQUIRE(areas[upper] == cells(upper) - 1);
    const double own = routing.area[hollows.list[lower].exit] - fed;
    REQUIRE(areas[lower] == std::min(cells(lower), static_cast<std::uint32_t>(own / aridity)));
    // The drier, the smaller.
    for (const double a : {1.0, 2.0, 4.0, 8.0}) {
        const auto wet = lake_areas(routing, hollows, a), drier = lake_areas(routing, hollows, 2 * a);
        for (std::size_t h = 0; h < 2; ++h) REQUIRE(drier[h] <= wet[h]);
    }
}
