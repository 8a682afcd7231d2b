#include <catch2/catch.hpp>
#include <cmath>

#include "core/margin.h"
#include "core/math.h"
#include "core/metric.h"
#include "core/resample.h"

using namespace terrain;

namespace {

std::pair<std::int64_t, std::int64_t> resolved(const Topology& t, Shape shape, std::int64_t x, std::int64_t y) {
    REQUIRE(t.resolve(shape, x, y));
    return {x, y};
}

}  // namespace

TEST_CASE("a plane ends at its borders, a sheet that repeats goes on at the other side") {
    const Shape shape{7, 5};
    std::int64_t x = -1, y = 0;
    CHECK_FALSE(Topology().resolve(shape, x, y));
    const Topology strip(Projection::plane, Wrap::x);
    CHECK(resolved(strip, shape, -1, 4) == std::pair<std::int64_t, std::int64_t>(6, 4));
    CHECK(resolved(strip, shape, 7 * 3 + 2, 0) == std::pair<std::int64_t, std::int64_t>(2, 0));
    x = 3, y = 5;
    CHECK_FALSE(strip.resolve(shape, x, y));
    const Topology torus(Projection::plane, Wrap::xy);
    CHECK(resolved(torus, shape, -1, -1) == std::pair<std::int64_t, std::int64_t>(6, 4));
    CHECK(resolved(torus, shape, 7, 5) == std::pair<std::int64_t, std::int64_t>(0, 0));
}

TEST_CASE("the way over a pole leads to the same row, half a turn away, and back") {
    const Shape shape{8, 4};
    const Topology planet(Projection::planet, Wrap::none);
    CHECK(resolved(planet, shape, 1, -1) == std::pair<std::int64_t, std::int64_t>(5, 0));
    CHECK(resolved(planet, shape, 5, -1) == std::pair<std::int64_t, std::int64_t>(1, 0));
    CHECK(resolved(planet, shape, 6, 4) == std::pair<std::int64_t, std::int64_t>(2, 3));
    CHECK(resolved(planet, shape, -1, -2) == std::pair<std::int64_t, std::int64_t>(3, 1));
}

TEST_CASE("the cells of a planet add up to its surface, and narrow to the poles") {
    const std::int32_t height = 90;
    const Metric metric(100.0, Topology(Projection::planet, Wrap::none), {2 * height, height});
    double area = 0;
    for (std::int32_t y = 0; y < height; ++y) {
        area += 2 * height * metric.area_m2(y);
        CHECK(metric.width_m(y) == metric.width_m(height - 1 - y));
    }
    const double radius = 2 * height * 100.0 / (2 * math::kPi);
    CHECK(area == Approx(4 * math::kPi * radius * radius).epsilon(1e-3));
    CHECK(metric.width_m(0) < 0.02 * metric.cell_m());
    CHECK(Metric(10.0).width_m(5) == 10.0);
}

TEST_CASE("a map inside its margin shows what lies over the edges, and comes out as it went in") {
    for (const Shape shape : {Shape{2, 1}, Shape{8, 4}, Shape{14, 7}}) {
        Grid<float> map(shape);
        for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<float>(i);
        for (const Topology& t : {Topology(Projection::plane, Wrap::x), Topology(Projection::plane, Wrap::xy),
                                  Topology(Projection::planet, Wrap::none)}) {
            for (const std::int32_t reach : {1, 3, 40}) {
                const Margin margin(t, reach);
                const Grid<float> wide = with_margin(map, margin);
                const Grid<float> back = without_margin(wide, margin);
                REQUIRE(back.shape() == shape);
                REQUIRE(std::equal(map.begin(), map.end(), back.begin()));
                REQUIRE(wide(margin.x - 1, margin.y) == map(shape.width - 1, 0));
                if (t.poles) REQUIRE(wide(margin.x, margin.y - 1) == map(shape.width / 2, 0));
                if (t.wrap_y) REQUIRE(wide(margin.x, margin.y - 1) == map(0, shape.height - 1));
            }
        }
    }
}

TEST_CASE("growing a map that repeats is smooth across the joint") {
    Grid<float> map({4, 4});
    for (std::size_t i = 0; i < map.size(); ++i) map[i] = i % 4 == 0 ? 1.0F : 0.0F;
    const Grid<float> grown = resample_box(map, {8, 8}, Topology(Projection::plane, Wrap::xy));
    const Grid<float> plain = resample_box(map, {8, 8});
    for (std::int32_t y = 0; y < 8; ++y) {
        CHECK(grown(0, y) == 0.75F);  // a quarter of the last column
        CHECK(grown(7, y) == 0.25F);
        CHECK(plain(0, y) == 1.0F);
        CHECK(plain(7, y) == 0.0F);
    }
}
