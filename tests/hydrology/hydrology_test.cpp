#include "hydrology/hydrology.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "hydrology/landscape.h"

using namespace terrain;
using terrain::test::perlin_landscape;
using terrain::test::shaped_landscape;

namespace {

HydrologyResult run(const HydrologyInput& input, ThreadPool& pool) {
    Progress silent;
    return run_hydrology(input, pool, silent);
}

double volume(const Grid<float>& metres, double cell_m) {
    double sum = 0;
    for (const float h : metres) sum += h;
    return sum * cell_m * cell_m;
}

template <class T>
bool same(const Grid<T>& a, const Grid<T>& b) {
    return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

bool same_result(const HydrologyResult& a, const HydrologyResult& b) {
    const bool trees =
        std::equal(a.tree_list.begin(), a.tree_list.end(), b.tree_list.begin(), b.tree_list.end(),
                   [](const Tree& s, const Tree& t) {
                       return s.x_m == t.x_m && s.y_m == t.y_m && s.ground_m == t.ground_m && s.size == t.size;
                   });
    return trees && same(a.height, b.height) && same(a.water_level, b.water_level) && same(a.stream, b.stream) &&
           same(a.flow, b.flow) && same(a.trees, b.trees) && a.steps == b.steps;
}

}  // namespace

TEST_CASE("no cycles leave the source bit for bit, with the sea in it") {
    ThreadPool pool(2);
    HydrologyInput input = perlin_landscape({60, 41}, 3, pool);
    input.world.sea_level_m = 1000.0;
    for (const bool by_drops : {false, true}) {
        input.parameters = {};
        (by_drops ? input.parameters.drops_per_cell = 0 : input.parameters.cycles = 0);
        const HydrologyResult result = run(input, pool);
        REQUIRE(same(result.height, input.source(input.shape)));
        for (std::size_t i = 0; i < result.height.size(); ++i) {
            REQUIRE(result.water_level[i] == std::max(result.height[i], 1000.0F));
        }
    }
}

TEST_CASE("mass and water budgets close, and agree with the layers") {
    ThreadPool pool(2);
    const bool sea = GENERATE(false, true);
    const Shape shape = GENERATE(Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{1, 40}, Shape{200, 121}, Shape{121, 200},
                                 Shape{257, 256});
    HydrologyInput input = perlin_landscape(shape, 11, pool);
    input.parameters.cycles = 40;
    input.parameters.drops_per_cell = 2;
    if (sea) input.world.sea_level_m = 900.0;
    const HydrologyResult result = run(input, pool);
    const MassBudget& mass = result.mass;
    INFO(shape.width << " x " << shape.height << " before " << mass.before << " after " << mass.after << " left "
                     << mass.left_map << " residual " << mass.residual);
    REQUIRE(std::abs(mass.before - mass.after - mass.left_map) <= 1e-9 * std::abs(mass.before));
    REQUIRE(std::abs(mass.residual) <= 1e-9 * std::abs(mass.before));
    const double cell = input.world.cell_size_m;
    REQUIRE(volume(result.source, cell) == Approx(mass.before).epsilon(1e-9));
    REQUIRE(volume(result.height, cell) == Approx(mass.after).epsilon(1e-6));
    const WaterBudget& water = result.water;
    REQUIRE(water.residual == 0.0);
    REQUIRE(water.rained > 0);
    REQUIRE(water.rained + water.carried_in ==
            Approx(water.evaporated + water.left_map + water.handed_on + water.stored).epsilon(1e-9));
    double stored = 0;
    for (const LakeSummary& lake : result.lakes) stored += lake.volume_m3;
    REQUIRE(stored == Approx(water.stored).margin(1e-6));
}

TEST_CASE("erosion really works: valleys are cut, ground leaves the map, plains are laid") {
    ThreadPool pool(2);
    HydrologyInput input = perlin_landscape({256, 256}, 5, pool);
    const HydrologyResult result = run(input, pool);
    double cut = 0, laid = 0;
    for (std::size_t i = 0; i < result.height.size(); ++i) {
        const double change = static_cast<double>(result.height[i]) - result.source[i];
        (change < 0 ? cut : laid) += std::abs(change);
    }
    REQUIRE(cut / static_cast<double>(result.height.size()) > 10.0);  // metres, on a relief of 2400
    REQUIRE(laid > 0.1 * cut);
    REQUIRE(result.mass.left_map > 0);
    REQUIRE(*std::max_element(result.stream.begin(), result.stream.end()) > 0.7F);
    REQUIRE(!result.lakes.empty());
    REQUIRE(result.tree_list.size() > 1000);
}

TEST_CASE("the result depends on the seed, and not on the number of threads") {
    ThreadPool one(1);
    HydrologyInput input = perlin_landscape({230, 300}, 9, one);
    input.parameters.cycles = 30;
    input.parameters.drops_per_cell = 2;
    const HydrologyResult reference = run(input, one);
    for (const int threads : {2, 3, 8, 64}) {
        ThreadPool pool(threads);
        REQUIRE(same_result(reference, run(input, pool)));
    }
    REQUIRE(same_result(reference, run(input, one)));
    HydrologyInput other = input;
    other.seed = 10;
    REQUIRE_FALSE(same_result(reference, run(other, one)));
}

TEST_CASE("lakes are level, and their water lies in hollows") {
    ThreadPool pool(2);
    // A bowl with a rim, which its rain fills.
    HydrologyInput input = shaped_landscape({128, 96}, [](double x, double y) {
        const double r = std::sqrt((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5));
        return 1000.0 + 800.0 * std::min(r, 0.4) / 0.4 - 2000.0 * std::max(0.0, r - 0.4);
    });
    input.parameters.cycles = 60;
    input.parameters.drops_per_cell = 2;
    const HydrologyResult result = run(input, pool);
    REQUIRE(!result.lakes.empty());
    const LakeSummary& lake = result.lakes.front();
    REQUIRE(lake.area_m2 > 0.05 * 10240.0 * 7680.0);
    std::size_t cells = 0;
    for (std::size_t i = 0; i < result.pool.size(); ++i) {
        REQUIRE(result.pool[i] >= 0.0F);
        REQUIRE(result.water_level[i] == Approx(result.height[i] + result.pool[i]).margin(1e-3));
        if (std::abs(result.water_level[i] - lake.level_m) < 1e-6 * 1000.0 && result.pool[i] > 0) ++cells;
    }
    REQUIRE(static_cast<double>(cells) * 80.0 * 80.0 == Approx(lake.area_m2).epsilon(0.02));
}

TEST_CASE("dead flat ground stays flat and ends in time") {
    ThreadPool pool(2);
    HydrologyInput input = shaped_landscape({120, 70}, [](double, double) { return 500.0; });
    input.parameters.cycles = 20;
    const HydrologyResult result = run(input, pool);
    const auto [low, high] = std::minmax_element(result.height.begin(), result.height.end());
    REQUIRE(std::isfinite(*low));
    REQUIRE(*high - *low <= 1e-6F * 2400.0F);
}

TEST_CASE("neither twice nor ten times the drops blow the terrain up, no spike stands out") {
    ThreadPool pool(2);
    const double factor = GENERATE(1.0, 2.0, 10.0);
    HydrologyInput input = perlin_landscape({256, 256}, GENERATE(1, 2), pool);
    input.parameters.drops_per_cell *= factor;
    const HydrologyResult result = run(input, pool);
    const auto [low, high] = std::minmax_element(result.height.begin(), result.height.end());
    const auto [source_low, source_high] = std::minmax_element(result.source.begin(), result.source.end());
    const float relief = *source_high - *source_low;
    REQUIRE(*low > *source_low - 0.05F * relief);
    REQUIRE(*high < *source_high + 0.05F * relief);
    int spikes = 0;
    for (std::int32_t y = 1; y < 255; ++y) {
        for (std::int32_t x = 1; x < 255; ++x) {
            float around = -1e9F;
            for (int v = -1; v <= 1; ++v) {
                for (int u = -1; u <= 1; ++u) {
                    if (u != 0 || v != 0) around = std::max(around, result.height(x + u, y + v));
                }
            }
            spikes += result.height(x, y) > around + 0.01F * relief;
        }
    }
    REQUIRE(spikes == 0);
}

TEST_CASE("trees keep off water, streams, steep ground and the map's outside") {
    ThreadPool pool(2);
    HydrologyInput input = perlin_landscape({256, 200}, GENERATE(21, 22, 23), pool);
    input.parameters.trees.density = 4.0;
    const HydrologyResult result = run(input, pool);
    REQUIRE(result.tree_list.size() > 1000);
    const double cell = input.world.cell_size_m;
    for (const Tree& tree : result.tree_list) {
        const auto x = static_cast<std::int32_t>(tree.x_m / cell);
        const auto y = static_cast<std::int32_t>(tree.y_m / cell);
        REQUIRE(input.shape.contains(x, y));
        REQUIRE(result.pool(x, y) == 0.0F);
        REQUIRE(result.stream(x, y) <= static_cast<float>(input.parameters.trees.maximum_stream));
        REQUIRE(result.trees(x, y) > 0.0F);
        REQUIRE((tree.size >= 0.0F && tree.size <= 1.0F));
    }
    input.parameters.trees.density = 0;
    REQUIRE(run(input, pool).tree_list.empty());
}

TEST_CASE("opposite borders do not know of each other, and the border is eroded like the rest") {
    ThreadPool pool(2);
    constexpr std::int32_t kSize = 128;
    double products = 0, left2 = 0, right2 = 0, border = 0, inner = 0;
    int extreme_on_border = 0;
    constexpr int kSeeds = 16;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        const HydrologyResult result =
            run(perlin_landscape({kSize, kSize}, static_cast<std::uint64_t>(seed), pool), pool);
        Grid<float> change(result.height.shape());
        for (std::size_t i = 0; i < change.size(); ++i) change[i] = result.height[i] - result.source[i];
        double mean_left = 0, mean_right = 0;
        for (std::int32_t y = 0; y < kSize; ++y) {
            mean_left += change(0, y) / kSize;
            mean_right += change(kSize - 1, y) / kSize;
        }
        std::size_t least = 0;
        for (std::size_t i = 0; i < change.size(); ++i) {
            if (change[i] < change[least]) least = i;
            const auto x = static_cast<std::int32_t>(i % kSize), y = static_cast<std::int32_t>(i / kSize);
            const bool band = x < 4 || y < 4 || x >= kSize - 4 || y >= kSize - 4;
            (band ? border : inner) +=
                std::abs(change[i]) / (band ? 4.0 * 4 * (kSize - 4) : 1.0 * (kSize - 8) * (kSize - 8));
        }
        const auto lx = static_cast<std::int32_t>(least % kSize), ly = static_cast<std::int32_t>(least / kSize);
        extreme_on_border += lx == 0 || ly == 0 || lx == kSize - 1 || ly == kSize - 1;
        double l = 0, r = 0, lr = 0;
        for (std::int32_t y = 0; y < kSize; ++y) {
            const double a = change(0, y) - mean_left, b = change(kSize - 1, y) - mean_right;
            lr += a * b;
            l += a * a;
            r += b * b;
        }
        products += lr / std::sqrt(l * r + 1e-30);
        left2 += l;
        right2 += r;
    }
    REQUIRE((left2 > 0 && right2 > 0));
    // Neighbouring rows are correlated over some 10 cells, so a row of 128 holds about 12 independent values.
    REQUIRE(std::abs(products / kSeeds) < 3.0 / std::sqrt(12.0 * kSeeds));
    REQUIRE(border / inner > 0.3);
    REQUIRE(border / inner < 3.0);
    REQUIRE(extreme_on_border <= kSeeds / 2);
}

TEST_CASE("landslides keep the mass, at the border too") {
    ThreadPool pool(2);
    // Cliffs far above the angle of repose, running into all four borders.
    HydrologyInput input = shaped_landscape({61, 47}, [](double x, double y) {
        return 4000.0 * ((static_cast<int>(x * 9) + static_cast<int>(y * 7)) % 2);
    });
    input.parameters.cycles = 10;
    input.parameters.drops_per_cell = 0.01;
    input.parameters.valleys.enabled = false;
    const HydrologyResult result = run(input, pool);
    REQUIRE(std::abs(result.mass.residual) <= 1e-9 * result.mass.before);
    REQUIRE(std::abs(result.mass.left_map) < 0.01 * result.mass.before);
    double moved = 0;
    for (std::size_t i = 0; i < result.height.size(); ++i) moved += std::abs(result.height[i] - result.source[i]);
    REQUIRE(moved / static_cast<double>(result.height.size()) > 100.0);
}

TEST_CASE("no water stands above the ground beside it") {
    ThreadPool pool(2);
    const bool many_lakes = GENERATE(false, true);
    HydrologyInput input = perlin_landscape({300, 280}, GENERATE(3, 4, 5), pool);
    if (many_lakes) {
        input.parameters.valleys.strength = 0.02;
        input.parameters.drop.capacity = 0.5;
        input.parameters.pools.volume = 2.0;
        input.parameters.pools.seepage = 0.001;
    }
    const HydrologyResult result = run(input, pool);
    float highest = 0;
    std::size_t shore = 0;
    for (std::int32_t y = 0; y < input.shape.height; ++y) {
        for (std::int32_t x = 0; x < input.shape.width; ++x) {
            if (result.pool(x, y) <= 0.0F) continue;
            for (int v = -1; v <= 1; ++v) {
                for (int u = -1; u <= 1; ++u) {
                    if (!input.shape.contains(x + u, y + v)) continue;
                    if (result.pool(x + u, y + v) > 0.0F) continue;
                    highest = std::max(highest, result.water_level(x, y) - result.height(x + u, y + v));
                    ++shore;
                }
            }
        }
    }
    REQUIRE(shore > 50);
    REQUIRE(highest <= 0.01F);
}
