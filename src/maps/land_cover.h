// The colours of ground and water in the shaded relief, in linear light.
#pragma once

#include <glm/vec3.hpp>

#include "maps/relief_statistics.h"

namespace terrain {

/// 0 at or below `low`, 1 at or above `high`, with level ends between.
constexpr float smooth_step(float low, float high, float v) {
    const float t = v <= low ? 0.0F : v >= high ? 1.0F : (v - low) / (high - low);
    return t * t * (3.0F - 2.0F * t);
}

inline glm::vec3 mix_light(const glm::vec3& a, const glm::vec3& b, float share) {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share};
}

struct Ground {
    double height_m = 0;
    double slope = 0;       ///< rise over run, unscaled
    double prominence = 0;  ///< height above the surroundings, -1 to 1
    float trees = 0;        ///< density, 0 to 1
};

/// Colour of dry ground under even light. Its zones follow the map's own heights (at least 600 m are spread over them)
/// and steepness; snow needs 1000 m of relief.
glm::vec3 ground_colour(const Ground& ground, const ReliefStatistics& relief);

/// Colour of the ground of a world without water and plants: grey, dark in the lowlands.
glm::vec3 regolith_colour(const Ground& ground, const ReliefStatistics& relief);

/// Colour of a sea or lake of that depth (metres, >= 0); Water::none is taken for a lake.
glm::vec3 water_colour(Water water, double depth_m, const ReliefStatistics& relief);

glm::vec3 river_colour();

}  // namespace terrain
