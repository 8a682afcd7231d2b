// Soft light from several directions for shaded relief.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace terrain {

/// The light that falls on ground of the given gradient (rise over run: x east, y south), linear RGB, about 1 on level
/// ground, never 0. Most comes from the north-west, 40 degrees up; weaker lights from west, north and south-west keep
/// slopes along the main light readable (after Mark, "Multidirectional, oblique-weighted, shaded-relief image",
/// USGS 1992), and each wraps around the terminator. Sky light tints the shade blue.
glm::vec3 relief_light(glm::dvec2 gradient);

}  // namespace terrain
