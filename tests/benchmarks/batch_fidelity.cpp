// How near drops in batches come to one drop at a time: the default recipe's landscape with batches of 16, 64 and 256
// against batches of 1, beside what other drops alone change. Prints a line each. Usage: batch_fidelity [SIDE [SEED]]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

#include "hydrology/hydrology.h"
#include "noise/source.h"

using namespace terrain;

namespace {

constexpr double kRelief = 2400.0, kSide = 10240.0;

HydrologyResult run(std::int32_t side, int batch, std::uint64_t landscape, std::uint64_t seed) {
    ThreadPool pool(0);
    Progress silent;
    HydrologyInput input;
    input.shape = {side, side};
    input.seed = seed;
    input.world.cell_size_m = kSide / side;
    input.parameters.drop.batch = batch;
    const PerlinSource source(PerlinParameters{}, landscape);
    input.source = [&](Shape at) {
        Grid<float> ground = source.sample(at, source.band_limit(at), pool, silent);
        for (float& h : ground) h *= static_cast<float>(kRelief);
        return ground;
    };
    return run_hydrology(input, pool, silent);
}

// The cells of the strongest fiftieth of the streams.
std::vector<bool> rivers(const Grid<float>& stream) {
    std::vector<float> sorted(stream.begin(), stream.end());
    const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 50);
    std::nth_element(sorted.begin(), nth, sorted.end(), std::greater<>());
    std::vector<bool> out;
    for (const float s : stream) out.push_back(s >= *nth);
    return out;
}

double lakes_percent(const HydrologyResult& result) {
    double area = 0;
    for (const LakeSummary& lake : result.lakes) area += lake.area_m2;
    return 100.0 * area / (kSide * kSide);
}

void compare(const char* what, const HydrologyResult& one, const HydrologyResult& reference) {
    const std::int32_t side = one.height.width();
    std::vector<double> differences;
    double squares = 0;
    for (std::size_t i = 0; i < one.height.size(); ++i) {
        const double d = std::fabs(static_cast<double>(one.height[i]) - static_cast<double>(reference.height[i]));
        differences.push_back(d);
        squares += d * d;
    }
    const auto p999 = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() * 999 / 1000);
    std::nth_element(differences.begin(), p999, differences.end());
    const std::vector<bool> a = rivers(one.stream), b = rivers(reference.stream);
    int all = 0, found = 0;
    for (std::int32_t y = 0; y < side; ++y) {
        for (std::int32_t x = 0; x < side; ++x) {
            if (!b[static_cast<std::size_t>(y * side + x)]) continue;
            ++all;
            bool near = false;
            for (std::int32_t v = std::max(0, y - 2); v <= std::min(side - 1, y + 2); ++v) {
                for (std::int32_t u = std::max(0, x - 2); u <= std::min(side - 1, x + 2); ++u) {
                    near = near || a[static_cast<std::size_t>(v * side + u)];
                }
            }
            found += near;
        }
    }
    std::printf(
        "%d %-12s height RMS %.2f %% of the relief, 99.9th percentile %.2f %%, rivers within 2 cells %.2f, lakes %.2f "
        "%% of the map (reference %.2f %%)\n",
        side, what, 100 * std::sqrt(squares / static_cast<double>(one.height.size())) / kRelief, 100 * *p999 / kRelief,
        static_cast<double>(found) / all, lakes_percent(one), lakes_percent(reference));
}

}  // namespace

int main(int argc, char** argv) {
    const std::int32_t side = argc > 1 ? std::max(16, std::atoi(argv[1])) : 256;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 42;
    const HydrologyResult reference = run(side, 1, seed, seed);
    compare("other drops", run(side, 1, seed, seed + 1), reference);
    compare("batch 16", run(side, 16, seed, seed), reference);
    compare("batch 64", run(side, 64, seed, seed), reference);
    compare("batch 256", run(side, 256, seed, seed), reference);
}
