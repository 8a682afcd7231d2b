#include "hydrology/descent.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <tuple>

#include "core/hash.h"
#include "hydrology/ladder.h"
#include "hydrology/landscape.h"

using namespace terrain;
using namespace terrain::hydrology;

namespace {

// A map with water, streams and trees on it: what a few cycles leave behind.
std::unique_ptr<Level> worn_level(const HydrologyParameters& parameters, Shape shape, std::uint64_t seed,
                                  ThreadPool& pool, bool sea, Projection projection = Projection::plane,
                                  Wrap wrap = Wrap::none) {
    HydrologyInput input = test::perlin_landscape(shape, seed, pool, projection, wrap);
    if (sea) input.world.sea_level_m = 900.0;
    Grid<float> source = input.source(shape);
    const LevelScale scale = make_level_scale(shape, input.world, shape, 0.0, 2400.0, parameters);
    std::unique_ptr<Level> level(new Level{source, {scale, parameters, seed, 0, pool}, 0.0});
    set_ground(level->simulation, source, source, 0.0);
    level->simulation.forest().begin();
    Progress silent;
    std::uint64_t done = 0;
    for (int k = 0; k < 12; ++k) level->simulation.cycle(0.3F, silent, done);
    return level;
}

std::vector<Drop> rain(const ErosionMap& map, std::size_t count, std::uint64_t seed) {
    const RandomStream stream(seed, "test rain");
    std::vector<Drop> drops(count);
    for (std::size_t k = 0; k < count; ++k) {
        Drop& drop = drops[k];
        drop.x = unit_float(stream(4 * k)) * static_cast<float>(map.width) * 0.999F;
        drop.y = unit_float(stream(4 * k + 1)) * static_cast<float>(map.height) * 0.999F;
        drop.vx = unit_float(stream(4 * k + 2)) * 4.0F - 2.0F;
        drop.vy = k % 5 == 0 ? 0.0F : unit_float(stream(4 * k + 3)) * 4.0F - 2.0F;
        drop.volume = map.scale.full_volume / static_cast<std::int32_t>(1 + k % 90);
        drop.sediment = k % 3 == 0 ? static_cast<std::int32_t>(bounded(stream(9 * k), 1U << 22)) : 0;
        if (k % 11 == 0) drop.state = DropState::stopped;  // must be left alone
        const auto cell = map.index(static_cast<std::int32_t>(drop.x), static_cast<std::int32_t>(drop.y));
        if (map.wet(cell)) drop.state = DropState::in_water;
    }
    return drops;
}

bool before(const StepLog& a, const StepLog& b) {
    return std::tie(a.cell, a.change, a.track, a.dx, a.dy) < std::tie(b.cell, b.change, b.track, b.dx, b.dy);
}

}  // namespace

TEST_CASE("the scalar step and the step of eight drops give the same bits") {
    if (!has_avx2()) {
        WARN("no AVX2 here: nothing to compare");
        return;
    }
    ThreadPool pool(1);
    HydrologyParameters parameters;
    parameters.cycles = 12;
    parameters.drops_per_cell = 1;
    parameters.drop.momentum_transfer = GENERATE(0.0, 0.8);
    const bool sea = GENERATE(false, true);
    const auto [projection, wrap] =
        GENERATE(std::pair(Projection::plane, Wrap::none), std::pair(Projection::plane, Wrap::x),
                 std::pair(Projection::plane, Wrap::xy), std::pair(Projection::planet, Wrap::none));
    const Shape shape = projection == Projection::planet ? Shape{150, 75} : Shape{150, 97};
    const auto level = worn_level(parameters, shape, 4, pool, sea, projection, wrap);
    const ErosionMap& map = level->simulation.map();
    for (const std::size_t count : {0, 1, 7, 8, 9, 64, 2000}) {
        for (const int steps : {1, 2, kSegment, 20000}) {
            std::vector<Drop> scalar = rain(map, count, 77), wide = scalar;
            StepLogs scalar_logs, wide_logs;
            const std::int64_t a = descend_scalar(map, scalar.data(), count, steps, scalar_logs);
            const std::int64_t b = descend_avx2(map, wide.data(), count, steps, wide_logs);
            REQUIRE(a == b);
            for (std::size_t k = 0; k < count; ++k) {
                INFO("drop " << k << " of " << count << ", " << steps << " steps");
                const Drop &s = scalar[k], &w = wide[k];
                REQUIRE(s.state == w.state);
                REQUIRE((s.state == DropState::running || s.cell == w.cell));
                REQUIRE((std::memcmp(&s.x, &w.x, 4) == 0 && std::memcmp(&s.y, &w.y, 4) == 0));
                REQUIRE((std::memcmp(&s.vx, &w.vx, 4) == 0 && std::memcmp(&s.vy, &w.vy, 4) == 0));
                REQUIRE((s.volume == w.volume && s.sediment == w.sediment && s.age == w.age));
            }
            std::vector<StepLog> scalar_log(scalar_logs.entries().begin(), scalar_logs.entries().end());
            std::vector<StepLog> wide_log(wide_logs.entries().begin(), wide_logs.entries().end());
            std::sort(scalar_log.begin(), scalar_log.end(), before);
            std::sort(wide_log.begin(), wide_log.end(), before);
            REQUIRE(std::equal(scalar_log.begin(), scalar_log.end(), wide_log.begin(), wide_log.end(),
                               [](const StepLog& s, const StepLog& w) { return !before(s, w) && !before(w, s); }));
            if (count == 2000 && steps == 20000) REQUIRE(scalar_log.size() > 10000);
        }
    }
}

TEST_CASE("what a batch did is applied alike in any order of its log") {
    ThreadPool pool(1);
    HydrologyParameters parameters;
    parameters.cycles = 12;
    parameters.drops_per_cell = 1;
    const auto one = worn_level(parameters, {90, 70}, 6, pool, false);
    const auto two = worn_level(parameters, {90, 70}, 6, pool, false);
    ErosionMap &a = one->simulation.map(), &b = two->simulation.map();
    std::vector<Drop> drops = rain(a, 3000, 5);
    StepLogs logs;
    descend(a, drops.data(), drops.size(), 40, logs);
    const std::vector<StepLog> log(logs.entries().begin(), logs.entries().end());
    std::vector<StepLog> shuffled = log;
    std::sort(shuffled.begin(), shuffled.end(), before);
    // Some cells wait on other lists than this one's.
    for (std::size_t k = 0; k < log.size(); k += 97) a.change[log[k].cell] = b.change[log[k].cell] = -log[k].change;
    std::vector<std::uint32_t> waiting_a, waiting_b;
    CommitScratch scratch;
    std::vector<GroundEvent> near_a, near_b;
    std::int64_t left_a = 0, left_b = 0;
    commit(a, log, waiting_a, scratch, near_a, left_a);
    commit(b, shuffled, waiting_b, scratch, near_b, left_b);
    REQUIRE(left_a == left_b);
    const bool same = a.surface == b.surface && a.bed == b.bed && a.change == b.change && a.track == b.track &&
                      a.track_x == b.track_x;
    REQUIRE(same);
    std::sort(waiting_a.begin(), waiting_a.end());
    std::sort(waiting_b.begin(), waiting_b.end());
    REQUIRE(waiting_a == waiting_b);
}
