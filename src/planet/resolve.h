// From supersampled light to the picture's bytes.
#pragma once

#include <glm/vec4.hpp>

#include "planet/scene.h"

namespace terrain::planet {

/// One row of the picture from its ssaa rows of ssaa * width samples each (premultiplied, linear light): the mean of
/// each pixel's samples, components clamped to [0, 1], colour over alpha (none where alpha is 0) as sRGB codes, alpha
/// as round(255 alpha).
void resolve_row(const glm::vec4* samples, std::int32_t width, std::int32_t ssaa, glm::u8vec4* pixels);

}  // namespace terrain::planet
