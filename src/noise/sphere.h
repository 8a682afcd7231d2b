// Gradient noise in three dimensions on the surface of a planet: no seam, no pole.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "noise/octave.h"

namespace terrain {

struct Gradient3 {
    float x, y, z;
};

/// 256 directions, evenly spread (a Fibonacci spiral), of the length that gives noise the deviation of the plane's.
const std::array<Gradient3, 256>& gradient_table_3d();

/// The planet in the noise: `frequency` features go around the equator. Its axis is y.
struct SphereFrame {
    /// offset: of the centre, in features, along x and y.
    SphereFrame(Shape shape, double frequency, std::array<double, 2> offset);

    double radius;                        ///< in features
    std::array<double, 3> whole, part;    ///< centre, whole features and the rest
    std::vector<double> cosine, sine;     ///< of the longitude, by column
    std::vector<double> level, distance;  ///< cosine and sine of the colatitude, by row
};

/// One octave in three dimensions. Shared by threads.
class SphereOctave {
  public:
    /// reach: features from the centre that samples may lie away.
    /// The lattice spans the whole planet: frequency * scale must be at most 2^22 or so.
    SphereOctave(const RandomStream& stream, std::uint64_t index, double scale, const SphereFrame& frame, double reach);

    /// Noise in [-1, 1] at (x, y, z), features from the centre's whole ones.
    [[nodiscard]] float operator()(double x, double y, double z) const;

  private:
    struct Axis {
        AxisMap map;
        std::int64_t first;
        std::vector<std::uint32_t> keys;
    };
    std::vector<Axis> axes_;
};

}  // namespace terrain
