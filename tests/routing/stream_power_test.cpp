#include "routing/stream_power.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/errors.h"
#include "routing/oracles.h"

using namespace terrain;

namespace {

constexpr double kCell = 100.0;

Grid<float> rough(Shape shape) {
    Grid<float> z(shape);
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = oracle::random_unit(5, i);
    return z;
}

/// Runs to a landscape in which uplift and incision are equal.
Routing settle(Grid<float>& z, const StreamPower& law, ThreadPool& pool, int steps) {
    Routing r;
    for (int s = 0; s < steps; ++s) {
        route({.height = &z, .seed = 1, .with_order = true}, pool, r);
        stream_power_step(z, r, kCell, 20000.0, law);
    }
    return r;
}

}  // namespace

TEST_CASE("in the steady state the slope is uplift / erodibility * area ^ -m") {
    ThreadPool pool(1);
    for (const double m : {0.5, 0.4}) {
        Grid<float> z = rough({61, 47});
        const StreamPower law{.erodibility = 2e-5, .area_exponent = m, .uplift_m_per_year = 1e-3};
        const Routing r = settle(z, law, pool, 400);
        const D8Steps step(r.shape, Topology{});
        std::size_t off = 0;
        for (std::size_t i = 0; i < z.size(); ++i) {
            if (r.receiver[i] == 0) continue;
            const std::size_t j = step.downstream(i, r.receiver[i]);
            const double distance = kCell * (d8_direction(r.receiver[i]) % 2 == 0 ? 1.0 : std::sqrt(2.0));
            const double slope = (static_cast<double>(z[i]) - static_cast<double>(z[j])) / distance;
            const double expected = 1e-3 / 2e-5 * std::pow(r.area[i] * kCell * kCell, -m);
            off += std::fabs(slope / expected - 1.0) < 0.02 ? 0 : 1;
        }
        // A few cells beside divides go on changing sides.
        CHECK(off < z.size() / 50);
    }
}

TEST_CASE("a step of any length keeps the order of heights along the flow") {
    ThreadPool pool(1);
    const Grid<float> start = rough({40, 33});
    for (const double years : {0.0, 1.0, 1e6, 1e300}) {
        Grid<float> z = start;
        const Routing r = route({.height = &z, .seed = 2, .with_order = true}, pool);
        stream_power_step(z, r, kCell, years, {.erodibility = 1e-4});
        const D8Steps step(r.shape, Topology{});
        for (std::size_t i = 0; i < z.size(); ++i) {
            REQUIRE(std::isfinite(z[i]));
            REQUIRE(z[i] <= start[i]);
            if (r.receiver[i] == 0) REQUIRE(z[i] == start[i]);
            if (r.filled[i] > start[i]) REQUIRE(z[i] == start[i]);
            if (r.receiver[i] == 0 || r.filled[i] > start[i]) continue;
            const std::size_t j = step.downstream(i, r.receiver[i]);
            REQUIRE(z[i] >= (r.filled[j] > start[j] ? r.filled[j] : z[j]));
        }
        if (years == 0.0) CHECK(std::equal(z.begin(), z.end(), start.begin()));
        if (years == 1e6) CHECK_FALSE(std::equal(z.begin(), z.end(), start.begin()));
    }
}

TEST_CASE("stream power refuses a routing without order and senseless parameters") {
    ThreadPool pool(1);
    Grid<float> z = rough({5, 5});
    const Routing bare = route({.height = &z}, pool);
    CHECK_THROWS_AS(stream_power_step(z, bare, kCell, 1.0, {}), UserError);
    const Routing r = route({.height = &z, .with_order = true}, pool);
    CHECK_THROWS_AS(stream_power_step(z, r, 0.0, 1.0, {}), UserError);
    CHECK_THROWS_AS(stream_power_step(z, r, kCell, -1.0, {}), UserError);
    CHECK_THROWS_AS(stream_power_step(z, r, kCell, 1.0, {.erodibility = std::nan("")}), UserError);
    Grid<float> other({4, 5});
    CHECK_THROWS_AS(stream_power_step(other, r, kCell, 1.0, {}), UserError);
    CHECK_NOTHROW(stream_power_step(z, r, kCell, 1.0, {}));
}
