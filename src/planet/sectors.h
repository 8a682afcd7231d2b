// The cube sphere: 6 n^2 sectors, each a patch of a cube of half-edge 1 that is projected on the unit sphere.
//
// Sizes are powers of two, so that every cube coordinate is a dyadic rational, exact in float: points that two sectors
// share are the same bits from both sides.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace terrain::planet {

/// A face: its normal, its right and its up as seen from outside; cross(right, up) = -normal.
struct Face {
    glm::vec3 normal, right, up;
};
inline constexpr std::array<Face, 6> kFaces{{
    {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
    {{-1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
    {{0, 0, 1}, {-1, 0, 0}, {0, 1, 0}},
    {{0, 0, -1}, {1, 0, 0}, {0, 1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
    {{0, -1, 0}, {-1, 0, 0}, {0, 0, 1}},
}};

/// Sides of a sector, in this order everywhere: bottom (y = 0), left (x = 0), top (y = 1), right (x = 1).
enum Side : int { kBottom = 0, kLeft = 1, kTop = 2, kRight = 3 };

/// Point (x, y) of the sector, both 0 to 1, is start + right * x + up * y on the cube.
struct Sector {
    glm::vec3 start, right, up;             ///< right and up are edges: as long as the sector
    glm::vec3 centre;                       ///< unit direction
    float angle = 0;                        ///< radians from the centre to the farthest corner
    std::array<std::int32_t, 4> neighbour;  ///< by Side
};

/// All sectors, in order of face, row (along up) and column. n: even power of two.
std::vector<Sector> make_sectors(std::int32_t n);

}  // namespace terrain::planet
