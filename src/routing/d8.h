// The eight neighbours of a cell and the ESRI codes of the directions to them (Jenson & Domingue 1988).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/grid.h"

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
    /// periodic_x: the west and the east edge are neighbours.
    D8Steps(Shape shape, bool periodic_x) : width_(shape.width), periodic_(periodic_x) {
        for (int k = 0; k < 8; ++k) offset_[k] = static_cast<std::ptrdiff_t>(kD8Dy[k]) * width_ + kD8Dx[k];
    }

    /// The neighbour of cell i in direction k, which must exist.
    [[nodiscard]] std::size_t to(std::size_t i, int k) const {
        return periodic_ ? around(i, k) : i + static_cast<std::size_t>(offset_[k]);
    }
    /// The cell that i drains to; `code` is its ESRI code, not 0.
    [[nodiscard]] std::size_t downstream(std::size_t i, std::uint8_t code) const { return to(i, d8_direction(code)); }

    [[nodiscard]] std::ptrdiff_t offset(int k) const { return offset_[k]; }
    [[nodiscard]] bool periodic() const { return periodic_; }

  private:
    [[nodiscard]] std::size_t around(std::size_t i, int k) const {
        const auto x = static_cast<std::ptrdiff_t>(i % static_cast<std::size_t>(width_));
        std::ptrdiff_t step = offset_[k];
        if (kD8Dx[k] < 0 && x == 0) step += width_;
        if (kD8Dx[k] > 0 && x == width_ - 1) step -= width_;
        return i + static_cast<std::size_t>(step);
    }

    std::ptrdiff_t width_;
    bool periodic_;
    std::ptrdiff_t offset_[8];
};

/// Calls visit(k, j) for each neighbour j of cell i, in direction k, that is on the map.
template <class Visit>
void each_neighbour(Shape shape, bool periodic_x, std::size_t i, const Visit& visit) {
    const auto width = static_cast<std::int64_t>(shape.width);
    for (int k = 0; k < 8; ++k) {
        std::int64_t x = static_cast<std::int64_t>(i) % width + kD8Dx[k];
        const std::int64_t y = static_cast<std::int64_t>(i) / width + kD8Dy[k];
        if (periodic_x) x = (x + width) % width;
        if (shape.contains(x, y)) visit(k, static_cast<std::size_t>(y * width + x));
    }
}

}  // namespace terrain
