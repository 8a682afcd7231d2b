#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/hash.h"
#include "routing/router.h"

using namespace terrain;

namespace {

std::atomic<std::size_t> allocated{0}, peak{0};

void* take(std::size_t bytes) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t now = allocated.fetch_add(malloc_usable_size(memory)) + malloc_usable_size(memory);
    for (std::size_t seen = peak; now > seen && !peak.compare_exchange_weak(seen, now);) {
    }
    return memory;
}

void give_back(void* memory) noexcept {
    if (memory != nullptr) allocated -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

// Counted, so that the working memory can be told.
void* operator new(std::size_t bytes) { return take(bytes); }
void* operator new[](std::size_t bytes) { return take(bytes); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }

namespace {

enum Kind : std::int64_t { perlin, lakes, bowl, levels };

float lattice(const RandomStream& random, std::int64_t x, std::int64_t y, float dx, float dy) {
    const std::uint64_t r = random(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
    const float u = unit_float(r) * 2 - 1;
    const float v = unit_float(r << 24) * 2 - 1;
    return u * dx + v * dy;
}

float gradient_noise(const RandomStream& random, float x, float y) {
    const float fx = std::floor(x);
    const float fy = std::floor(y);
    const auto ix = static_cast<std::int64_t>(fx);
    const auto iy = static_cast<std::int64_t>(fy);
    const float u = x - fx;
    const float v = y - fy;
    const float su = u * u * u * (u * (u * 6 - 15) + 10);
    const float sv = v * v * v * (v * (v * 6 - 15) + 10);
    const float top = std::lerp(lattice(random, ix, iy, u, v), lattice(random, ix + 1, iy, u - 1, v), su);
    const float low =
        std::lerp(lattice(random, ix, iy + 1, u, v - 1), lattice(random, ix + 1, iy + 1, u - 1, v - 1), su);
    return std::lerp(top, low, sv);
}

Grid<float> perlin_map(std::int32_t n) {
    Grid<float> z({n, n});
    for (std::uint64_t octave = 0; octave < 8; ++octave) {
        const RandomStream random(octave, "benchmark");
        const float frequency = 4.0F * std::exp2(static_cast<float>(octave)) / static_cast<float>(n);
        for (std::int32_t y = 0; y < n; ++y) {
            for (std::int32_t x = 0; x < n; ++x) {
                const float noise = gradient_noise(random, (static_cast<float>(x) + 0.5F) * frequency,
                                                   (static_cast<float>(y) + 0.5F) * frequency);
                z(x, y) += 500 * noise * std::exp2(-static_cast<float>(octave));
            }
        }
    }
    return z;
}

Grid<float> lakes_map(std::int32_t n) {
    Grid<float> z({n, n}, 100.0F);
    const RandomStream random(7, "benchmark");
    const auto size = static_cast<float>(n);
    for (std::uint64_t lake = 0; lake < 300; ++lake) {
        const float cx = unit_float(random(lake, 0)) * size;
        const float cy = unit_float(random(lake, 1)) * size;
        const float r = size * (0.005F + 0.03F * unit_float(random(lake, 2)));
        for (auto y = static_cast<std::int32_t>(std::max(0.0F, cy - r)); y <= cy + r && y < n; ++y) {
            for (auto x = static_cast<std::int32_t>(std::max(0.0F, cx - r)); x <= cx + r && x < n; ++x) {
                const float dx = static_cast<float>(x) - cx;
                const float dy = static_cast<float>(y) - cy;
                const float d = (dx * dx + dy * dy) / (r * r);
                if (d < 1) z(x, y) = std::min(z(x, y), 100.0F - 20.0F * (1 - d));
            }
        }
    }
    return z;
}

Grid<float> make_map(std::int64_t kind, std::int32_t n) {
    if (kind == lakes) return lakes_map(n);
    Grid<float> z = perlin_map(n);
    const auto [low, high] = std::minmax_element(z.begin(), z.end());
    const float base = *low;
    const float range = *high - *low;
    for (std::int32_t y = 0; y < n; ++y) {
        for (std::int32_t x = 0; x < n; ++x) {
            const float share = (z(x, y) - base) / range;
            const float u = 2 * static_cast<float>(x) / static_cast<float>(n) - 1;
            const float v = 2 * static_cast<float>(y) / static_cast<float>(n) - 1;
            if (kind == levels) z(x, y) = std::floor(share * 256);
            if (kind == bowl) z(x, y) = 1000 * (u * u + v * v) + 150 * share;
        }
    }
    return z;
}

/// The last map asked for: the library calls a benchmark several times.
const Grid<float>& map(std::int64_t kind, std::int64_t n) {
    static Grid<float> last;
    static std::int64_t last_kind = -1;
    if (last_kind != kind || last.width() != n) last = make_map(kind, static_cast<std::int32_t>(n));
    last_kind = kind;
    return last;
}

/// Fill, directions and area, the result's memory reused. bytes_a_cell: the most that is allocated beside the input,
/// results included.
void routing(benchmark::State& state) {
    const Grid<float>& z = map(state.range(0), state.range(1));
    ThreadPool pool(static_cast<int>(state.range(2)));
    RoutingInput in;
    in.height = &z;
    in.seed = 42;
    in.with_order = state.range(3) != 0;
    const std::size_t before = allocated;
    peak = before;
    Routing result;
    route(in, pool, result);
    state.counters["bytes_a_cell"] = static_cast<double>(peak - before) / static_cast<double>(z.size());
    for (auto _ : state) {
        route(in, pool, result);
        benchmark::DoNotOptimize(result.area.data());
    }
}
BENCHMARK(routing)
    ->ArgNames({"kind", "n", "threads", "order"})
    ->ArgsProduct({{perlin, lakes, bowl, levels}, {1024, 4096}, {1, 2}, {0}})
    ->Args({perlin, 4096, 1, 1})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

/// Yardsticks: a plain copy of the map and a sort of its heights.
void copy(benchmark::State& state) {
    const Grid<float>& z = map(perlin, state.range(0));
    Grid<float> other(z.shape());
    for (auto _ : state) {
        std::memcpy(other.data(), z.data(), z.size() * sizeof(float));
        benchmark::DoNotOptimize(other.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(copy)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

void sort(benchmark::State& state) {
    const Grid<float>& z = map(perlin, state.range(0));
    for (auto _ : state) {
        Grid<float> other = z;
        std::sort(other.begin(), other.end());
        benchmark::DoNotOptimize(other.data());
    }
}
BENCHMARK(sort)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond);

}  // namespace
