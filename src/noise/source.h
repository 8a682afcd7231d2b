// The Perlin source: a fractal of gradient noise over a map window.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "noise/height_curve.h"
#include "noise/octave.h"
#include "noise/parameters.h"

namespace terrain {

/// A sample depends on (parameters without the offset, seed, map coordinate) alone: windows that overlap agree where
/// they do, and a map of more cells shows the same landscape.
class PerlinSource {
  public:
    /// Fixes the scale of the heights: the window at offset 0 and 16 others of its size are looked at, so that a map at
    /// offset 0 mostly fills [0, 1] while all windows of one recipe share one scale.
    /// Throws UserError when a parameter is out of range, or when the last octave has more than 2^40 cells across the
    /// map or lies more than 2^62 cells from the origin.
    PerlinSource(const PerlinParameters& parameters, std::uint64_t seed);

    /// Values at cell centres, after the height curve, nominally in [0, 1]; maps at other offsets, and maps finer than
    /// the ones looked at, may leave it somewhat. `frequency` features span the longer side.
    /// octave_limit: 1 to octaves (others are clamped): only the first octaves, for a coarse map of the same landscape.
    [[nodiscard]] Grid<float> sample(Shape shape, int octave_limit, ThreadPool& pool, Progress& progress) const;

    /// The number of octaves, at least 1, whose lattice cells are at least 2.5 samples wide on a map of this shape.
    [[nodiscard]] int band_limit(Shape shape) const;

    /// For tests and benchmarks; the values are the same with either.
    void use_simd(Simd simd) { simd_ = simd; }

  private:
    class Rows;
    struct Extent {
        double low, high;
    };
    [[nodiscard]] NoiseWindow window(Shape shape, std::array<double, 2> offset) const;
    [[nodiscard]] Extent extent(std::int32_t size, std::array<double, 2> offset) const;
    void fix_scale();

    PerlinParameters parameters_;
    HeightCurve curve_;
    std::vector<Octave> octaves_;
    std::vector<Octave> warp_octaves_;  ///< x, y of the first octave, then of the second
    double low_ = 0.0;                  ///< of the sum of octaves; becomes height 0
    double factor_ = 1.0;
    Simd simd_ = Simd::automatic;
};

}  // namespace terrain
