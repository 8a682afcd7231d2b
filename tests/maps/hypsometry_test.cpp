#include "maps/hypsometry.h"

#include <catch2/catch.hpp>

#include "maps/surfaces.h"
#include "routing/router.h"

using namespace terrain;

namespace {

Hypsometry of(const Grid<float>& height) {
    ThreadPool pool(2);
    return hypsometry(height, Grid<std::uint8_t>(height.shape(), 1), pool);
}

}  // namespace

TEST_CASE("relief age: Strahler's limits") {
    CHECK(relief_age(0.61) == ReliefAge::youth);
    CHECK(relief_age(0.60) == ReliefAge::maturity);
    CHECK(relief_age(0.35) == ReliefAge::maturity);
    CHECK(relief_age(0.34) == ReliefAge::old_age);
}

TEST_CASE("hypsometry: a ramp has half its volume, a plateau is young, a plain with a hill old") {
    const Hypsometry ramp = of(surfaces::plane({101, 4}, 1.0, 0.0));
    CHECK(ramp.range.min_m == 100.0);
    CHECK(ramp.range.mean_m == 150.0);
    CHECK(ramp.range.max_m == 200.0);
    CHECK(*ramp.range.integral == 0.5);
    CHECK(*ramp.range.age == ReliefAge::maturity);
    REQUIRE(ramp.curve.size() == kHypsometricPoints);
    for (std::size_t k = 0; k < ramp.curve.size(); ++k) {
        CHECK(ramp.curve[k] == Approx((101.0 - 2.0 * static_cast<double>(k)) / 101.0));
    }
    CHECK(*of(surfaces::make({50, 50}, [](double x, double) { return x < 5 ? 0 : 800; })).range.age ==
          ReliefAge::youth);
    CHECK(*of(surfaces::make({50, 50}, [](double x, double) { return x < 5 ? 800 : 0; })).range.age ==
          ReliefAge::old_age);
}

TEST_CASE("hypsometry: level ground has no integral, at every size") {
    for (const Shape shape : surfaces::kShapes) {
        const Hypsometry level = of(Grid<float>(shape, 7.0F));
        CHECK(level.range.cells == shape.cells());
        CHECK(level.range.mean_m == 7.0);
        CHECK_FALSE(level.range.integral.has_value());
        CHECK_FALSE(level.range.age.has_value());
        for (const double share : level.curve) CHECK(share == 1.0);
    }
}

TEST_CASE("hypsometry: the curve falls from 1, its area is the integral, turning it over turns the integral") {
    const Grid<float> ground = surfaces::make(
        {97, 61}, [](double x, double y) { return 300 * std::sin(x / 17) * std::sin(y / 11) + x * y / 7; });
    const Hypsometry h = of(ground);
    CHECK(h.curve.front() == 1.0);
    CHECK(h.curve.back() > 0.0);
    double area = 0;
    for (std::size_t k = 1; k < h.curve.size(); ++k) {
        CHECK(h.curve[k] <= h.curve[k - 1]);
        area += 0.5 * (h.curve[k] + h.curve[k - 1]) / (kHypsometricPoints - 1);
    }
    CHECK(area == Approx(*h.range.integral).margin(0.002));
    CHECK(*of(surfaces::upside_down(ground)).range.integral == Approx(1 - *h.range.integral));
}

TEST_CASE("hypsometry: only masked cells count, none give nothing") {
    ThreadPool pool(2);
    Grid<float> ground = surfaces::plane({11, 3}, 10.0, 0.0);
    Grid<std::uint8_t> mask(ground.shape());
    CHECK(hypsometry(ground, mask, pool).range.cells == 0);
    CHECK(hypsometry(ground, mask, pool).curve.empty());
    mask(2, 1) = mask(4, 1) = 1;
    const Hypsometry h = hypsometry(ground, mask, pool);
    CHECK(h.range.cells == 2);
    CHECK(h.range.min_m == 120.0);
    CHECK(h.range.max_m == 140.0);
}

TEST_CASE("hypsometry: the basins are the largest ones, each with its own range") {
    // Two troughs that drain to the south, 6 and 4 columns wide.
    const Grid<float> ground = surfaces::make({10, 30}, [](double x, double y) {
        return 3 * (x < 6 ? std::fabs(x - 3) : std::fabs(x - 8)) + (x < 6 ? 1 : 3) * (30 - y);
    });
    ThreadPool pool(1);
    RoutingInput input;
    input.height = &ground;
    input.with_order = true;
    const Watersheds basins = find_watersheds(route(input, pool));
    const Grid<std::uint8_t> all(ground.shape(), 1);
    const std::vector<BasinRelief> top = basin_relief(ground, all, basins, 3);
    REQUIRE(top.size() == 3);
    CHECK(top[0].range.cells >= top[1].range.cells);
    CHECK(top[1].range.cells >= top[2].range.cells);
    std::uint64_t cells = 0;
    for (const BasinRelief& basin : basin_relief(ground, all, basins, 100000)) {
        cells += basin.range.cells;
        CHECK(basin.range.min_m == ground[basin.outlet]);
        CHECK(basin.range.max_m >= basin.range.mean_m);
    }
    CHECK(cells == ground.size());
}
