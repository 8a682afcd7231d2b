// One octave of noise over one map window.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "noise/lattice.h"
#include "noise/row_kernel.h"

namespace terrain {

/// A lattice and where it lies: lattice coordinate = scale * (map coordinate in features) + shift.
struct Octave {
    Lattice lattice;
    double scale;
    /// A part of a cell that keeps samples off the lattice lines, where noise is 0, even when cells and samples march
    /// in step: a sample centre's coordinate is then a multiple of 1/2, and the shift is 0.2 to 0.3 from all of those.
    double shift_x, shift_y;
};

Octave make_octave(const RandomStream& stream, std::uint64_t index, double scale);

/// A map window: sample (x, y) lies at offset + ((x, y) + 0.5) * step, in features; step is one for x and one for y.
struct NoiseWindow {
    Shape shape;
    std::array<double, 2> step;
    std::array<double, 2> offset;

    /// Map coordinate of sample i along the axis (0: x, 1: y), less the whole features of the offset: these are taken
    /// in exactly by AxisMap, so that a window far out is as fine as one at the origin.
    [[nodiscard]] double local(int axis, std::int32_t i) const;
};

/// Turns a window's local coordinates into lattice cells along one axis.
class AxisMap {
  public:
    AxisMap(double scale, double shift, double offset);

    struct Place {
        std::int64_t cell;
        float fraction;
    };
    [[nodiscard]] Place operator()(double local) const {
        const double p = start_ + scale_ * local;
        auto whole = static_cast<std::int64_t>(p);  // towards 0; one less below 0 is the floor
        whole -= static_cast<double>(whole) > p ? 1 : 0;
        return {base_ + whole, static_cast<float>(p - static_cast<double>(whole))};
    }

  private:
    std::int64_t base_;
    double start_, scale_;
};

/// What the rows of a window have in common. Not changed after construction: threads share it.
class OctaveWindow {
  public:
    OctaveWindow(const Octave& octave, const NoiseWindow& window);

  private:
    friend class OctaveRows;
    Lattice lattice_;
    NoiseWindow window_;
    AxisMap map_x_, map_y_;
    bool in_rows_;  ///< less than a cell between samples: rows by noise_row, else point by point
    std::vector<std::int32_t> cell_;
    std::vector<float> fraction_, fade_;
    std::vector<std::uint32_t> column_keys_;
};

/// Makes rows of an octave; neighbouring rows share their work. One for each thread.
class OctaveRows {
  public:
    explicit OctaveRows(const OctaveWindow& window);

    /// Noise, in [-1, 1], at the samples of row y.
    void straight(std::int32_t y, float* out, Simd simd);
    /// Noise at given local coordinates, one pair a sample.
    void at(const double* local_x, const double* local_y, float* out);

  private:
    struct GradientRow {
        std::vector<float> x, y;
    };
    void fill(GradientRow& row, std::int64_t lattice_y) const;
    void enter(std::int64_t lattice_y);

    const OctaveWindow* window_;
    PointSampler points_;
    bool entered_ = false;
    std::int64_t lattice_y_ = 0;
    GradientRow top_, bottom_;
    std::vector<float> slope_, level_;
};

}  // namespace terrain
