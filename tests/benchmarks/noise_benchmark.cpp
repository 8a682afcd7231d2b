#include <benchmark/benchmark.h>

#include "noise/source.h"

using namespace terrain;

namespace {

/// range 0: FractalType; range 1: warp in hundredths; range 2: 1 for the scalar kernel. 8 octaves, 4096 x 4096, a
/// thread.
void sample_4096(benchmark::State& state) {
    PerlinParameters parameters;
    parameters.type = static_cast<FractalType>(state.range(0));
    parameters.warp = static_cast<double>(state.range(1)) / 100.0;
    PerlinSource source(parameters, 42);
    source.use_simd(state.range(2) != 0 ? Simd::scalar : Simd::automatic);
    ThreadPool pool(1);
    Progress silent;
    for (auto _ : state) benchmark::DoNotOptimize(source.sample({4096, 4096}, 8, pool, silent).data());
    state.SetItemsProcessed(state.iterations() * 4096 * 4096);
}
BENCHMARK(sample_4096)
    ->ArgNames({"type", "warp", "scalar"})
    ->ArgsProduct({{0, 1, 2}, {0, 30}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

void fix_scale(benchmark::State& state) {
    for (auto _ : state) {
        const PerlinSource source({}, 42);
        benchmark::DoNotOptimize(source.band_limit({512, 512}));
    }
}
BENCHMARK(fix_scale)->Unit(benchmark::kMillisecond);

}  // namespace
