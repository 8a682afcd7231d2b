// Directions, map coordinates and the tangent frame on the unit sphere (conventions: planet/scene.h).
#pragma once

#include <glm/vec2.hpp>

#include "planet/scalar.h"

namespace terrain::planet {

/// Map coordinates of a direction: u = frac(azimuth / 2 pi) in [0, 1), v = polar angle / pi in [0, 1]. Any length;
/// never NaN. Adding 0 turns -0 into +0, whose angle with a negative x would be -pi.
inline glm::vec2 map_coordinates(const glm::vec3& d) {
    const float azimuth = angle_of(d.z + 0.0F, d.x + 0.0F);
    const float u = azimuth / (2.0F * kPi);
    const float turn = u < 0.0F ? u + 1.0F : u;
    const float v = angle_of(std::sqrt(d.x * d.x + d.z * d.z), d.y) / kPi;
    return {turn >= 1.0F ? 0.0F : turn, clamp01(v)};
}

/// East and south at a unit direction. At a pole east is +z, as at azimuth 0.
struct Tangents {
    glm::vec3 east, south;
};
inline Tangents tangents(const glm::vec3& n) {
    const float r = std::sqrt(n.x * n.x + n.z * n.z);
    const float cos_b = r > 1e-6F ? n.x / r : 1.0F;
    const float sin_b = r > 1e-6F ? n.z / r : 0.0F;
    return {{-sin_b, 0.0F, cos_b}, {n.y * cos_b, -r, n.y * sin_b}};
}

/// Unit direction of latitude and longitude, degrees. Longitude 0 is the map's middle column, as on world maps; it
/// grows eastwards.
glm::dvec3 direction_of(double latitude, double longitude);

}  // namespace terrain::planet
