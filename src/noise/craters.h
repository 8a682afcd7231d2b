// Impact craters on a planet.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "noise/parameters.h"

namespace terrain {

/// A field of craters, evenly strewn over the sphere. As many are at least of diameter D as D^-exponent says (the
/// cumulative size-frequency law of impact surfaces), between the smallest and the largest. Each is a bowl with a flat
/// floor inside a raised rim, whose flank ends one radius farther out; depths grow as D^0.7.
class CraterField {
  public:
    CraterField(const CraterParameters& parameters, std::uint64_t seed);

    /// Adds the craters to row y of an equirectangular map of `shape`: `row` holds heights in [0, 1]. Those narrower
    /// than three cells of the equator are left out.
    void add(Shape shape, std::int32_t y, float* row) const;

  private:
    struct Crater {
        std::array<double, 3> centre;  ///< unit vector, y the axis
        double radius;                 ///< as a chord of the unit sphere
        double depth;                  ///< share of the height range
        double colatitude, longitude;
    };
    std::vector<Crater> craters_;
};

}  // namespace terrain
