#include "maps/curvature.h"

#include <catch2/catch.hpp>

#include "maps/surfaces.h"

using namespace terrain;

namespace {

Curvature curved(const Grid<float>& ground, double cell = 1.0) {
    ThreadPool pool(2);
    return curvature(ground, cell, pool);
}

}  // namespace

TEST_CASE("curvature: none on level ground and on planes, at every size") {
    for (const Shape shape : surfaces::kShapes) {
        for (const Grid<float>& ground : {Grid<float>(shape, 9.0F), surfaces::plane(shape, 2.0, -1.0)}) {
            const Curvature c = curved(ground, 10.0);
            for (const float v : c.profile) CHECK(v == 0.0F);
            for (const float v : c.plan) CHECK(v == 0.0F);
        }
    }
}

TEST_CASE("curvature: a ridge that bends down along its slope is convex in profile only") {
    // z = -x^2 / 2: the second derivative along the slope is -1 everywhere.
    const Grid<float> ground = surfaces::make({9, 5}, [](double x, double) { return -0.5 * (x + 1) * (x + 1); });
    const Curvature c = curved(ground);
    for (const float v : c.profile) CHECK(v == Approx(1.0));
    for (const float v : c.plan) CHECK(v == 0.0F);
}

TEST_CASE("curvature: a spur is convex across the slope, a hollow concave") {
    // Falls to the south along x = 8; the contours bend by z_xx.
    for (const double bend : {-0.25, 0.25}) {
        const Grid<float> ground =
            surfaces::make({17, 9}, [&](double x, double y) { return 0.5 * bend * (x - 8) * (x - 8) - 4 * y; });
        const Curvature c = curved(ground);
        for (std::int32_t y = 0; y < 9; ++y) {
            CHECK(c.plan(8, y) == Approx(-bend));
            CHECK(c.profile(8, y) == Approx(0.0).margin(1e-9));
        }
    }
}

TEST_CASE("curvature: quadratic surfaces come out right up to the corners") {
    const double xx = 0.5, yy = -0.25, xy = 0.125;
    const Grid<float> ground = surfaces::make(
        {8, 6}, [&](double x, double y) { return 0.5 * xx * x * x + 0.5 * yy * y * y + xy * x * y + 3 * x - 2 * y; });
    const Curvature c = curved(ground);
    for (std::int32_t y = 0; y < 6; ++y) {
        for (std::int32_t x = 0; x < 8; ++x) {
            const double p = xx * x + xy * y + 3;
            const double q = yy * y + xy * x - 2;
            const double square = p * p + q * q;
            CHECK(c.profile(x, y) == Approx(-(xx * p * p + 2 * xy * p * q + yy * q * q) / square).margin(1e-6));
            CHECK(c.plan(x, y) == Approx(-(xx * q * q - 2 * xy * p * q + yy * p * p) / square).margin(1e-6));
        }
    }
}

TEST_CASE("curvature: turns its sign with the ground, halves when everything doubles") {
    const Grid<float> ground = surfaces::rough({23, 31});
    Grid<float> doubled = ground;
    for (float& h : doubled) h *= 2.0F;
    const Curvature c = curved(ground, 10.0);
    const Curvature down = curved(surfaces::upside_down(ground), 10.0);
    const Curvature large = curved(doubled, 20.0);
    for (std::size_t i = 0; i < ground.size(); ++i) {
        CHECK(down.profile[i] == -c.profile[i]);
        CHECK(down.plan[i] == -c.plan[i]);
        CHECK(large.profile[i] == 0.5F * c.profile[i]);
        CHECK(large.plan[i] == 0.5F * c.plan[i]);
    }
    CHECK(surfaces::all_finite(c.profile));
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return curvature(ground, 10.0, p).plan; }));
}
