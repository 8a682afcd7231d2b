// Equirectangular maps with their coarser levels, and how they are sampled.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <vector>

#include "planet/scene.h"

namespace terrain::planet {

/// Level k + 1 has half the sides of level k (rounded down, at least 1), each of its texels the mean of those that it
/// covers (rounded to the nearest for integers); the last level is 1 x 1. Level 0 is the map itself.
template <class T>
using Pyramid = std::vector<Map<T>>;

Pyramid<PackedNormal> make_pyramid(const Map<PackedNormal>& map);
Pyramid<Surface> make_pyramid(const Map<Surface>& map);

inline float as_floats(float texel) { return texel; }
inline glm::vec2 as_floats(const PackedNormal& texel) { return glm::vec2(texel) * (1.0F / 32767.0F); }
inline glm::vec4 as_floats(const Surface& texel) { return glm::vec4(texel) * (1.0F / 65535.0F); }

/// Bilinear, u in [0, 1) wraps, v in [0, 1] is clamped.
template <class T>
auto sample_bilinear(const Map<T>& map, float u, float v) {
    const float x = u * static_cast<float>(map.width) - 0.5F;
    const float y = std::clamp(v * static_cast<float>(map.height) - 0.5F, 0.0F, static_cast<float>(map.height - 1));
    const float x_floor = std::floor(x);
    const float y_floor = std::floor(y);
    auto x0 = static_cast<std::int32_t>(x_floor);
    auto x1 = x0 + 1;
    if (x0 < 0) x0 += map.width;
    if (x0 >= map.width) x0 -= map.width;
    if (x1 >= map.width) x1 -= map.width;
    const auto y0 = static_cast<std::int32_t>(y_floor);
    const std::int32_t y1 = y0 + 1 < map.height ? y0 + 1 : y0;
    const T* row0 = map.texels.data() + static_cast<std::size_t>(y0) * static_cast<std::size_t>(map.width);
    const T* row1 = map.texels.data() + static_cast<std::size_t>(y1) * static_cast<std::size_t>(map.width);
    const float fx = x - x_floor;
    const float fy = y - y_floor;
    const auto top = as_floats(row0[x0]) + (as_floats(row0[x1]) - as_floats(row0[x0])) * fx;
    const auto bottom = as_floats(row1[x0]) + (as_floats(row1[x1]) - as_floats(row1[x0])) * fx;
    return top + (bottom - top) * fy;
}

/// Between the two levels around `lod`, which is clamped to those that there are.
template <class T>
auto sample_trilinear(const Pyramid<T>& levels, float u, float v, float lod) {
    const float last = static_cast<float>(levels.size() - 1);
    const float l = std::clamp(lod, 0.0F, last);
    const auto k = static_cast<std::size_t>(l);
    const float f = l - static_cast<float>(k);
    const auto fine = sample_bilinear(levels[k], u, v);
    if (f <= 0.0F) return fine;
    return fine + (sample_bilinear(levels[k + 1], u, v) - fine) * f;
}

}  // namespace terrain::planet
