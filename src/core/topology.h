// How the edges of a map meet: a sheet with four borders, a sheet that repeats, or the whole of a planet.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"

namespace terrain {

enum class Projection : std::uint8_t {
    plane,
    planet,  ///< equirectangular: x is longitude, once around; y runs from the north pole to the south pole
};

/// Which sides of a plane repeat.
enum class Wrap : std::uint8_t { none, x, xy };

/// Which edges of a map are joined to which. Every cell of a map without a border has eight neighbours.
struct Topology {
    bool wrap_x = false;  ///< west and east edge are neighbours
    bool wrap_y = false;  ///< north and south edge too; only with wrap_x
    /// The first and the last row surround a pole: the way on leads to the same row, half a turn away. The map is
    /// twice as wide as high, and wrap_x holds.
    bool poles = false;

    Topology() = default;
    constexpr Topology(bool x, bool y, bool planet) : wrap_x(x), wrap_y(y), poles(planet) {}
    constexpr Topology(Projection projection, Wrap wrap)
        : wrap_x(projection == Projection::planet || wrap != Wrap::none),
          wrap_y(projection == Projection::plane && wrap == Wrap::xy),
          poles(projection == Projection::planet) {}

    /// Whether any edges are joined.
    [[nodiscard]] constexpr bool joined() const { return wrap_x || wrap_y || poles; }
    /// Whether the map has no border at all.
    [[nodiscard]] constexpr bool closed() const { return poles || (wrap_x && wrap_y); }

    /// Brings (x, y), at most one map's height and any distance in x away, back onto the map; false where it ends.
    bool resolve(Shape shape, std::int64_t& x, std::int64_t& y) const {
        if (y < 0 || y >= shape.height) {
            if (poles) {
                y = y < 0 ? -1 - y : 2 * static_cast<std::int64_t>(shape.height) - 1 - y;
                x += shape.width / 2;
            } else if (wrap_y) {
                y = modulo(y, shape.height);
            } else {
                return false;
            }
        }
        if (x >= 0 && x < shape.width) return y >= 0 && y < shape.height;
        if (!wrap_x) return false;
        x = modulo(x, shape.width);
        return y >= 0 && y < shape.height;
    }

    /// a modulo n, in [0, n).
    static constexpr std::int64_t modulo(std::int64_t a, std::int64_t n) {
        const std::int64_t rest = a % n;
        return rest < 0 ? rest + n : rest;
    }

    friend bool operator==(const Topology&, const Topology&) = default;
};

/// Widths of a planet's cells by row, in widths at the equator: the cosine of the row's latitude, exactly symmetric.
std::vector<double> planet_row_widths(std::int32_t height);

}  // namespace terrain
