// Splat map: how much of each ground texture a cell shows.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"
#include "core/terrain.h"

namespace terrain {

/// What the alpha channel stands for.
enum class SplatAlpha : std::uint8_t { forest, snow };

/// Each pair is where a texture begins and where it covers all; in between, a smooth step. Finite, from <= full.
struct SplatParameters {
    double rock_from = 0.6;  ///< slope, rise over run
    double rock_full = 1.0;
    double sediment_from_m = 0.2;  ///< metres laid down
    double sediment_full_m = 2.0;
    SplatAlpha alpha = SplatAlpha::forest;
    double snow_from_m = 1800;  ///< height of the ground, metres
    double snow_full_m = 2200;
};

/// Layers of one shape; null is a layer that there is not (0 everywhere).
struct SplatInput {
    const Grid<float>* height_m = nullptr;
    Metric metric{10.0};
    const Grid<float>* water = nullptr;         ///< share of the cell under water, 0 to 1 (water_coverage)
    const Grid<float>* deposition_m = nullptr;  ///< metres laid down, >= 0
    const Grid<float>* trees = nullptr;         ///< plant density, 0 to 1
};

/// Weights red = rock, green = grass, blue = sediment (sand, gravel, mud), alpha = forest or snow; each texture takes
/// its share of what those before it leave:
/// 1. rock by slope (sobel_gradient, slope.h), under water too;
/// 2. sediment where water stands or runs, by its share of the cell;
/// 3. forest by plant density, or snow by height: only on dry ground that is not rock;
/// 4. sediment by the depth laid down;
/// 5. grass.
/// A cell's four bytes add up to exactly 255 (largest remainders first, then the first channel).
/// @throws UserError for a parameter that is not finite or a `from` above its `full`; std::invalid_argument without
/// height or for layers of another shape.
Grid<Rgba8> splat_map(const SplatInput& input, const SplatParameters& parameters, ThreadPool& pool);

/// Bytes in proportion to four weights (>= 0, of which the sum is > 0) that add up to 255.
Rgba8 splat_bytes(const double (&weights)[4]);

}  // namespace terrain
