// Flow map: the direction and strength of running water as colour, for water shaders.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "core/grid.h"
#include "core/parallel.h"

namespace terrain {

/// Red and green, direction * 0.5 + 0.5; blue, strength; all in [0, 1].
/// direction: x east, y south, of length 1 or less (longer ones are cut to 1), 0 for none. strength: 0 to 1. Both of
/// one shape. The axes are the image's: red grows to the right (east), green down the image (south), as texture
/// coordinates with their origin in the top left corner do. Where either input is 0 nothing flows: exactly (0.5, 0.5,
/// 0), which is (128, 128, 0) in 8 bits and (32768, 32768, 0) in 16.
/// Encoding after Vlachos, "Water Flow in Portal 2", SIGGRAPH 2010, with the strength in the spare channel.
Grid<glm::vec3> flow_map(const Grid<glm::vec2>& direction, const Grid<float>& strength, ThreadPool& pool);

}  // namespace terrain
