// The gradient lattice of one octave: which gradient stands at which whole-number point, and how a row of samples and
// a single sample are made from it. Both ways use the same operations in the same order, and so agree to the bit.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "core/hash.h"
#include "core/topology.h"

namespace terrain {

struct Gradient {
    float x, y;
};

/// 256 directions, evenly spread, of length sqrt(2): noise made of them lies in [-1, 1].
const std::array<Gradient, 256>& gradient_table();

/// Perlin's quintic (Perlin 2002): first and second derivatives are 0 at 0 and 1.
inline float quintic_fade(float t) { return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F); }

/// A gradient for every pair of 64-bit lattice coordinates, hashed: there is no table of coordinates, and no period
/// but one that is asked for.
class Lattice {
  public:
    /// Lattices of one stream and different indices are independent.
    Lattice(const RandomStream& stream, std::uint64_t index)
        : column_seed_(stream(index, 0)), row_seed_(stream(index, 1)), table_(gradient_table().data()) {}

    /// From now on the lattice repeats after so many cells along an axis; 0: it does not.
    void repeat(std::int64_t columns, std::int64_t rows) {
        columns_ = columns;
        rows_ = rows;
    }

    [[nodiscard]] std::uint32_t column_key(std::int64_t x) const {
        return key(column_seed_, columns_ > 0 ? Topology::modulo(x, columns_) : x);
    }
    [[nodiscard]] std::uint32_t row_key(std::int64_t y) const {
        return key(row_seed_, rows_ > 0 ? Topology::modulo(y, rows_) : y);
    }

    [[nodiscard]] const Gradient& gradient(std::uint32_t column_key, std::uint32_t row_key) const {
        // Two rounds of multiply and shift: the XOR alone would repeat wherever two column keys differ as two row keys.
        std::uint32_t h = column_key ^ row_key;
        h *= 0x85ebca6bU;
        h ^= h >> 15;
        h *= 0xc2b2ae35U;
        return table_[h >> 24];
    }

  private:
    static std::uint32_t key(std::uint64_t seed, std::int64_t coordinate) {
        return static_cast<std::uint32_t>(
            mix64(seed + static_cast<std::uint64_t>(coordinate) * 0x9e3779b97f4a7c15ULL) >> 32);
    }
    std::uint64_t column_seed_;
    std::uint64_t row_seed_;
    const Gradient* table_;
    std::int64_t columns_ = 0, rows_ = 0;
};

/// One sample row seen by one octave, reduced to the lattice columns: along x the noise of the edge above a column is
/// slope * (distance to the column) + level.
struct LatticeRow {
    const float* slope;
    const float* level;
};

/// Blends the gradients of a lattice column across y: fraction in [0, 1], fade = quintic_fade(fraction).
inline float blend_slope(float top_x, float bottom_x, float fade) { return top_x + fade * (bottom_x - top_x); }
inline float blend_level(float top_y, float bottom_y, float fraction, float fade) {
    const float top = top_y * fraction;
    return top + fade * (bottom_y * (fraction - 1.0F) - top);
}
/// And across x, between the column on the left and the one on the right.
inline float blend_columns(float left_slope, float left_level, float right_slope, float right_level, float fraction,
                           float fade) {
    const float left = left_slope * fraction + left_level;
    const float right = right_slope * (fraction - 1.0F) + right_level;
    return left + fade * (right - left);
}

/// Noise at single points; neighbouring points mostly share a cell, whose gradients are kept.
class PointSampler {
  public:
    explicit PointSampler(const Lattice& lattice) : lattice_(&lattice) {}

    /// In [-1, 1]: the point at (fraction_x, fraction_y) of the cell (x, y).
    float operator()(std::int64_t x, std::int64_t y, float fraction_x, float fraction_y) {
        if (x != x_ || y != y_) enter(x, y);
        const float fade = quintic_fade(fraction_y);
        return blend_columns(
            blend_slope(top_left_.x, bottom_left_.x, fade), blend_level(top_left_.y, bottom_left_.y, fraction_y, fade),
            blend_slope(top_right_.x, bottom_right_.x, fade),
            blend_level(top_right_.y, bottom_right_.y, fraction_y, fade), fraction_x, quintic_fade(fraction_x));
    }

  private:
    void enter(std::int64_t x, std::int64_t y) {
        x_ = x;
        y_ = y;
        const std::uint32_t left = lattice_->column_key(x), right = lattice_->column_key(x + 1);
        const std::uint32_t top = lattice_->row_key(y), bottom = lattice_->row_key(y + 1);
        top_left_ = lattice_->gradient(left, top);
        top_right_ = lattice_->gradient(right, top);
        bottom_left_ = lattice_->gradient(left, bottom);
        bottom_right_ = lattice_->gradient(right, bottom);
    }
    const Lattice* lattice_;
    std::int64_t x_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t y_ = std::numeric_limits<std::int64_t>::max();
    Gradient top_left_{}, top_right_{}, bottom_left_{}, bottom_right_{};
};

}  // namespace terrain
