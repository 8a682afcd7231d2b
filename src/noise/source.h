// The Perlin source: a fractal of gradient noise over a map window.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "noise/craters.h"
#include "noise/height_curve.h"
#include "noise/octave.h"
#include "noise/parameters.h"
#include "noise/sphere.h"

namespace terrain {

/// What the source covers.
struct NoiseDomain {
    Projection projection = Projection::plane;
    Wrap wrap = Wrap::none;  ///< of a plane
    Shape shape{1, 1};       ///< of the finished map; matters where it repeats
};

/// A sample depends on (parameters without the offset, seed, map coordinate) alone: windows that overlap agree where
/// they do, and a map of more cells shows the same landscape.
class PerlinSource {
  public:
    /// Fixes the scale of the heights: the window at offset 0 and 16 others of its size are looked at, so that a map at
    /// offset 0 mostly fills [0, 1] while all windows of one recipe share one scale.
    /// Throws UserError when a parameter is out of range, or when the last octave has more than 2^40 cells across the
    /// map or lies more than 2^62 cells from the origin.
    /// A map that repeats takes a whole frequency along its longer side (if that repeats) and a whole lacunarity; its
    /// shorter side then has the nearest whole number of features. A planet takes at most 2^22 cells around the
    /// equator. Else UserError.
    PerlinSource(const PerlinParameters& parameters, std::uint64_t seed, const NoiseDomain& domain = {});

    /// Values at cell centres, after the height curve, nominally in [0, 1]; maps at other offsets, and maps finer than
    /// the ones looked at, may leave it somewhat. `frequency` features span the longer side; on a
    /// planet they go around the equator, and are as large everywhere.
    /// octave_limit: 1 to octaves (others are clamped): only the first octaves, for a coarse map of the same landscape.
    [[nodiscard]] Grid<float> sample(Shape shape, int octave_limit, ThreadPool& pool, Progress& progress) const;

    /// The number of octaves, at least 1, whose lattice cells are at least 2.5 samples wide on a map of this shape.
    [[nodiscard]] int band_limit(Shape shape) const;

    /// For tests and benchmarks; the values are the same with either.
    void use_simd(Simd simd) { simd_ = simd; }

  private:
    class Rows;
    class SphereRows;
    struct Extent {
        double low, high;
    };
    [[nodiscard]] NoiseWindow window(Shape shape, std::array<double, 2> offset) const;
    [[nodiscard]] Extent extent(std::int32_t size, std::array<double, 2> offset) const;
    template <class Maker>
    static Extent extent_of(Maker& rows, Shape shape);
    [[nodiscard]] Extent sphere_extent(Shape shape, std::array<double, 2> offset) const;
    void make_periodic();
    void fix_scale();
    /// Rows of raw sums from makers, one a block, to heights.
    template <class Maker>
    Grid<float> sample_rows(Shape shape, ThreadPool& pool, Progress& progress, const Maker& make_maker) const;

    PerlinParameters parameters_;
    std::uint64_t seed_;
    NoiseDomain domain_;
    std::array<double, 2> period_{0.0, 0.0};  ///< features along x and y after which the noise repeats; 0: never
    HeightCurve curve_;
    CraterField craters_;
    std::vector<Octave> octaves_;
    std::vector<Octave> warp_octaves_;  ///< x, y of the first octave, then of the second
    double low_ = 0.0;                  ///< of the sum of octaves; becomes height 0
    double factor_ = 1.0;
    Simd simd_ = Simd::automatic;
};

}  // namespace terrain
