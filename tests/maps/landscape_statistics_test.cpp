#include "maps/landscape_statistics.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "maps/landscape.h"

using namespace terrain;

namespace {

LandscapeStatistics of(const LandscapeInput& input, int threads = 2) {
    ThreadPool pool(threads);
    return landscape_statistics(input, pool);
}

}  // namespace

TEST_CASE("landscape statistics: any size, level or rough, without a value that is not a number") {
    for (const Shape shape : surfaces::kShapes) {
        for (const Grid<float>& height : {Grid<float>(shape, 3.0F), surfaces::rough(shape)}) {
            const Routing routing = surfaces::routed(height);
            const LandscapeStatistics s = of({.height_m = &height, .routing = &routing});
            CHECK(s.land_cells == shape.cells());
            CHECK(s.land_area_m2 == 100.0 * static_cast<double>(shape.cells()));
            CHECK(s.slope.cells == s.land_cells);
            CHECK(s.stream_threshold == 16);
            REQUIRE(s.drainage_density_per_km.has_value());
            CHECK(*s.drainage_density_per_km >= 0.0);
            if (s.hypsometry.range.integral) CHECK(std::isfinite(*s.hypsometry.range.integral));
            if (s.concavity) CHECK(std::isfinite(*s.concavity));
            if (s.hack.exponent) CHECK(std::isfinite(*s.hack.exponent));
            if (s.horton.length_ratio) CHECK(std::isfinite(*s.horton.length_ratio));
            CHECK(s.basins.size() <= 10);
        }
    }
}

TEST_CASE("landscape statistics: drainage density is stream length over land area") {
    const Grid<float> height = surfaces::steady_state({96, 80}, 50.0, 0.5);
    const Routing routing = surfaces::routed(height);
    const LandscapeStatistics s = of({.height_m = &height, .routing = &routing, .cell_size_m = 50.0});
    CHECK(*s.drainage_density_per_km == Approx(s.stream_length_m / 1000 / (s.land_area_m2 / 1e6)));
    CHECK(*s.concavity == Approx(0.5).margin(0.06));
    const LandscapeStatistics sparse =
        of({.height_m = &height, .routing = &routing, .cell_size_m = 50.0, .stream_threshold = 200});
    CHECK(sparse.stream_threshold == 200);
    CHECK(*sparse.drainage_density_per_km < *s.drainage_density_per_km);
}

TEST_CASE("landscape statistics: the sea is no land, lakes are") {
    // A ramp out of the sea with two hollows, one of them of two cells that touch at a corner.
    Grid<float> height = surfaces::make({20, 9}, [](double x, double) { return 10 * (x - 4); });
    height(10, 2) = 20.0F;
    height(14, 6) = height(15, 5) = 30.0F;
    const Routing routing = surfaces::routed(height, 0.0F);
    LandscapeStatistics s = of({.height_m = &height, .routing = &routing, .sea_level_m = 0.0});
    CHECK(s.land_cells == 15 * 9);
    CHECK(s.lakes.count == 2);
    CHECK(s.lakes.area_m2 == 300.0);
    CHECK(s.lakes.largest_m2 == 200.0);
    CHECK(s.hypsometry.range.min_m == 10.0);
    // With a mask, the mask decides.
    Grid<WaterCode> water(height.shape());
    water(0, 0) = WaterCode::sea;
    water(7, 7) = water(6, 7) = water(12, 1) = WaterCode::lake;
    s = of({.height_m = &height, .routing = &routing, .water = &water, .sea_level_m = 0.0});
    CHECK(s.land_cells == 20 * 9 - 1);
    CHECK(s.lakes.count == 2);
    CHECK(s.lakes.area_m2 == 300.0);
}

TEST_CASE("landscape statistics: all sea and no data leave nothing to tell") {
    const Grid<float> height(Shape{12, 12}, -5.0F);
    const Routing routing = surfaces::routed(height, 0.0F);
    const LandscapeStatistics s = of({.height_m = &height, .routing = &routing, .sea_level_m = 0.0});
    CHECK(s.land_cells == 0);
    CHECK_FALSE(s.drainage_density_per_km.has_value());
    CHECK_FALSE(s.hypsometry.range.integral.has_value());
    CHECK_FALSE(s.concavity.has_value());
    CHECK(s.basins.empty());
    CHECK(s.lakes.count == 0);
}

TEST_CASE("landscape statistics: the same for any number of threads, bad input is refused") {
    const Grid<float> height = surfaces::rough({83, 61});
    Routing routing = surfaces::routed(height);
    const LandscapeInput input{.height_m = &height, .routing = &routing};
    const LandscapeStatistics one = of(input, 1);
    const LandscapeStatistics eight = of(input, 8);
    CHECK(one.hypsometry.range.mean_m == eight.hypsometry.range.mean_m);
    CHECK(one.hypsometry.curve == eight.hypsometry.curve);
    CHECK(one.slope.mean_percent == eight.slope.mean_percent);
    CHECK(one.slope.by_degree == eight.slope.by_degree);
    CHECK_THROWS_AS(of({}), std::invalid_argument);
    routing.order.clear();
    CHECK_THROWS_AS(of(input), std::invalid_argument);
}
