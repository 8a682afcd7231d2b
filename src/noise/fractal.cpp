#include "noise/fractal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace terrain {
namespace {

// Means of the octaves' parts, found over 10^7 samples.
constexpr float kBillowMean = 0.2492F;
/// By octave; they fall because each octave is weighted by all before it. The last one stands for the rest.
constexpr std::array<float, 12> kRidgedMeans{0.5946F, 0.5182F, 0.4745F, 0.4446F, 0.4222F, 0.4044F,
                                             0.3897F, 0.3775F, 0.3671F, 0.3578F, 0.3499F, 0.3426F};
/// Weight of the next octave for each unit of this one's ridge signal; the weight ends at 1.
constexpr float kRidgedGain = 2.0F;

void add_fbm(float amplitude, const float* noise, const FractalRow& row) {
    for (int x = 0; x < row.count; ++x) row.sum[x] += amplitude * noise[x];
}

void add_billow(float amplitude, const float* noise, const FractalRow& row) {
    for (int x = 0; x < row.count; ++x) row.sum[x] += amplitude * (std::fabs(noise[x]) - kBillowMean);
}

void add_ridged(float amplitude, float mean, const float* noise, const FractalRow& row) {
    for (int x = 0; x < row.count; ++x) {
        const float ridge = 1.0F - std::fabs(noise[x]);
        const float signal = ridge * ridge * row.weight[x];
        row.sum[x] += amplitude * (signal - mean);
        row.weight[x] = std::min(1.0F, kRidgedGain * signal);
    }
}

}  // namespace

void start_fractal(const FractalRow& row) {
    std::fill_n(row.sum, row.count, 0.0F);
    std::fill_n(row.weight, row.count, 1.0F);
}

void add_octave(FractalType type, int index, float amplitude, const float* noise, const FractalRow& row) {
    switch (type) {
        case FractalType::fbm:
            add_fbm(amplitude, noise, row);
            break;
        case FractalType::billow:
            add_billow(amplitude, noise, row);
            break;
        case FractalType::ridged:
            add_ridged(amplitude, kRidgedMeans[std::min(static_cast<std::size_t>(index), kRidgedMeans.size() - 1)],
                       noise, row);
            break;
    }
}

}  // namespace terrain
