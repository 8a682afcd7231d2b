// Detail below the map's texels: fractal gradient noise of the direction in three dimensions, so that it has no seam
// and is not pinched at the poles.
//
//   detail(d) = amplitude * sum over octaves o of  w(o) / 2^o * noise(d * frequency * 2^o)
//   w(o) = clamp01(2 - 4 * footprint * frequency * 2^o)    footprint: of a pixel at that point, radii
// The weight takes an octave away where it would alias. It depends on the point alone (and on the view), never on the
// sector, so that shared borders agree. The height takes the noise itself, the slopes its gradient; both are taken
// times (1 - water) of the surface map at level 0.
#pragma once

#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>

#include "planet/scalar.h"
#include "planet/scene.h"

namespace terrain::planet {

/// A lattice point's random bits; 32-bit unsigned arithmetic that wraps.
inline std::uint32_t lattice_hash(std::int32_t x, std::int32_t y, std::int32_t z, std::uint32_t seed) {
    std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9e3779b1U + static_cast<std::uint32_t>(y) * 0x85ebca77U +
                      static_cast<std::uint32_t>(z) * 0xc2b2ae3dU + seed * 0x27d4eb2fU;
    h ^= h >> 16;
    h *= 0x7feb352dU;
    h ^= h >> 15;
    h *= 0x846ca68bU;
    h ^= h >> 16;
    return h;
}

/// A value and its gradient.
struct Noise {
    float value = 0.0F;
    glm::vec3 gradient{0.0F};
};

/// Gradient noise, about -1 to 1. Gradient of lattice point h: (h & 1023, h >> 10 & 1023, h >> 20 & 1023) / 511.5 - 1.
inline Noise gradient_noise(const glm::vec3& p, std::uint32_t seed) {
    const glm::vec3 base(std::floor(p.x), std::floor(p.y), std::floor(p.z));
    const glm::vec3 f = p - base;
    const glm::vec3 s = f * f * f * (f * (f * 6.0F - 15.0F) + 10.0F);
    const glm::vec3 ds = 30.0F * f * f * (f * (f - 2.0F) + 1.0F);
    Noise sum;
    for (int corner = 0; corner < 8; ++corner) {
        const int cx = corner & 1;
        const int cy = (corner >> 1) & 1;
        const int cz = corner >> 2;
        const std::uint32_t h =
            lattice_hash(static_cast<std::int32_t>(base.x) + cx, static_cast<std::int32_t>(base.y) + cy,
                         static_cast<std::int32_t>(base.z) + cz, seed);
        const glm::vec3 g(static_cast<float>(h & 1023U) / 511.5F - 1.0F,
                          static_cast<float>((h >> 10) & 1023U) / 511.5F - 1.0F,
                          static_cast<float>((h >> 20) & 1023U) / 511.5F - 1.0F);
        const glm::vec3 to(f.x - static_cast<float>(cx), f.y - static_cast<float>(cy), f.z - static_cast<float>(cz));
        const float value = g.x * to.x + g.y * to.y + g.z * to.z;
        const float wx = cx == 1 ? s.x : 1.0F - s.x;
        const float wy = cy == 1 ? s.y : 1.0F - s.y;
        const float wz = cz == 1 ? s.z : 1.0F - s.z;
        sum.value += wx * wy * wz * value;
        sum.gradient += g * (wx * wy * wz);
        sum.gradient.x += (cx == 1 ? ds.x : -ds.x) * wy * wz * value;
        sum.gradient.y += (cy == 1 ? ds.y : -ds.y) * wx * wz * value;
        sum.gradient.z += (cz == 1 ? ds.z : -ds.z) * wx * wy * value;
    }
    return sum;
}

/// Height (radii) and its gradient over the direction d (unit), for a pixel's footprint in radii.
inline Noise detail_noise(const Detail& detail, const glm::vec3& d, float footprint) {
    Noise sum;
    float amplitude = detail.amplitude;
    float frequency = detail.frequency;
    for (std::int32_t o = 0; o < detail.octaves; ++o) {
        const float weight = clamp01(2.0F - 4.0F * footprint * frequency);
        if (weight <= 0.0F) break;
        const Noise noise = gradient_noise(d * frequency, detail.seed + static_cast<std::uint32_t>(o));
        sum.value += weight * amplitude * noise.value;
        sum.gradient += noise.gradient * (weight * amplitude * frequency);
        amplitude *= 0.5F;
        frequency *= 2.0F;
    }
    return sum;
}

/// No detail is higher or deeper than this (radii): each octave stays within sqrt(3) * sqrt(3) / 2 of its amplitude.
inline float detail_bound(const Detail& detail) { return detail.octaves > 0 ? 2.0F * 1.5F * detail.amplitude : 0.0F; }

}  // namespace terrain::planet
