// Levels of detail: ranges of the cosine between the directions of the eye and of a sector's centre, each with one
// tessellation factor.
//
// Seen from far, ground behind the horizon, the band that makes the silhouette and the shoulder within it have a level
// each; from there to the point below the eye, or near the ground over all that can be seen, the ranges follow a
// geometric series, narrow where the eye is near. A level's factor is the least power of two at which the edges of its
// triangles are short enough on the screen, counted by how flat they are looked at: relief seen from above does not
// show as geometry, its light comes from the normal map.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "planet/scene.h"
#include "planet/sectors.h"

namespace terrain::planet {

/// Covers [dot_min, dot_max); the last level includes 1. The first begins at -1, each begins where the one before ends.
struct LodLevel {
    float dot_min = -1.0F;
    float dot_max = 1.0F;
    std::int32_t factor = 1;
    glm::vec3 colour{1.0F};  ///< linear light, for Scene::lod_colours
};

/// Lower ends of n ranges that cover [1 - widest, 1]: range g is [1 - f(g), 1 - f(g + 1)), the last ends at 1, with
/// f(g) = widest * (narrowest / widest)^(g / (n - 1)), narrowest = min(0.01, widest / 2). widest in (0, 2], n >= 1.
std::vector<double> geometric_ranges(double widest, std::int32_t n);

/// The largest power of two that is at most x; 1 for x < 2.
std::int32_t power_of_two_floor(double x);
/// The least power of two that is at least x; 1 for x <= 1.
std::int32_t power_of_two_ceiling(double x);

std::vector<LodLevel> lod_levels(const Scene& scene, const View& view);

/// Of a sector at that cosine; a cosine that rounding put beyond 1 belongs to the last level.
inline std::int32_t level_of(const std::vector<LodLevel>& levels, float cosine) {
    std::int32_t level = 0;
    for (std::size_t k = 1; k < levels.size(); ++k) {
        if (cosine >= levels[k].dot_min) level = static_cast<std::int32_t>(k);
    }
    return level;
}

}  // namespace terrain::planet
