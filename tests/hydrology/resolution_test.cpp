// One recipe, one landscape: what the size changes is the detail.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/resample.h"
#include "hydrology/hydrology.h"
#include "hydrology/landscape.h"

using namespace terrain;
using terrain::test::perlin_landscape;

namespace {

HydrologyResult run(Shape shape, std::uint64_t seed, ThreadPool& pool) {
    Progress silent;
    return run_hydrology(perlin_landscape(shape, seed, pool), pool, silent);
}

double correlation(const Grid<float>& a, const Grid<float>& b) {
    double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    const auto n = static_cast<double>(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double x = a[i], y = b[i];
        sa += x, sb += y, saa += x * x, sbb += y * y, sab += x * y;
    }
    return (sab - sa * sb / n) / std::sqrt((saa - sa * sa / n) * (sbb - sb * sb / n));
}

double share(const LakeSummary& lake, Shape shape, double cell_m) {
    return lake.area_m2 / (static_cast<double>(shape.cells()) * cell_m * cell_m);
}

// Of the cells with the strongest streams of `small`, the share that has one of `large`'s within `reach` of the longer
// side.
double rivers_found(const Grid<float>& small, const Grid<float>& large, double reach) {
    const auto strong = [](const Grid<float>& stream) {
        std::vector<float> sorted(stream.begin(), stream.end());
        const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 50);
        std::nth_element(sorted.begin(), nth, sorted.end(), std::greater<>());
        return *nth;
    };
    const float of_small = strong(small), of_large = strong(large);
    const double sx = static_cast<double>(large.width()) / small.width();
    const double sy = static_cast<double>(large.height()) / small.height();
    const auto r = static_cast<std::int32_t>(reach * std::max(large.width(), large.height()));
    std::size_t all = 0, found = 0;
    for (std::int32_t y = 0; y < small.height(); ++y) {
        for (std::int32_t x = 0; x < small.width(); ++x) {
            if (small(x, y) < of_small) continue;
            ++all;
            const auto cx = static_cast<std::int32_t>((x + 0.5) * sx), cy = static_cast<std::int32_t>((y + 0.5) * sy);
            bool near = false;
            for (std::int32_t v = std::max(0, cy - r); !near && v <= std::min(large.height() - 1, cy + r); ++v) {
                for (std::int32_t u = std::max(0, cx - r); !near && u <= std::min(large.width() - 1, cx + r); ++u) {
                    near = large(u, v) >= of_large;
                }
            }
            found += near;
        }
    }
    return static_cast<double>(found) / static_cast<double>(all);
}

}  // namespace

TEST_CASE("every size climbs the same ladder") {
    REQUIRE(hydrology_ladder({1024, 512}) == std::vector<Shape>{{128, 64}, {256, 128}, {512, 256}, {1024, 512}});
    REQUIRE(hydrology_ladder({1009, 1009}) == std::vector<Shape>{{128, 128}, {256, 256}, {512, 512}, {1009, 1009}});
    REQUIRE(hydrology_ladder({300, 300}) == std::vector<Shape>{{128, 128}, {300, 300}});
    REQUIRE(hydrology_ladder({128, 3}) == std::vector<Shape>{{128, 3}});
    REQUIRE(hydrology_ladder({1, 1}) == std::vector<Shape>{{1, 1}});
    REQUIRE(hydrology_ladder({1024, 1}) == std::vector<Shape>{{128, 1}, {256, 1}, {512, 1}, {1024, 1}});
}

TEST_CASE("two sizes of one recipe show one landscape") {
    ThreadPool pool(2);
    const std::uint64_t seed = GENERATE(42, 1);
    const Shape small{256, 256};
    const Shape large = GENERATE(Shape{512, 512}, Shape{637, 637});
    CAPTURE(seed, large.width);
    const HydrologyResult a = run(small, seed, pool), b = run(large, seed, pool);
    REQUIRE(correlation(a.height, resample_box(b.height, small)) > 0.99);
    REQUIRE(rivers_found(a.stream, b.stream, 0.02) > 0.85);
}

TEST_CASE("a great lake is there at every size") {
    ThreadPool pool(2);
    const HydrologyResult a = run({256, 256}, 42, pool);
    REQUIRE_FALSE(a.lakes.empty());
    const double expected = share(a.lakes[0], a.height.shape(), 40.0);
    REQUIRE(expected > 0.02);
    for (const std::int32_t side : {512, 601}) {
        const HydrologyResult b = run({side, side}, 42, pool);
        REQUIRE_FALSE(b.lakes.empty());
        const double found = share(b.lakes[0], b.height.shape(), 10240.0 / side);
        CAPTURE(side, expected, found);
        REQUIRE(found > 0.85 * expected);
        REQUIRE(found < 1.15 * expected);
    }
}
