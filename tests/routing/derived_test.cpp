#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "core/errors.h"
#include "routing/lakes.h"
#include "routing/multiple_flow.h"
#include "routing/oracles.h"
#include "routing/rivers.h"
#include "routing/streams.h"
#include "routing/watersheds.h"

using namespace terrain;

namespace {

Grid<float> rough(Shape shape, std::uint64_t seed) {
    Grid<float> z(shape);
    for (std::size_t i = 0; i < z.size(); ++i) {
        const auto x = static_cast<float>(i % static_cast<std::size_t>(shape.width));
        z[i] = std::floor(oracle::random_unit(seed, i) * 40) * 0.25F + x * 0.3F;
    }
    return z;
}

Routing routed(const Grid<float>& z, bool periodic = false) {
    ThreadPool pool(1);
    RoutingInput in;
    in.height = &z;
    in.seed = 11;
    in.topology.wrap_x = periodic;
    in.with_order = true;
    return route(in, pool);
}

}  // namespace

TEST_CASE("where two streams of one order meet, the order rises by one") {
    // A Y: two valleys from the north join in the middle and run to the southern edge.
    Grid<float> z({7, 8}, 90.0F);
    z(1, 1) = 50, z(2, 2) = 40, z(5, 1) = 50, z(4, 2) = 40, z(3, 3) = 30;
    z(3, 4) = 25, z(3, 5) = 20, z(3, 6) = 15, z(3, 7) = 10;
    const Routing r = routed(z);
    const Grid<std::uint8_t> order = strahler_order(r, 2);
    CHECK(order(2, 2) == 1);
    CHECK(order(4, 2) == 1);
    CHECK(order(3, 3) == 2);
    CHECK(order(3, 7) == 2);
    CHECK(order(0, 0) == 0);
    const std::vector<Reach> rivers = find_rivers(r, 2, 10.0);
    REQUIRE(!rivers.empty());
    // Small side arms may cut the trunk into several reaches.
    double trunk = 0;
    for (const Reach& reach : rivers) {
        if (reach.order != 2) continue;
        trunk += reach.length_m;
        if (reach.cells.back() != 7 * 7 + 3) continue;
        CHECK(reach.next == -1);
        CHECK(reach.area == r.area(3, 7));
    }
    CHECK(trunk == Approx(40.0));
    CHECK(cell_centre_m(r.shape, 7 * 7 + 3, 10.0) == glm::dvec2(35.0, 75.0));
}

TEST_CASE("Strahler order, reaches and watersheds keep their laws on rough maps") {
    for (const bool periodic : {false, true}) {
        const Grid<float> z = rough({83, 61}, 4);
        const Routing r = routed(z, periodic);
        const D8Steps step(r.shape, r.topology);
        const std::uint32_t threshold = 12;
        const Grid<std::uint8_t> mask = stream_mask(r, threshold);
        const Grid<std::uint8_t> order = strahler_order(r, threshold);
        std::vector<std::array<int, 16>> arms(z.size());
        for (std::size_t i = 0; i < z.size(); ++i) {
            CHECK((order[i] != 0) == (mask[i] != 0));
            if (order[i] != 0 && r.receiver[i] != 0) ++arms[step.downstream(i, r.receiver[i])][order[i]];
        }
        for (std::size_t i = 0; i < z.size(); ++i) {
            if (order[i] == 0) continue;
            int greatest = 0;
            for (int k = 1; k < 16; ++k) greatest = arms[i][static_cast<std::size_t>(k)] > 0 ? k : greatest;
            const int expected = greatest == 0 ? 1 : greatest + (arms[i][static_cast<std::size_t>(greatest)] > 1);
            CHECK(order[i] == expected);
        }

        // Every step between stream cells is in one reach, once.
        std::vector<int> covered(z.size(), 0);
        const std::vector<Reach> rivers = find_rivers(r, threshold, 2.0);
        for (const Reach& reach : rivers) {
            double length = 0;
            for (std::size_t q = 0; q + 1 < reach.cells.size(); ++q) {
                const std::uint32_t i = reach.cells[q];
                ++covered[i];
                CHECK(order[i] == reach.order);
                REQUIRE(step.downstream(i, r.receiver[i]) == reach.cells[q + 1]);
                length += d8_direction(r.receiver[i]) % 2 == 0 ? 2.0 : 2.0 * std::sqrt(2.0);
            }
            CHECK(length == Approx(reach.length_m));
            if (reach.next >= 0) {
                const Reach& below = rivers[static_cast<std::size_t>(reach.next)];
                CHECK(below.cells.front() == reach.cells.back());
                CHECK(below.area >= reach.area);
            } else {
                CHECK(r.receiver[reach.cells.back()] == 0);
            }
        }
        for (std::size_t i = 0; i < z.size(); ++i) CHECK(covered[i] == (mask[i] != 0 && r.receiver[i] != 0 ? 1 : 0));

        const Watersheds sheds = find_watersheds(r);
        std::vector<std::uint32_t> count(sheds.list.size() + 1, 0);
        for (std::size_t i = 0; i < z.size(); ++i) {
            ++count[sheds.id[i]];
            if (r.receiver[i] != 0) CHECK(sheds.id[i] == sheds.id[step.downstream(i, r.receiver[i])]);
        }
        CHECK(count[0] == 0);
        for (std::size_t k = 0; k < sheds.list.size(); ++k) {
            CHECK(count[k + 1] == sheds.list[k].cells);
            CHECK(sheds.id[sheds.list[k].outlet] == k + 1);
        }
    }
}

TEST_CASE("rivers never run uphill on the exported water surface, and climb the ground only in lakes") {
    const Grid<float> z = rough({90, 70}, 8);
    const Routing r = routed(z);
    const D8Steps step(r.shape, r.topology);
    const Grid<float> depth = lake_depth(z, r);
    std::size_t climbs = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        CHECK(depth[i] == r.filled[i] - z[i]);
        if (r.receiver[i] == 0) continue;
        const std::size_t j = step.downstream(i, r.receiver[i]);
        CHECK(r.filled[j] <= r.filled[i]);
        if (z[j] > z[i]) {
            CHECK(depth[i] > 0);
            ++climbs;
        }
    }
    CHECK(climbs > 0);
}

TEST_CASE("a basin is a lake with the volume, level and outlet of its geometry") {
    Grid<float> z({9, 7}, 20.0F);
    for (std::int32_t y = 2; y < 5; ++y) {
        for (std::int32_t x = 2; x < 6; ++x) z(x, y) = 10.0F;
    }
    z(3, 3) = 7.0F;
    z(6, 3) = 15.0F, z(7, 3) = 14.0F, z(8, 3) = 13.0F;
    const Routing r = routed(z);
    const FilledLakes lakes = find_lakes(z, r, 10.0);
    REQUIRE(lakes.list.size() == 1);
    const FilledLake& lake = lakes.list[0];
    CHECK(lake.level_m == 15.0F);
    CHECK(lake.depth_m == 8.0F);
    CHECK(lake.cells == 12);
    CHECK(lake.area_m2 == 1200.0);
    CHECK(lake.volume_m3 == (12 * 5 + 3) * 100.0);
    CHECK(lake.outlet == 3 * 9 + 6);
    CHECK(lakes.id(3, 3) == 1);
    CHECK(lakes.id(6, 3) == 0);
}

TEST_CASE("lakes are level, apart from each other, and hold all standing water") {
    for (const bool periodic : {false, true}) {
        const Grid<float> z = rough({77, 64}, 21);
        const Routing r = routed(z, periodic);
        const FilledLakes lakes = find_lakes(z, r, 1.0);
        CHECK(lakes.list.size() > 5);
        double volume = 0;
        double expected = 0;
        for (const FilledLake& lake : lakes.list) volume += lake.volume_m3;
        for (std::size_t i = 0; i < z.size(); ++i) {
            expected += static_cast<double>(r.filled[i]) - static_cast<double>(z[i]);
            CHECK((lakes.id[i] != 0) == (r.filled[i] > z[i]));
            if (lakes.id[i] == 0) continue;
            CHECK(r.filled[i] == lakes.list[lakes.id[i] - 1].level_m);
            for (int k = 0; k < 8; ++k) {
                const std::int64_t j = oracle::neighbour(r.shape, r.topology, i, k);
                if (lakes.id[static_cast<std::size_t>(j)] == 0) continue;
                CHECK(lakes.id[static_cast<std::size_t>(j)] == lakes.id[i]);
            }
        }
        CHECK(volume == Approx(expected));
        for (const FilledLake& lake : lakes.list) CHECK(r.filled[lake.outlet] <= lake.level_m);
    }
}

TEST_CASE("multiple flow keeps the mass, follows a plane's aspect and is near D8 for a high exponent") {
    const Grid<float> z = rough({50, 41}, 2);
    const Routing r = routed(z);
    const MultipleFlow flow = multiple_flow(r);
    double drained = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        CHECK(flow.area[i] >= 1.0);
        if (r.receiver[i] == 0) drained += flow.area[i];
    }
    CHECK(drained == Approx(static_cast<double>(z.size())));
    CHECK_THROWS_AS(multiple_flow(r, 0.0), UserError);

    Grid<float> plane({31, 31});
    for (std::int32_t y = 0; y < 31; ++y) {
        for (std::int32_t x = 0; x < 31; ++x)
            plane(x, y) = 100.0F - 2.0F * static_cast<float>(x) - 1.0F * static_cast<float>(y);
    }
    const glm::vec2 d = multiple_flow(routed(plane)).direction(15, 15);
    CHECK(d.x > d.y);
    CHECK(d.y > 0.2F);
}

TEST_CASE("what needs the order of cells says so") {
    const Grid<float> z = rough({6, 6}, 1);
    Routing r = routed(z);
    r.order.clear();
    CHECK_THROWS_AS(strahler_order(r, 1), std::invalid_argument);
    CHECK_THROWS_AS(find_watersheds(r), std::invalid_argument);
    CHECK_THROWS_AS(find_rivers(r, 1, 1.0), std::invalid_argument);
}
