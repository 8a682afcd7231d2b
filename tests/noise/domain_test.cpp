// Noise on maps that repeat and on planets.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/errors.h"
#include "core/math.h"
#include "noise/source.h"

using namespace terrain;
using Catch::Matchers::Contains;

namespace {

Grid<float> sample(const PerlinParameters& p, const NoiseDomain& domain, Shape shape, int threads = 1,
                   std::uint64_t seed = 7) {
    ThreadPool pool(threads);
    Progress silent;
    return PerlinSource(p, seed, domain).sample(shape, 64, pool, silent);
}

std::vector<PerlinParameters> kinds() {
    std::vector<PerlinParameters> all;
    for (const FractalType type : {FractalType::fbm, FractalType::ridged, FractalType::billow}) {
        PerlinParameters p;
        p.type = type;
        p.octaves = 6;
        all.push_back(p);
        p.warp = 0.5;
        all.push_back(p);
    }
    return all;
}

/// Mean difference between column x and the one before, by column.
std::vector<double> column_steps(const Grid<float>& g) {
    std::vector<double> steps(static_cast<std::size_t>(g.width()));
    for (std::int32_t x = 0; x < g.width(); ++x) {
        for (std::int32_t y = 0; y < g.height(); ++y) {
            steps[static_cast<std::size_t>(x)] += std::fabs(g(x, y) - g((x + g.width() - 1) % g.width(), y));
        }
    }
    return steps;
}

/// Whether the step over the joint is among those between other columns.
bool seamless(const Grid<float>& g) {
    std::vector<double> steps = column_steps(g);
    const double joint = steps[0];
    steps.erase(steps.begin());
    return joint <= 1.1 * *std::max_element(steps.begin(), steps.end());
}

Grid<float> transposed(const Grid<float>& g) {
    Grid<float> t({g.height(), g.width()});
    for (std::int32_t y = 0; y < g.height(); ++y) {
        for (std::int32_t x = 0; x < g.width(); ++x) t(y, x) = g(x, y);
    }
    return t;
}

}  // namespace

TEST_CASE("noise that repeats joins without a seam along the sides that do, and only there") {
    for (const PerlinParameters& p : kinds()) {
        for (const Shape shape : {Shape{96, 96}, Shape{97, 61}, Shape{61, 97}}) {
            CAPTURE(static_cast<int>(p.type), p.warp, shape.width);
            const Grid<float> both = sample(p, {Projection::plane, Wrap::xy, shape}, shape);
            CHECK(seamless(both));
            CHECK(seamless(transposed(both)));
            const Grid<float> one = sample(p, {Projection::plane, Wrap::x, shape}, shape);
            CHECK(seamless(one));
            CHECK_FALSE(seamless(transposed(one)));
            CHECK_FALSE(seamless(sample(p, {}, shape)));
        }
    }
}

TEST_CASE("noise that repeats: a window one period away is the same, another size the same landscape") {
    PerlinParameters p;
    p.octaves = 5;
    const Shape shape{90, 60};
    const NoiseDomain domain{Projection::plane, Wrap::xy, shape};
    const Grid<float> here = sample(p, domain, shape);
    p.offset = {3.0, -2.0};
    const Grid<float> there = sample(p, domain, shape);
    for (std::size_t i = 0; i < here.size(); ++i) REQUIRE(here[i] == Approx(there[i]).margin(1e-5));
    p.offset = {0.0, 0.0};
    const Grid<float> fine = sample(p, domain, {270, 180});
    for (std::int32_t y = 0; y < 60; ++y) {
        for (std::int32_t x = 0; x < 90; ++x) {
            REQUIRE(fine(3 * x + 1, 3 * y + 1) == Approx(here(x, y)).margin(1e-5));
        }
    }
}

TEST_CASE("noise that repeats takes whole features and says which are near") {
    PerlinParameters p;
    p.frequency = 2.5;
    CHECK_THROWS_WITH(PerlinSource(p, 1, {Projection::plane, Wrap::x, {64, 64}}),
                      Contains("source.perlin.frequency is 2.5") && Contains("2 or 3"));
    CHECK_NOTHROW(PerlinSource(p, 1, {Projection::plane, Wrap::x, {32, 64}}));  // the longer side does not repeat
    p.frequency = 2;
    p.lacunarity = 2.1;
    CHECK_THROWS_WITH(PerlinSource(p, 1, {Projection::plane, Wrap::xy, {64, 64}}),
                      Contains("source.perlin.lacunarity is 2.1") && Contains("whole"));
    p.octaves = 1;
    CHECK_NOTHROW(PerlinSource(p, 1, {Projection::plane, Wrap::xy, {64, 64}}));
}

TEST_CASE("a planet's noise has no seam and no poles") {
    for (const PerlinParameters& p : kinds()) {
        const Shape shape{192, 96};
        CAPTURE(static_cast<int>(p.type), p.warp);
        const Grid<float> g = sample(p, {Projection::planet, Wrap::none, shape}, shape);
        CHECK(seamless(g));
        // A pole's row lies within half a cell of one point.
        double most = 0;
        for (std::int32_t x = 0; x < shape.width; ++x) {
            for (const std::int32_t y : {0, shape.height - 1}) {
                most = std::max<double>(most, std::fabs(g(x, y) - g((x + shape.width / 2) % shape.width, y)));
            }
        }
        double step = 0;
        for (std::int32_t x = 0; x < shape.width; ++x) {
            for (std::int32_t y = 0; y + 1 < shape.height; ++y) {
                step = std::max<double>(step, std::fabs(g(x, y) - g(x, y + 1)));
            }
        }
        CHECK(most <= step);
    }
}

TEST_CASE("a planet's features are as large near the poles as at the equator") {
    PerlinParameters p;
    p.octaves = 1;
    p.frequency = 24;
    const Shape shape{512, 256};
    double polar = 0, equatorial = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Grid<float> g = sample(p, {Projection::planet, Wrap::none, shape}, shape, 1, seed);
        const auto slope = [&](std::int32_t y) {
            double sum = 0;
            const double width = math::sin((y + 0.5) * math::kPi / shape.height);
            for (std::int32_t x = 0; x < shape.width; ++x) {
                const double d = static_cast<double>(g((x + 1) % shape.width, y)) - g(x, y);
                sum += d * d / (width * width);
            }
            return std::sqrt(sum / shape.width);
        };
        for (std::int32_t k = 0; k < 8; ++k) polar += slope(16 + k), equatorial += slope(124 + k);
    }
    CHECK(polar / equatorial == Approx(1.0).margin(0.25));
    // frequency counts features around the equator: sign changes about its mean, two or more a feature.
    const Grid<float> g = sample(p, {Projection::planet, Wrap::none, shape}, shape);
    int changes = 0;
    for (std::int32_t x = 0; x < shape.width; ++x) {
        changes += (g(x, 128) > 0.5F) != (g((x + 1) % shape.width, 128) > 0.5F) ? 1 : 0;
    }
    CHECK(changes >= 12);
    CHECK(changes <= 72);
}

TEST_CASE("a planet is the same with any threads, at any size, and another by seed and offset") {
    PerlinParameters p;
    p.octaves = 7;
    p.warp = 0.3;
    const Shape shape{100, 50};
    const NoiseDomain domain{Projection::planet, Wrap::none, shape};
    const Grid<float> one = sample(p, domain, shape);
    const Grid<float> three = sample(p, domain, shape, 3);
    CHECK(std::equal(one.begin(), one.end(), three.begin()));
    const Grid<float> fine = sample(p, domain, {300, 150});
    for (std::int32_t y = 0; y < 50; ++y) {
        for (std::int32_t x = 0; x < 100; ++x) REQUIRE(fine(3 * x + 1, 3 * y + 1) == Approx(one(x, y)).margin(1e-4));
    }
    const Grid<float> other = sample(p, domain, shape, 1, 8);
    p.offset = {5.0, 0.0};
    const Grid<float> moved = sample(p, domain, shape);
    CHECK_FALSE(std::equal(one.begin(), one.end(), other.begin()));
    CHECK_FALSE(std::equal(one.begin(), one.end(), moved.begin()));
    const auto [low, high] = std::minmax_element(one.begin(), one.end());
    CHECK(*high - *low > 0.6F);
    CHECK(*low > -0.2F);
    CHECK(*high < 1.2F);
    CHECK(sample(p, domain, {2, 1}).size() == 2);
    p.octaves = 24;
    p.frequency = 100;
    CHECK_THROWS_WITH(PerlinSource(p, 1, domain), Contains("octave 24") && Contains("2^22"));
}

TEST_CASE("craters lie on planets without a seam, by their law of sizes, and nowhere else") {
    CraterParameters craters;
    craters.count = 400;
    craters.largest = 0.1;
    craters.smallest = 0.01;
    const CraterField field(craters, 5);
    const Shape shape{256, 128};
    Grid<float> g(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) field.add(shape, y, g.row(y));
    CHECK(seamless(g));
    const auto [low, high] = std::minmax_element(g.begin(), g.end());
    CHECK(*low < -0.1F);
    CHECK(*high > 0.02F);
    // A pole's row is one point, but for a cell's width.
    for (std::int32_t x = 0; x < shape.width; ++x) CHECK(std::fabs(g(x, 0) - g((x + 128) % 256, 0)) < 0.1F);
    // One crater alone: as deep as asked for, raised around, gone two radii away.
    CraterParameters one = craters;
    one.count = 1;
    one.smallest = one.largest = 0.1;
    Grid<float> single(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) CraterField(one, 3).add(shape, y, single.row(y));
    CHECK(*std::min_element(single.begin(), single.end()) == Approx(-0.8 * one.depth).epsilon(1e-3));
    CHECK(*std::max_element(single.begin(), single.end()) == Approx(0.3 * one.depth).epsilon(0.2));
    double changed = 0;
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            changed += single(x, y) != 0.0F ? math::sin((y + 0.5) * math::kPi / shape.height) : 0.0;
        }
    }
    // The cap of two radii, 0.1 of the equator wide: (1 - cos(0.2 pi)) / 2 of the sphere, in cells.
    CHECK(changed / (256.0 * 128.0 * 2.0 / math::kPi) == Approx(0.5 * (1 - math::cos(0.2 * math::kPi))).epsilon(0.05));
    PerlinParameters p;
    p.craters.count = 3;
    CHECK_THROWS_WITH(PerlinSource(p, 1), Contains("source.perlin.craters.count is 3"));
    p.craters.smallest = 0.2;
    CHECK_THROWS_WITH(PerlinSource(p, 1, {Projection::planet, Wrap::none, {4, 2}}), Contains("craters.smallest"));
}
