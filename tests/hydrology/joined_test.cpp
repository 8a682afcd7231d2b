// Water on maps without edges.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "hydrology/hydrology.h"
#include "hydrology/landscape.h"
#include "hydrology/simulation.h"

using namespace terrain;
using namespace terrain::hydrology;
using terrain::test::perlin_landscape;
using terrain::test::shaped_landscape;

namespace {

HydrologyResult run(const HydrologyInput& input, ThreadPool& pool) {
    Progress silent;
    return run_hydrology(input, pool, silent);
}

void quick(HydrologyInput& input) {
    input.parameters.cycles = 60;
    input.parameters.drops_per_cell = 1.5;
}

template <class T>
bool same(const Grid<T>& a, const Grid<T>& b) {
    return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

Grid<float> transposed(const Grid<float>& g) {
    Grid<float> t({g.height(), g.width()});
    for (std::int32_t y = 0; y < g.height(); ++y) {
        for (std::int32_t x = 0; x < g.width(); ++x) t(y, x) = g(x, y);
    }
    return t;
}

/// Difference of neighbouring columns over the joint, as a rank among all columns, 0 to 1.
double joint_rank(const Grid<float>& g) {
    std::vector<double> steps;
    for (std::int32_t x = 0; x < g.width(); ++x) {
        double sum = 0;
        for (std::int32_t y = 0; y < g.height(); ++y) {
            sum += std::fabs(static_cast<double>(g(x, y)) - g((x + g.width() - 1) % g.width(), y));
        }
        steps.push_back(sum);
    }
    const double joint = steps[0];
    return static_cast<double>(std::count_if(steps.begin(), steps.end(), [&](double s) { return s < joint; })) /
           static_cast<double>(steps.size());
}

}  // namespace

TEST_CASE("on maps that repeat water knows no joint: height, water, streams and trees") {
    ThreadPool pool(2);
    double height = 0, level = 0, stream = 0;
    int cases = 0, crossing = 0;
    for (const std::uint64_t seed : {3, 4, 5, 6}) {
        HydrologyInput input = perlin_landscape({192, 144}, seed, pool, Projection::plane, Wrap::xy);
        input.world.sea_level_m = 900.0;
        quick(input);
        const HydrologyResult r = run(input, pool);
        for (const bool turned : {false, true}) {
            const auto rank = [&](const Grid<float>& g) { return joint_rank(turned ? transposed(g) : g); };
            CHECK(rank(r.height) < 0.995);
            height += rank(r.height);
            level += rank(r.water_level);
            stream += rank(r.stream);
            ++cases;
        }
        for (std::int32_t y = 0; y < 144; ++y) crossing += r.stream(0, y) > 0.1F && r.stream(191, y) > 0.1F ? 1 : 0;
    }
    CHECK(crossing > 4);  // streams that run over the joint
    // Means of ranks that are even over 0 to 1: 0.5, with a deviation of 0.29 / sqrt(8).
    CHECK(height / cases < 0.8);
    CHECK(level / cases < 0.8);
    CHECK(stream / cases < 0.8);
}

TEST_CASE("a lake lies across the joint, level, and one lake") {
    ThreadPool pool(1);
    // A bowl whose middle is the map's corner, in ground that slopes to a sea in the middle.
    HydrologyInput input = shaped_landscape({128, 128}, [](double x, double y) {
        const double u = std::min(x, 1 - x), v = std::min(y, 1 - y), r = std::sqrt(u * u + v * v);
        return r < 0.25 ? 1000.0 - 300.0 * (1 - r * r / 0.0625) : 1000.0 - 2500.0 * (r - 0.25);
    });
    input.world.wrap = Wrap::xy;
    input.world.sea_level_m = 200.0;
    quick(input);
    input.parameters.pools.aridity = 0.5;
    input.parameters.valleys.strength = 0.05;
    const HydrologyResult r = run(input, pool);
    const float level = r.water_level(0, 0);
    CHECK(r.pool(0, 0) > 2.0F);
    CHECK(r.pool(127, 127) > 2.0F);
    for (const auto& [x, y] : {std::pair{127, 0}, std::pair{0, 127}, std::pair{127, 127}}) {
        CHECK(r.water_level(x, y) == Approx(level).margin(1e-3));
    }
    REQUIRE_FALSE(r.lakes.empty());
    CHECK(r.lakes.front().area_m2 > 40 * input.world.cell_size_m * input.world.cell_size_m);
}

TEST_CASE("on maps without edges budgets close, and threads and odd sizes change nothing") {
    struct Case {
        Shape shape;
        Projection projection;
        Wrap wrap;
    };
    for (const Case& c :
         {Case{{201, 117}, Projection::plane, Wrap::xy}, Case{{330, 70}, Projection::plane, Wrap::x},
          Case{{65, 193}, Projection::plane, Wrap::xy}, Case{{258, 129}, Projection::planet, Wrap::none},
          Case{{514, 257}, Projection::planet, Wrap::none}}) {
        CAPTURE(c.shape.width, c.shape.height);
        ThreadPool one(1), three(3);
        HydrologyInput input = perlin_landscape(c.shape, 9, one, c.projection, c.wrap);
        input.world.sea_level_m = 700.0;
        quick(input);
        const HydrologyResult a = run(input, one);
        const HydrologyResult b = run(input, three);
        CHECK(same(a.height, b.height));
        CHECK(same(a.water_level, b.water_level));
        CHECK(same(a.stream, b.stream));
        CHECK(same(a.trees, b.trees));
        CHECK(a.steps == b.steps);
        UNSCOPED_INFO(a.mass.left_map << " left, " << a.mass.before << " " << a.mass.after);
        // Areas of a planet's cells are no whole numbers: volumes round.
        const double rounding = c.projection == Projection::planet ? 1e-5 : 1e-6;
        CHECK(std::fabs(a.mass.residual) < rounding * std::fabs(a.mass.before));
        CHECK(std::fabs(a.water.residual) < 1e-6 * a.water.rained);
        if (c.projection == Projection::planet) {
            CHECK(joint_rank(a.height) < 0.995);
            // Pole rows are no spikes: they lie within what a row differs from the next.
            for (const std::int32_t y : {0, c.shape.height - 1}) {
                for (std::int32_t x = 0; x < c.shape.width; ++x) {
                    REQUIRE(std::fabs(a.height(x, y) - a.height((x + c.shape.width / 2) % c.shape.width, y)) < 60.0F);
                }
            }
        }
        CHECK_FALSE(same(a.height, a.source));
    }
}

TEST_CASE("the smallest maps that repeat end in time") {
    ThreadPool pool(1);
    for (const Shape shape :
         {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{1, 5}, Shape{4, 1}, Shape{2, 1}, Shape{6, 3}}) {
        if (shape.width == 2 * shape.height) {
            HydrologyInput input = perlin_landscape(shape, 2, pool, Projection::planet);
            quick(input);
            for (const float h : run(input, pool).height) REQUIRE(std::isfinite(h));
        }
        for (const Wrap wrap : {Wrap::x, Wrap::xy}) {
            HydrologyInput input = perlin_landscape(shape, 2, pool, Projection::plane, wrap);
            quick(input);
            const HydrologyResult r = run(input, pool);
            for (const float h : r.height) REQUIRE(std::isfinite(h));
        }
    }
}

TEST_CASE("tiles of one colour keep their distance, over joints and poles too") {
    for (const Topology& t : {Topology(), Topology(Projection::plane, Wrap::x), Topology(Projection::plane, Wrap::xy),
                              Topology(Projection::planet, Wrap::none)}) {
        for (const std::int32_t side : {2, 50, 64, 66, 128, 130, 190, 256, 258, 382, 384, 514}) {
            const Shape shape{side, side / 2};
            const TileGrid grid(shape, t);
            // Cells that a drop of the tile may touch: two tiles of one colour have none in common.
            constexpr std::int32_t kReach = kSegment + 2;
            for (const auto& colour : grid.colours()) {
                std::vector<std::uint32_t> owner(shape.cells(), 0xffffffffU);
                std::set<std::uint32_t> members(colour.begin(), colour.end());
                int clashes = 0;
                for (std::int32_t y = 0; y < shape.height; ++y) {
                    for (std::int32_t x = 0; x < shape.width; ++x) {
                        const auto tile = static_cast<std::uint32_t>(grid.tile(x, y));
                        if (members.count(tile) == 0) continue;
                        // The rim of the square around the cell is enough, and of it the corners and middles.
                        for (const std::int32_t dy : {-kReach, 0, kReach}) {
                            for (const std::int32_t dx : {-kReach, 0, kReach}) {
                                std::int64_t u = x + dx, v = y + dy;
                                if (std::abs(dy) >= shape.height || !t.resolve(shape, u, v)) continue;
                                std::uint32_t& own = owner[static_cast<std::size_t>(v * shape.width + u)];
                                clashes += own != 0xffffffffU && own != tile ? 1 : 0;
                                own = tile;
                            }
                        }
                    }
                }
                CAPTURE(side, t.wrap_x, t.wrap_y, t.poles);
                REQUIRE(clashes == 0);
            }
        }
    }
}

TEST_CASE("rain falls evenly on a planet's ground: near the poles a row of cells gets less") {
    ThreadPool pool(1);
    HydrologyInput input = shaped_landscape({128, 64}, [](double, double) { return 100.0; });
    input.world.projection = Projection::planet;
    quick(input);
    input.parameters.valleys.enabled = false;
    input.parameters.drops_per_cell = 20;
    input.parameters.cycles = 4;
    const HydrologyResult r = run(input, pool);
    double polar = 0, equatorial = 0;
    for (std::int32_t x = 0; x < 128; ++x) {
        for (std::int32_t k = 0; k < 4; ++k) {
            polar += r.pool(x, 4 + k);
            equatorial += r.pool(x, 30 + k);
        }
    }
    // Flat ground: water stays where it falls, and so the depth is one everywhere.
    CHECK(equatorial > 0);
    CHECK(polar / equatorial == Approx(1.0).margin(0.3));
}
