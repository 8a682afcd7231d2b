#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/errors.h"
#include "routing/multiple_flow.h"
#include "routing/oracles.h"

using namespace terrain;

namespace {

Grid<float> grid(Shape shape, std::initializer_list<float> values) {
    Grid<float> g(shape);
    std::copy(values.begin(), values.end(), g.begin());
    return g;
}

/// Small maps of all kinds: rough, few levels, two levels with both zeros, one value, quantised slope.
Grid<float> random_map(std::uint64_t t) {
    const Shape shape{static_cast<std::int32_t>(1 + cell_hash(9, static_cast<std::uint32_t>(t)) % 40),
                      static_cast<std::int32_t>(1 + cell_hash(10, static_cast<std::uint32_t>(t)) % 40)};
    Grid<float> z(shape);
    for (std::size_t i = 0; i < z.size(); ++i) {
        const float r = oracle::random_unit(t, i);
        const auto x = static_cast<float>(i % static_cast<std::size_t>(shape.width));
        const float kinds[5] = {r, std::floor(r * 4), r < 0.05F ? -0.0F : std::floor(r * 2), 0.0F,
                                std::floor(r * 64) * 0.25F + x * 0.5F};
        z[i] = kinds[t % 5];
    }
    return z;
}

void require_same(const Routing& a, const Routing& b) {
    REQUIRE(std::equal(a.filled.begin(), a.filled.end(), b.filled.begin(), b.filled.end(), [](float p, float q) {
        return std::bit_cast<std::uint32_t>(p) == std::bit_cast<std::uint32_t>(q);
    }));
    REQUIRE(std::equal(a.receiver.begin(), a.receiver.end(), b.receiver.begin(), b.receiver.end()));
    REQUIRE(std::equal(a.area.begin(), a.area.end(), b.area.begin(), b.area.end()));
    REQUIRE(a.order == b.order);
}

}  // namespace

TEST_CASE("the cell hash gives the reference values") {
    const std::uint64_t seeds[4] = {0, 1, 42, 1ULL << 63};
    const std::uint32_t cells[4] = {0, 1, 65535, 1U << 24};
    const std::uint64_t expected[4][4] = {
        {0xe9e0033e3badaf36, 0x9da44f6e0275d406, 0x83227740e8fd5ea0, 0xf9dc4e4e322312e0},
        {0x2cb0f69f4abea221, 0x9bc992e0f290a7ea, 0xaef22a47c81e71fa, 0xcec8e99acba0163c},
        {0x8977e93646524825, 0xf0178997056bdc9d, 0x9520b4216c6ca56e, 0x272ca49e4bee6107},
        {0x092e87d01a3919a9, 0x64e3145d24f4e1a3, 0x73f3f17c89c4321b, 0xc63849d280d75d19}};
    for (int s = 0; s < 4; ++s) {
        for (int c = 0; c < 4; ++c) CHECK(cell_hash(mix_seed(seeds[s]), cells[c]) == expected[s][c]);
    }
}

TEST_CASE("the depression of the known-answer map fills and drains") {
    const Grid<float> z = grid({4, 3}, {250, 260, 265, 270, 240, 200, 200, 210, 230, 220, 225, 205});
    ThreadPool pool(1);
    const Routing r = route({.height = &z}, pool);
    CHECK(r.filled(1, 1) == 205);
    CHECK(r.filled(2, 1) == 205);
    CHECK(r.receiver(1, 1) == 1);
    CHECK(r.receiver(2, 1) == 2);
    CHECK(r.area(3, 2) == 3);
}

TEST_CASE("200 random maps: minimax surface, receivers by definition, laws of a forest") {
    ThreadPool pool(1);
    for (std::uint64_t t = 0; t < 200; ++t) {
        const Grid<float> z = random_map(t);
        Grid<std::uint8_t> holes(z.shape());
        for (std::size_t i = 0; i < z.size(); ++i) holes[i] = oracle::random_unit(t + 500, i) < 0.02F ? 1 : 0;
        RoutingInput in{.height = &z,
                        .seed = t,
                        .topology = {t % 3 == 1, t % 6 == 4, false},
                        .jitter = t % 8 != 5,
                        .with_order = true};
        if (t % 4 == 2) in.sea_level = 0.1F;
        if (t % 7 == 3) in.no_data = &holes;
        const Routing r = route(in, pool);
        // A map without a border and without outlets drains to its lowest cells.
        const float lowest = *std::min_element(z.begin(), z.end());
        const bool hole = in.no_data != nullptr && std::count(holes.begin(), holes.end(), 1) > 0;
        if (in.topology.closed() && !hole) in.sea_level = std::max(in.sea_level.value_or(lowest), lowest);
        INFO("map " << t << ", " << z.width() << " x " << z.height());
        const std::vector<float> surface = oracle::minimax(in);
        const std::vector<std::uint8_t> receiver = oracle::receivers(in, surface);
        std::size_t wrong_height = 0;
        std::size_t wrong_receiver = 0;
        for (std::size_t i = 0; i < z.size(); ++i) {
            if (oracle::is_data(in, i)) wrong_height += surface[i] == r.filled[i] ? 0 : 1;
            wrong_receiver += receiver[i] == r.receiver[i] ? 0 : 1;
        }
        CHECK(wrong_height == 0);
        CHECK(wrong_receiver == 0);
        CHECK(std::string(oracle::broken_law(in, r)).empty());
    }
}

TEST_CASE("a closed map drains to its sea, its holes or its lowest cells") {
    ThreadPool pool(2);
    for (std::uint64_t t = 0; t < 60; ++t) {
        const Grid<float> z = random_map(t);
        Grid<std::uint8_t> holes(z.shape());
        RoutingInput in{.height = &z,
                        .seed = t,
                        .topology = {t % 3 == 1, t % 6 == 4, false},
                        .open_border = false,
                        .with_order = true};
        const float lowest = *std::min_element(z.begin(), z.end());
        if (t % 4 == 1) in.sea_level = lowest + 0.3F;
        if (t % 4 == 2) in.sea_level = lowest - 5.0F;
        if (t % 4 == 3) {
            holes[z.size() / 2] = 1;
            in.no_data = &holes;
        }
        const Routing r = route(in, pool);
        RoutingInput plain = in;
        if (t % 2 == 0) plain.sea_level = lowest;
        INFO("map " << t << ", " << z.width() << " x " << z.height());
        CHECK(std::string(oracle::broken_law(plain, r)).empty());
        const std::vector<float> surface = oracle::minimax(plain);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < z.size(); ++i) wrong += oracle::is_data(in, i) && surface[i] != r.filled[i] ? 1 : 0;
        CHECK(wrong == 0);
        multiple_flow(r);
    }
}

TEST_CASE("the routing has the same bits with every compiler and vector width") {
    Grid<float> z({211, 307});
    for (std::size_t i = 0; i < z.size(); ++i) {
        const float r = oracle::random_unit(77, i);
        z[i] = i % 211 < 100 ? r * 50.0F + static_cast<float>(i % 211) : std::floor(r * 4);
    }
    ThreadPool pool(2);
    const Routing r = route({.height = &z, .seed = 5, .with_order = true}, pool);
    std::uint64_t digest = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        digest = mix64(digest ^ std::bit_cast<std::uint32_t>(r.filled[i]));
        digest = mix64(digest ^ r.receiver[i]);
        digest = mix64(digest ^ r.area[i]);
        digest = mix64(digest ^ r.order[i]);
    }
    CHECK(digest == 0xad4327aa9a34134fULL);
}

TEST_CASE("any number of threads gives one routing") {
    // High enough for several strips; rough ground, a lake over many of them, and quantised flats.
    const Shape shape{301, 700};
    for (int kind = 0; kind < 3; ++kind) {
        Grid<float> z(shape);
        for (std::int32_t y = 0; y < shape.height; ++y) {
            for (std::int32_t x = 0; x < shape.width; ++x) {
                const float r = oracle::random_unit(7, static_cast<std::size_t>(y * shape.width + x));
                const auto dx = static_cast<float>(x - 150);
                const auto dy = static_cast<float>(y - 350);
                z(x, y) = kind == 0 ? r : kind == 1 ? dx * dx + dy * dy * 0.2F + r : std::floor(r * 3 + dy * 0.01F);
            }
        }
        for (const bool periodic : {false, true}) {
            RoutingInput in{.height = &z, .seed = 3, .topology = {periodic, false, false}, .with_order = true};
            ThreadPool one(1);
            const Routing expected = route(in, one);
            CHECK(std::string(oracle::broken_law(in, expected)).empty());
            const std::vector<float> surface = oracle::minimax(in);
            CHECK(std::equal(surface.begin(), surface.end(), expected.filled.begin()));
            for (const int threads : {2, 3, 8}) {
                ThreadPool pool(threads);
                Routing again;
                route(in, pool, again);
                require_same(expected, again);
                route(in, pool, again);
                require_same(expected, again);
            }
        }
    }
}

TEST_CASE("scale by a power of two and an exact offset change no direction") {
    ThreadPool pool(1);
    for (std::uint64_t t = 0; t < 40; ++t) {
        Grid<float> z = random_map(t);
        for (float& v : z) v = std::floor(v * 1024) / 1024;
        Grid<float> scaled = z;
        Grid<float> raised = z;
        for (float& v : scaled) v *= 4096;
        for (float& v : raised) v += 1000;
        const Routing r = route({.height = &z, .seed = t}, pool);
        const Routing s = route({.height = &scaled, .seed = t}, pool);
        const Routing o = route({.height = &raised, .seed = t}, pool);
        CHECK(std::equal(r.receiver.begin(), r.receiver.end(), s.receiver.begin()));
        CHECK(std::equal(r.receiver.begin(), r.receiver.end(), o.receiver.begin()));
    }
}

TEST_CASE("two seeds scatter a flat in two ways, one seed in one") {
    const Grid<float> z({65, 40}, 3.0F);
    ThreadPool pool(1);
    const Routing a = route({.height = &z, .seed = 1}, pool);
    const Routing b = route({.height = &z, .seed = 2}, pool);
    const Routing c = route({.height = &z, .seed = 1}, pool);
    CHECK_FALSE(std::equal(a.receiver.begin(), a.receiver.end(), b.receiver.begin()));
    CHECK(std::equal(a.receiver.begin(), a.receiver.end(), c.receiver.begin()));
}

TEST_CASE("the smallest maps are all outlet") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{1, 7}, Shape{9, 1}, Shape{2, 5}}) {
        const Grid<float> z(shape, 4.0F);
        RoutingInput in{.height = &z, .with_order = true};
        const Routing r = route(in, pool);
        CHECK(std::all_of(r.area.begin(), r.area.end(), [](std::uint32_t a) { return a == 1; }));
        CHECK(std::string(oracle::broken_law(in, r)).empty());
        in.topology.wrap_x = true;
        CHECK(std::string(oracle::broken_law(in, route(in, pool))).empty());
    }
}

TEST_CASE("long ramps, long flats and a spiral drain") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{30000, 7}, Shape{7, 30000}}) {
        Grid<float> ramp(shape);
        Grid<float> flat(shape, 9.0F);
        for (std::int32_t y = 0; y < shape.height; ++y) {
            for (std::int32_t x = 0; x < shape.width; ++x) {
                ramp(x, y) = 0.25F * static_cast<float>(shape.width > shape.height ? x : y);
                if (x > 0 && y > 0 && x + 1 < shape.width && y + 1 < shape.height) flat(x, y) = 5.0F;
            }
        }
        flat(0, 1) = 1.0F;
        for (const Grid<float>* z : {&ramp, &flat}) {
            const RoutingInput in{.height = z, .seed = 1, .with_order = true};
            const Routing r = route(in, pool);
            CHECK(std::string(oracle::broken_law(in, r)).empty());
        }
    }
    // A level channel that winds inwards between walls; its one outlet is at the outer end.
    const std::int32_t n = 201;
    Grid<float> spiral({n, n}, 50.0F);
    std::int32_t x = 1;
    std::int32_t y = 1;
    std::size_t channel = 1;
    spiral(0, 1) = 2.0F;
    spiral(x, y) = 10.0F;
    for (std::int32_t length = n - 3, turn = 0; length > 0; ++turn) {
        for (std::int32_t s = 0; s < length; ++s, ++channel) {
            x += kD8Dx[2 * (turn % 4)];
            y += kD8Dy[2 * (turn % 4)];
            spiral(x, y) = 10.0F;
        }
        if (turn > 0 && turn % 2 == 0) length -= 2;
    }
    const RoutingInput in{.height = &spiral, .with_order = true};
    const Routing r = route(in, pool);
    CHECK(std::string(oracle::broken_law(in, r)).empty());
    CHECK(r.area(0, 1) >= channel);
    CHECK(r.area(0, 1) > static_cast<std::uint32_t>((n - 4) * (n - 4)));
}

TEST_CASE("a winding flat longer than 32 bits of path length drains") {
    const std::int32_t n = 2101;
    Grid<float> z({n, n}, 50.0F);
    for (std::int32_t y = 1; y < n - 1; ++y) {
        if (y % 2 == 0) {
            z(y % 4 == 2 ? n - 2 : 1, y) = 10.0F;
            continue;
        }
        for (std::int32_t x = 1; x < n - 1; ++x) z(x, y) = 10.0F;
    }
    z(0, 1) = 2.0F;
    ThreadPool pool(2);
    const RoutingInput in{.height = &z, .with_order = true};
    const Routing r = route(in, pool);
    CHECK(std::string(oracle::broken_law(in, r)).empty());
    const D8Steps step(r.shape, Topology{});
    std::size_t steps = 0;
    for (std::size_t i = static_cast<std::size_t>(n - 2) * static_cast<std::size_t>(n) + 1; r.receiver[i] != 0;
         ++steps) {
        i = step.downstream(i, r.receiver[i]);
        if (r.receiver[i] == 0) CHECK(i == static_cast<std::size_t>(n));
    }
    CHECK(steps > 2000000);
}

TEST_CASE("heights that are not finite are refused, but not where there is no data") {
    ThreadPool pool(1);
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Grid<float> z({9, 7}, 1.0F);
        z(4, 2) = bad;
        CHECK_THROWS_WITH(route({.height = &z}, pool), Catch::Contains("(4, 2)"));
        CHECK_THROWS_AS(route({.height = &z}, pool), UserError);
        Grid<std::uint8_t> mask(z.shape());
        mask(4, 2) = 1;
        const RoutingInput in{.height = &z, .no_data = &mask};
        const Routing r = route(in, pool);
        CHECK(r.area(4, 2) == 0);
        CHECK(r.receiver(5, 3) == 0);
        CHECK(std::string(oracle::broken_law(in, r)).empty());
        const Grid<std::uint8_t> other({3, 3});
        CHECK_THROWS_AS(route({.height = &z, .no_data = &other}, pool), UserError);
    }
    const Grid<float> none;
    CHECK_THROWS_AS(route({.height = &none}, pool), UserError);
}

TEST_CASE("a planet drains: the laws of a forest hold over seam and poles, steps are metric") {
    ThreadPool pool(2);
    for (std::uint64_t t = 0; t < 30; ++t) {
        const auto half = static_cast<std::int32_t>(1 + cell_hash(11, static_cast<std::uint32_t>(t)) % 20);
        Grid<float> z({2 * half, half});
        for (std::size_t i = 0; i < z.size(); ++i) {
            const float r = oracle::random_unit(t, i);
            z[i] = t % 3 == 0 ? std::floor(4 * r) : r;
        }
        RoutingInput in{.height = &z, .seed = t, .topology = {true, false, true}, .with_order = true};
        if (t % 2 == 1) in.sea_level = 0.3F;
        const Routing r = route(in, pool);
        const float lowest = *std::min_element(z.begin(), z.end());
        in.sea_level = std::max(in.sea_level.value_or(lowest), lowest);
        INFO("map " << t << ", " << z.width() << " x " << z.height());
        CHECK(std::string(oracle::broken_law(in, r)).empty());
        const std::vector<float> surface = oracle::minimax(in);
        CHECK(std::equal(surface.begin(), surface.end(), r.filled.begin()));
        multiple_flow(r);
    }
    // Ground that falls as much a cell to the east as to the south: near the poles east is by far the steeper way.
    const Shape shape{64, 32};
    Grid<float> z(shape);
    for (std::int32_t y = 0; y < 32; ++y) {
        for (std::int32_t x = 0; x < 64; ++x) z(x, y) = 1000.0F - static_cast<float>(x + y);
    }
    RoutingInput in{.height = &z, .seed = 1, .topology = {true, false, true}, .jitter = false};
    const Routing r = route(in, pool);
    CHECK(r.receiver(20, 3) == d8_code(0));
    CHECK(r.receiver(20, 28) == d8_code(0));
    CHECK(r.receiver(20, 16) == d8_code(1));
}

TEST_CASE("back is the way a step came, over a pole too") {
    const Shape shape{16, 8};
    for (const Topology& t : {Topology{true, false, false}, Topology{true, true, false}, Topology{true, false, true}}) {
        const D8Steps step(shape, t);
        for (std::size_t i = 0; i < shape.cells(); ++i) {
            each_neighbour(shape, t, i, [&](int k, std::size_t j) { REQUIRE(step.to(j, step.back(i, k)) == i); });
        }
    }
}
