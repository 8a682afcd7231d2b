// Which sectors can be seen: a conservative bound of the horizon and bounding spheres against the frustum.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <vector>

#include "planet/scene.h"
#include "planet/sectors.h"

namespace terrain::planet {

/// What a sector is culled by; floats that a shader compares as they are.
struct SectorBounds {
    glm::vec4 sphere;         ///< centre and radius of a sphere around the sector with its relief
    float least_dot = -2.0F;  ///< seen only if dot(unit eye, sector centre) >= this
};

/// The sphere around a patch of angular radius `angle` (radians) about the unit direction `centre` whose points lie
/// between radii `low` and `high`; with a margin for float arithmetic.
glm::vec4 bounding_sphere(const glm::vec3& centre, double angle, double low, double high);

/// The least cosine between the directions of the eye and of a sector's centre at which the sector may show over the
/// horizon: distance of the eye from the planet's centre, ground between radii low and high, angular radius of the
/// sector. -2 if all may show (an eye at or below `low` sees everything).
double horizon_cosine(double distance, double low, double high, double angle);

std::vector<SectorBounds> sector_bounds(const std::vector<Sector>& sectors, const Geometry& geometry, const View& view);

/// The six planes of the view's frustum, (normal, offset) with unit normals that point inwards: near, far, left, right,
/// bottom, top. A sphere (c, r) is outside if normal.x * c.x + normal.y * c.y + normal.z * c.z + offset < -r for one.
std::array<glm::vec4, 6> frustum_planes(const View& view, std::int32_t width, std::int32_t height);

/// Whether the sector is to be drawn. eye: unit direction of the eye.
inline bool is_visible(const SectorBounds& bounds, const Sector& sector, const glm::vec3& eye,
                       const std::array<glm::vec4, 6>& planes) {
    const float cosine = eye.x * sector.centre.x + eye.y * sector.centre.y + eye.z * sector.centre.z;
    if (cosine < bounds.least_dot) return false;
    for (const glm::vec4& p : planes) {
        const glm::vec4& s = bounds.sphere;
        if (p.x * s.x + p.y * s.y + p.z * s.z + p.w < -s.w) return false;
    }
    return true;
}

}  // namespace terrain::planet
