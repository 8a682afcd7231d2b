#include "core/resample.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/hash.h"

using namespace terrain;

namespace {

Grid<float> noise(Shape shape) {
    Grid<float> g(shape);
    const RandomStream stream(1, "resample test");
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = unit_float(stream(i));
    return g;
}

double mean(const Grid<float>& g) {
    double sum = 0.0;
    for (const float v : g) sum += static_cast<double>(v);
    return sum / static_cast<double>(g.size());
}

constexpr Shape kShapes[] = {{1, 1}, {2, 2}, {3, 3}, {7, 5}, {5, 8}, {64, 33}, {101, 100}};

}  // namespace

TEST_CASE("the same shape keeps every bit, a constant stays one") {
    for (const Shape from : kShapes) {
        const Grid<float> g = noise(from);
        const Grid<float> same = resample_box(g, from);
        REQUIRE(std::equal(g.begin(), g.end(), same.begin()));
        for (const Shape to : kShapes) {
            const Grid<float> flat = resample_box(Grid<float>(from, 0.1F), to);
            REQUIRE(flat.shape() == to);
            for (const float v : flat) REQUIRE(v == 0.1F);
        }
    }
}

TEST_CASE("shrinking keeps the mean, whole ratios average blocks") {
    for (const Shape from : kShapes) {
        for (const Shape to : kShapes) {
            if (to.width > from.width || to.height > from.height) continue;
            const Grid<float> g = noise(from);
            REQUIRE(mean(resample_box(g, to)) == Approx(mean(g)).epsilon(1e-6));
        }
    }
    Grid<float> g({4, 2});
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = static_cast<float>(i * i);
    const Grid<float> half = resample_box(g, {2, 1});
    REQUIRE(half[0] == (0 + 1 + 16 + 25) / 4.0F);
    REQUIRE(half[1] == (4 + 9 + 36 + 49) / 4.0F);
    Grid<float> three({3, 1});
    three[0] = 1.0F, three[1] = 2.0F, three[2] = 6.0F;
    const Grid<float> two = resample_box(three, {2, 1});  // 1.5 cells each
    REQUIRE(two[0] == Approx((1.0 + 0.5 * 2.0) / 1.5));
    REQUIRE(two[1] == Approx((0.5 * 2.0 + 6.0) / 1.5));
}

TEST_CASE("growing is linear between centres and stays within the range") {
    for (const Shape from : kShapes) {
        for (const Shape to : kShapes) {
            const Grid<float> g = noise(from), r = resample_box(g, to);
            const auto [low, high] = std::minmax_element(g.begin(), g.end());
            for (const float v : r) {
                REQUIRE(v >= *low);
                REQUIRE(v <= *high);
            }
        }
    }
    Grid<float> ramp({3, 1});
    ramp[0] = 1.0F, ramp[1] = 2.0F, ramp[2] = 3.0F;
    const Grid<float> fine = resample_box(ramp, {9, 3});
    for (std::int32_t y = 0; y < 3; ++y) {
        REQUIRE(fine(0, y) == 1.0F);
        REQUIRE(fine(8, y) == 3.0F);
        for (std::int32_t x = 1; x < 8; ++x) REQUIRE(fine(x, y) == Approx(1.0 + (x - 1) / 3.0));
    }
}

TEST_CASE("resampling commutes with turning the map") {
    const Grid<float> g = noise({20, 13});
    Grid<float> turned({13, 20});
    for (std::int32_t y = 0; y < 13; ++y) {
        for (std::int32_t x = 0; x < 20; ++x) turned(y, x) = g(x, y);
    }
    for (const Shape to : {Shape{7, 5}, Shape{40, 31}, Shape{9, 31}}) {
        const Grid<float> a = resample_box(g, to), b = resample_box(turned, {to.height, to.width});
        for (std::int32_t y = 0; y < to.height; ++y) {
            for (std::int32_t x = 0; x < to.width; ++x) REQUIRE(a(x, y) == Approx(b(y, x)).epsilon(1e-6));
        }
    }
}
