// What makes rivers: networks, bends, valleys, and no preference for an axis.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <glm/geometric.hpp>

#include "hydrology/hydrology.h"
#include "hydrology/landscape.h"
#include "routing/d8.h"
#include "routing/router.h"
#include "routing/streams.h"

using namespace terrain;
using terrain::test::perlin_landscape;

namespace {

HydrologyResult run(const HydrologyInput& input, ThreadPool& pool) {
    Progress silent;
    return run_hydrology(input, pool, silent);
}

Routing drainage(const Grid<float>& surface, ThreadPool& pool) {
    RoutingInput input;
    input.height = &surface;
    input.seed = 5;
    input.with_order = true;
    return route(input, pool);
}

// The trunk: upstream from the outlet with the greatest drainage area, always along the greatest tributary, while it
// drains at least `least` cells. Outlet first.
std::vector<std::size_t> trunk(const Routing& routing, std::uint32_t least) {
    const D8Steps steps(routing.shape, routing.topology);
    std::vector<std::size_t> greatest(routing.area.size(), routing.area.size());
    std::size_t mouth = 0;
    for (std::size_t i = 0; i < routing.area.size(); ++i) {
        if (routing.receiver[i] == 0) {
            if (routing.area[i] > routing.area[mouth] || routing.receiver[mouth] != 0) mouth = i;
            continue;
        }
        std::size_t& donor = greatest[steps.downstream(i, routing.receiver[i])];
        if (donor == routing.area.size() || routing.area[i] > routing.area[donor]) donor = i;
    }
    std::vector<std::size_t> path{mouth};
    for (std::size_t i = greatest[mouth]; i < routing.area.size() && routing.area[i] >= least; i = greatest[i]) {
        path.push_back(i);
    }
    return path;
}

}  // namespace

TEST_CASE("the default recipe has a trunk river with tributaries, in a valley that winds") {
    ThreadPool pool(2);
    const std::uint64_t seed = GENERATE(42, 1, 2, 3);
    const Shape shape{512, 512};
    const HydrologyResult result = run(perlin_landscape(shape, seed, pool), pool);
    const Routing routing = drainage(result.water_level, pool);
    const auto least = static_cast<std::uint32_t>(shape.cells() / 2000);
    const Grid<std::uint8_t> order = strahler_order(routing, least);
    CAPTURE(seed);
    REQUIRE(static_cast<int>(*std::max_element(order.begin(), order.end())) >= 4);

    const std::vector<std::size_t> path = trunk(routing, least * 4);
    REQUIRE(path.size() > 100);
    double depth = 0, length = 0;
    const std::int32_t reach = 24;
    for (std::size_t k = 0; k < path.size(); ++k) {
        const auto x = static_cast<std::int32_t>(path[k] % 512), y = static_cast<std::int32_t>(path[k] / 512);
        float rim = 0;  // the mean height around, above the river
        int cells = 0;
        for (std::int32_t v = std::max(0, y - reach); v <= std::min(511, y + reach); ++v) {
            for (std::int32_t u = std::max(0, x - reach); u <= std::min(511, x + reach); ++u) {
                rim += result.height(u, v);
                ++cells;
            }
        }
        depth += rim / static_cast<float>(cells) - result.height[path[k]];
        if (k == 0) continue;
        const auto px = static_cast<std::int32_t>(path[k - 1] % 512), py = static_cast<std::int32_t>(path[k - 1] / 512);
        length += std::sqrt(static_cast<double>((x - px) * (x - px) + (y - py) * (y - py)));
    }
    const auto first = path.front(), last = path.back();
    const double dx = static_cast<double>(first % 512) - static_cast<double>(last % 512);
    const double dy = static_cast<double>(first / 512) - static_cast<double>(last / 512);
    CAPTURE(path.size(), depth / static_cast<double>(path.size()), length / std::sqrt(dx * dx + dy * dy));
    REQUIRE(depth / static_cast<double>(path.size()) > 30.0);  // metres, of 2400
    REQUIRE(length / std::sqrt(dx * dx + dy * dy) > 1.2);
    // The drops' river is where the drainage is.
    std::size_t large = 0, wet = 0;
    for (const std::size_t i : path) {
        if (routing.area[i] < shape.cells() / 100) continue;
        const auto x = static_cast<std::int32_t>(i % 512), y = static_cast<std::int32_t>(i / 512);
        bool here = false;
        for (std::int32_t v = std::max(0, y - 1); v <= std::min(511, y + 1); ++v) {
            for (std::int32_t u = std::max(0, x - 1); u <= std::min(511, x + 1); ++u) {
                here = here || result.stream(u, v) > 0.2F || result.pool(u, v) > 0;
            }
        }
        ++large;
        wet += here;
    }
    CAPTURE(large, wet);
    REQUIRE(wet * 10 > large * 7);  // a lake on the way may use water up
}

TEST_CASE("rivers run in all directions alike") {
    ThreadPool pool(2);
    std::array<double, 8> octants{};
    double all = 0;
    for (std::uint64_t seed = 100; seed < 116; ++seed) {
        const HydrologyResult result = run(perlin_landscape({160, 160}, seed, pool), pool);
        for (std::size_t i = 0; i < result.stream.size(); ++i) {
            const glm::vec2 flow = result.flow[i];
            if (result.stream[i] < 0.3F || glm::length(flow) < 0.2F) continue;
            // Octants centred on the axes and diagonals, by comparison alone.
            const float ax = std::fabs(flow.x), ay = std::fabs(flow.y);
            constexpr float kTan = 0.41421356F;  // tan 22.5
            std::size_t octant = 0;
            if (ay <= kTan * ax) {
                octant = flow.x > 0 ? 0 : 4;
            } else if (ax <= kTan * ay) {
                octant = flow.y > 0 ? 2 : 6;
            } else {
                octant = flow.x > 0 ? (flow.y > 0 ? 1 : 7) : (flow.y > 0 ? 3 : 5);
            }
            octants[octant] += 1;
            all += 1;
        }
    }
    REQUIRE(all > 4000);
    for (const double count : octants) {
        CAPTURE(octants, all);
        REQUIRE(count < 1.25 * all / 8);
    }
}

TEST_CASE("the change of the ground leans to no side") {
    ThreadPool pool(2);
    constexpr int kSeeds = 48;
    std::array<double, 2> sum{}, squares{};
    for (int seed = 0; seed < kSeeds; ++seed) {
        HydrologyInput input = perlin_landscape({96, 96}, 1000 + static_cast<std::uint64_t>(seed), pool);
        input.parameters.cycles = 30;
        input.parameters.drops_per_cell = 1;
        input.parameters.valleys.enabled = false;
        const HydrologyResult result = run(input, pool);
        const auto change = [&](std::int32_t x, std::int32_t y) {
            return static_cast<double>(result.height(x, y)) - static_cast<double>(result.source(x, y));
        };
        std::array<double, 2> cross{}, norm_g{};
        double norm_c = 0;
        for (std::int32_t y = 1; y < 95; ++y) {
            for (std::int32_t x = 1; x < 95; ++x) {
                const std::array<double, 2> g{
                    static_cast<double>(result.source(x + 1, y)) - static_cast<double>(result.source(x - 1, y)),
                    static_cast<double>(result.source(x, y + 1)) - static_cast<double>(result.source(x, y - 1))};
                const double c = change(x, y);
                norm_c += c * c;
                for (std::size_t k = 0; k < 2; ++k) {
                    cross[k] += c * g[k];
                    norm_g[k] += g[k] * g[k];
                }
            }
        }
        for (std::size_t k = 0; k < 2; ++k) {
            const double r = cross[k] / std::sqrt(norm_c * norm_g[k]);
            sum[k] += r;
            squares[k] += r * r;
        }
    }
    for (std::size_t k = 0; k < 2; ++k) {
        const double mean = sum[k] / kSeeds;
        const double deviation = std::sqrt((squares[k] / kSeeds - mean * mean) / (kSeeds - 1));
        CAPTURE(k, mean, deviation);
        REQUIRE(deviation > 0);
        REQUIRE(std::fabs(mean) < 3.5 * deviation);
    }
}
