// Outlines of areas: known shapes, and the laws that area and holes obey on random ones.
#include "maps/outlines.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/hash.h"

using namespace terrain;

namespace {

Grid<std::uint32_t> grid_of(const std::vector<std::string>& rows) {
    Grid<std::uint32_t> id({static_cast<std::int32_t>(rows[0].size()), static_cast<std::int32_t>(rows.size())});
    for (std::int32_t y = 0; y < id.height(); ++y) {
        for (std::int32_t x = 0; x < id.width(); ++x) {
            const char c = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
            id(x, y) = c == '.' ? 0 : static_cast<std::uint32_t>(c - '0');
        }
    }
    return id;
}

/// Twice the signed area: > 0 for clockwise with y down.
std::int64_t twice_area(const Ring& ring) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const glm::ivec2 a = ring[k], b = ring[(k + 1) % ring.size()];
        sum += static_cast<std::int64_t>(a.x) * b.y - static_cast<std::int64_t>(b.x) * a.y;
    }
    return sum;
}

}  // namespace

TEST_CASE("outlines: one cell, and a bar") {
    const auto one = outlines(grid_of({"1"}), 1);
    REQUIRE(one[0] == std::vector<Polygon>{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}});
    const auto bar = outlines(grid_of({"...", ".22", "..."}), 2);
    REQUIRE(bar[0].empty());
    REQUIRE(bar[1] == std::vector<Polygon>{{{{1, 1}, {3, 1}, {3, 2}, {1, 2}}}});
}

TEST_CASE("outlines: islands are holes, what touches at corners alone is a part of its own") {
    const auto ring = outlines(grid_of({"111", "1.1", "111"}), 1);
    REQUIRE(ring[0].size() == 1);
    REQUIRE(ring[0][0].size() == 2);
    REQUIRE(twice_area(ring[0][0][0]) == 18);
    REQUIRE(twice_area(ring[0][0][1]) == -2);
    REQUIRE(outlines(grid_of({"1.", ".1"}), 1)[0].size() == 2);
    // A ring that closes at a corner alone: the hole touches the outline there, and neither crosses itself.
    const auto corner = outlines(grid_of({"11.", "1.1", "111"}), 1);
    REQUIRE(corner[0].size() == 1);
    REQUIRE(corner[0][0].size() == 2);
    REQUIRE(twice_area(corner[0][0][1]) == -2);
}

TEST_CASE("outlines: areas of random maps add up, outlines first, corners only") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const RandomStream random(seed, "outlines");
        const Shape shape{static_cast<std::int32_t>(1 + bounded(random(1), 17)),
                          static_cast<std::int32_t>(1 + bounded(random(2), 13))};
        Grid<std::uint32_t> id(shape);
        std::vector<std::int64_t> cells(4);
        for (std::size_t i = 0; i < id.size(); ++i) ++cells[id[i] = bounded(random(i, 3), 4)];
        const auto found = outlines(id, 3);
        for (std::size_t k = 0; k < 3; ++k) {
            std::int64_t area = 0;
            for (const Polygon& polygon : found[k]) {
                for (std::size_t r = 0; r < polygon.size(); ++r) {
                    REQUIRE((twice_area(polygon[r]) > 0) == (r == 0));
                    area += twice_area(polygon[r]);
                    for (std::size_t c = 0; c < polygon[r].size(); ++c) {
                        const glm::ivec2 a = polygon[r][c], b = polygon[r][(c + 1) % polygon[r].size()];
                        const glm::ivec2 d = polygon[r][(c + 2) % polygon[r].size()];
                        REQUIRE((a.x == b.x) != (a.y == b.y));
                        REQUIRE((a.x == b.x) != (b.x == d.x));
                    }
                }
            }
            REQUIRE(area == 2 * cells[k + 1]);
        }
    }
}
