// The eight neighbours of a cell and the ESRI codes of the directions to them (Jenson & Domingue 1988).
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "core/topology.h"

namespace terrain {

/// Directions 0 to 7 run clockwise from east: E, SE, S, SW, W, NW, N, NE. Odd ones are diagonal; k ^ 4 is opposite to
/// k.
inline constexpr int kD8Dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr int kD8Dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/// ESRI code (1 = E, 2 = SE, 4 = S, ... 128 = NE) of direction k, and back.
constexpr std::uint8_t d8_code(int k) { return static_cast<std::uint8_t>(1U << k); }
constexpr int d8_direction(std::uint8_t code) { return std::countr_zero(code); }

/// Steps from cell to cell by row-major index.
class D8Steps {
  public:
    D8Steps(Shape shape, const Topology& topology) : shape_(shape), topology_(topology) {
        const auto width = static_cast<std::ptrdiff_t>(shape.width);
        for (int k = 0; k < 8; ++k) offset_[k] = static_cast<std::ptrdiff_t>(kD8Dy[k]) * width + kD8Dx[k];
    }

    /// The neighbour of cell i in direction k, which must exist.
    [[nodiscard]] std::size_t to(std::size_t i, int k) const {
        return topology_.joined() ? around(i, k) : i + static_cast<std::size_t>(offset_[k]);
    }
    /// The cell that i drains to; `code` is its ESRI code, not 0.
    [[nodiscard]] std::size_t downstream(std::size_t i, std::uint8_t code) const { return to(i, d8_direction(code)); }

    [[nodiscard]] std::ptrdiff_t offset(int k) const { return offset_[k]; }
    [[nodiscard]] bool periodic() const { return topology_.wrap_x; }
    /// The direction from to(i, k) back to i: the opposite one, but over a pole, where east and west change.
    [[nodiscard]] int back(std::size_t i, int k) const {
        const std::int64_t y = static_cast<std::int64_t>(i / static_cast<std::size_t>(shape_.width)) + kD8Dy[k];
        const bool over_pole = topology_.poles && (y < 0 || y >= shape_.height);
        return over_pole ? (12 - k) & 7 : k ^ 4;
    }

  private:
    [[nodiscard]] std::size_t around(std::size_t i, int k) const {
        const auto width = static_cast<std::size_t>(shape_.width);
        std::int64_t x = static_cast<std::int64_t>(i % width) + kD8Dx[k];
        std::int64_t y = static_cast<std::int64_t>(i / width) + kD8Dy[k];
        if (x >= 0 && x < shape_.width && y >= 0 && y < shape_.height) return i + static_cast<std::size_t>(offset_[k]);
        topology_.resolve(shape_, x, y);
        return static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
    }

    Shape shape_;
    Topology topology_;
    std::ptrdiff_t offset_[8];
};

/// Lengths of steps and areas of cells, in cells (of the equator on a planet).
class CellScale {
  public:
    CellScale(Shape shape, const Topology& topology) : width_(static_cast<std::size_t>(shape.width)) {
        if (topology.poles) widths_ = planet_row_widths(shape.height);
    }
    /// Width of cell i; also its area.
    [[nodiscard]] double width(std::size_t i) const { return widths_.empty() ? 1.0 : widths_[i / width_]; }
    /// Length of a step from cell i in direction k.
    [[nodiscard]] double length(std::size_t i, int k) const {
        constexpr double kSqrt2 = 1.4142135623730951;
        if (widths_.empty()) return k % 2 == 0 ? 1.0 : kSqrt2;
        const double w = width(i);
        return k % 4 == 2 ? 1.0 : k % 4 == 0 ? w : std::sqrt(w * w + 1.0);
    }
    [[nodiscard]] bool uniform() const { return widths_.empty(); }

  private:
    std::size_t width_;
    std::vector<double> widths_;  ///< by row; empty where all are 1
};

/// Calls visit(k, j) for each neighbour j of cell i, in direction k, that is on the map.
template <class Visit>
void each_neighbour(Shape shape, const Topology& topology, std::size_t i, const Visit& visit) {
    const auto width = static_cast<std::int64_t>(shape.width);
    for (int k = 0; k < 8; ++k) {
        std::int64_t x = static_cast<std::int64_t>(i) % width + kD8Dx[k];
        std::int64_t y = static_cast<std::int64_t>(i) / width + kD8Dy[k];
        if (shape.contains(x, y) || topology.resolve(shape, x, y)) visit(k, static_cast<std::size_t>(y * width + x));
    }
}

}  // namespace terrain
