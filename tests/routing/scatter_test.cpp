#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "routing/oracles.h"

using namespace terrain;

namespace {

Routing routed(const Grid<float>& z, bool jitter) {
    ThreadPool pool(1);
    RoutingInput in;
    in.height = &z;
    in.seed = 42;
    in.jitter = jitter;
    in.with_order = true;
    return route(in, pool);
}

/// A plane that falls by (east, south) per cell, with round lakes sunk into it.
Grid<float> tilted_plane(std::int32_t n, float east, float south) {
    Grid<float> z({n, n});
    for (std::int32_t y = 0; y < n; ++y) {
        for (std::int32_t x = 0; x < n; ++x) {
            z(x, y) = 1000.0F - east * static_cast<float>(x) - south * static_cast<float>(y);
            const auto dx = static_cast<float>(x % 128 - 64);
            const auto dy = static_cast<float>(y % 128 - 64);
            if (dx * dx + dy * dy < 400.0F) z(x, y) -= 60.0F;
        }
    }
    return z;
}

int longest(const Routing& r) {
    return oracle::longest_straight_run(r, [](std::size_t) { return true; });
}

}  // namespace

TEST_CASE("streams on a flat plain wander, without jitter they are ruled") {
    const Grid<float> flat({512, 512}, 100.0F);
    CHECK(longest(routed(flat, false)) > 200);
    CHECK(longest(routed(flat, true)) < 40);
    Grid<float> basin = flat;
    for (std::int32_t i = 0; i < 512; ++i) basin(i, 0) = basin(i, 511) = basin(0, i) = basin(511, i) = 200.0F;
    basin(170, 0) = 1.0F;
    CHECK(longest(routed(basin, false)) > 400);
    CHECK(longest(routed(basin, true)) < 40);
}

TEST_CASE("streams on a tilted plane with lakes wander, without jitter they are ruled") {
    for (const auto& [east, south] : {std::pair{0.5F, 0.21F}, std::pair{0.3F, 0.4F}}) {
        const Grid<float> z = tilted_plane(512, east, south);
        const Routing ruled = routed(z, false);
        const Routing scattered = routed(z, true);
        CHECK(longest(ruled) > 60);
        CHECK(longest(scattered) < longest(ruled) / 2);
        const auto water = [&](std::size_t i) { return scattered.filled[i] > z[i]; };
        CHECK(oracle::longest_straight_run(scattered, water) < 30);
    }
}

TEST_CASE("flow over a tilted plane keeps the plane's direction") {
    // Receivers with a random choice between the two nearest directions have the aspect as their mean.
    Grid<float> z({600, 600});
    for (std::int32_t y = 0; y < 600; ++y) {
        for (std::int32_t x = 0; x < 600; ++x) z(x, y) = 4096.0F - 4.0F * static_cast<float>(x) - static_cast<float>(y);
    }
    const Routing r = routed(z, true);
    double east = 0;
    double south = 0;
    for (std::int32_t y = 1; y < 599; ++y) {
        for (std::int32_t x = 1; x < 599; ++x) {
            east += kD8Dx[d8_direction(r.receiver(x, y))];
            south += kD8Dy[d8_direction(r.receiver(x, y))];
        }
    }
    CHECK(south / east == Approx(0.25).margin(0.005));
}

TEST_CASE("no direction rules the water of a map in 64 levels") {
    const std::int32_t n = 256;
    Grid<float> z({n, n});
    for (std::int32_t y = 0; y < n; ++y) {
        for (std::int32_t x = 0; x < n; ++x) {
            const double a = std::sin(x * 0.11) * std::cos(y * 0.07) + 0.5 * std::sin(x * 0.031 + y * 0.043);
            z(x, y) = static_cast<float>(std::floor((a + 1.5) * 21));
        }
    }
    const Routing r = routed(z, true);
    std::array<std::size_t, 8> count{};
    std::size_t all = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        if (r.receiver[i] == 0 || !(r.filled[i] > z[i])) continue;
        ++count[static_cast<std::size_t>(d8_direction(r.receiver[i]))];
        ++all;
    }
    REQUIRE(all > 1000);
    for (const std::size_t c : count) CHECK(static_cast<double>(c) < 0.6 * static_cast<double>(all));
    CHECK(oracle::longest_straight_run(r, [&](std::size_t i) { return r.filled[i] > z[i]; }) < 40);
}
