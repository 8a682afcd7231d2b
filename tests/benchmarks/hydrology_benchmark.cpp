// Steps a second on matured terrain: the ladder of a recipe like configs/alpine.json is climbed to half of its cycles,
// then cycles of the finest level are timed, everything on. Arguments: side, threads, seed.
#include <benchmark/benchmark.h>

#include "hydrology/hydrology.h"
#include "hydrology/ladder.h"
#include "noise/source.h"

using namespace terrain;
using namespace terrain::hydrology;

namespace {

HydrologyInput alpine(std::int32_t side, std::uint64_t seed, ThreadPool& pool) {
    PerlinParameters perlin;
    perlin.type = FractalType::ridged;
    HydrologyInput input;
    input.shape = {side, side};
    input.seed = seed;
    input.world.cell_size_m = 10240.0 / side;
    auto source = std::make_shared<PerlinSource>(perlin, seed);
    input.source = [source, &pool](Shape at) {
        Progress silent;
        Grid<float> ground = source->sample(at, source->band_limit(at), pool, silent);
        for (float& h : ground) h *= 2400.0F;
        return ground;
    };
    return input;
}

// The finest level after half of its cycles.
std::unique_ptr<Level> matured(const HydrologyInput& input, ThreadPool& pool) {
    Progress silent;
    std::uint64_t done = 0;
    const std::vector<Shape> ladder = hydrology_ladder(input.shape);
    const std::vector<int> cycles = share_cycles(input.parameters.cycles, ladder.size());
    std::unique_ptr<Level> level;
    for (std::size_t k = 0; k < ladder.size(); ++k) {
        level = climb(input, ladder[k], static_cast<int>(k), level.get(), pool);
        const bool last = k + 1 == ladder.size();
        for (int c = 0; c < (last ? std::max(1, cycles[k] / 2) : cycles[k]); ++c) {
            level->simulation.cycle(0.3F, silent, done);
        }
        if (!last) level->simulation.finish();
    }
    return level;
}

void cycles(benchmark::State& state, const HydrologyInput& input, ThreadPool& pool) {
    const std::unique_ptr<Level> level = matured(input, pool);
    Progress silent;
    std::uint64_t done = 0;
    const std::uint64_t steps = level->simulation.map().steps, drops = level->simulation.map().drops;
    for (auto _ : state) level->simulation.cycle(0.3F, silent, done);
    const auto rate = [](std::uint64_t count) {
        return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
    };
    state.counters["steps/s"] = rate(level->simulation.map().steps - steps);
    state.counters["drops/s"] = rate(level->simulation.map().drops - drops);
    std::int64_t wet = 0;
    for (const hydrology::Lake& lake : level->simulation.lakes().all()) wet += lake.cells;
    state.counters["lakes_percent"] = 100.0 * static_cast<double>(wet) / static_cast<double>(input.shape.cells());
}

void alpine_cycles(benchmark::State& state) {
    ThreadPool pool(static_cast<int>(state.range(1)));
    cycles(state, alpine(static_cast<std::int32_t>(state.range(0)), static_cast<std::uint64_t>(state.range(2)), pool),
           pool);
}

// 250 drops a cycle, as in the article whose model this is.
void article_cycles(benchmark::State& state) {
    ThreadPool pool(1);
    const auto side = static_cast<std::int32_t>(state.range(0));
    HydrologyInput input = alpine(side, static_cast<std::uint64_t>(state.range(1)), pool);
    const std::unique_ptr<Level> level = matured(input, pool);
    Progress silent;
    std::uint64_t done = 0;
    level->simulation.rain_per_cycle(250);
    const std::uint64_t steps = level->simulation.map().steps, drops = level->simulation.map().drops;
    for (auto _ : state) level->simulation.cycle(0.08F, silent, done);
    state.counters["steps/s"] =
        benchmark::Counter(static_cast<double>(level->simulation.map().steps - steps), benchmark::Counter::kIsRate);
    state.counters["drops/s"] =
        benchmark::Counter(static_cast<double>(level->simulation.map().drops - drops), benchmark::Counter::kIsRate);
}

BENCHMARK(alpine_cycles)
    ->ArgNames({"side", "threads", "seed"})
    ->ArgsProduct({{1024}, {1, 2}, {1, 2, 3, 4, 5}})
    ->ArgsProduct({{4096}, {1, 2}, {1}})
    ->Iterations(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(article_cycles)
    ->ArgNames({"side", "seed"})
    ->ArgsProduct({{256, 1024}, {1, 2, 3, 4, 5}})
    ->Iterations(20)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
