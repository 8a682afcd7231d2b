// Small float functions that both backends share; plain arithmetic, so that every compiler gives the same bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace terrain::planet {

inline constexpr float kPi = 3.14159265F;

inline float clamp01(float x) { return x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x; }

/// HLSL's smoothstep: 0 at or below low, 1 at or above high.
inline float smoothstep(float low, float high, float x) {
    const float t = clamp01((x - low) / (high - low));
    return t * t * (3.0F - 2.0F * t);
}

inline glm::vec3 mix(const glm::vec3& a, const glm::vec3& b, float share) { return a + (b - a) * share; }

/// v / |v|; both backends must round alike where borders meet: products, sums in order, one root, three divisions.
inline glm::vec3 unit(const glm::vec3& v) {
    const float length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return {v.x / length, v.y / length, v.z / length};
}

/// Arc tangent of t in [0, 1], within 1e-7 (minimax fit after one reduction of the range).
inline float unit_atan(float t) {
    // atan(t) = pi/8 + atan((t - c) / (1 + c t)) with c = tan(pi/8) leaves |x| <= c.
    constexpr float kC = 0.41421356F;
    const float x = (t - kC) / (1.0F + kC * t);
    const float s = x * x;
    const float odd = x * (0.99999991F + s * (-0.33332204F + s * (0.19961966F + s * (-0.13754814F + s * 0.07734561F))));
    return 0.39269908F + odd;
}

/// Angle of (x, y) in (-pi, pi], 0 for (0, 0); within 3e-7.
inline float angle_of(float y, float x) {
    const float ax = std::fabs(x);
    const float ay = std::fabs(y);
    const float most = ax > ay ? ax : ay;
    if (!(most > 0.0F)) return 0.0F;
    const float least = ax > ay ? ay : ax;
    float a = least <= 0.0F ? 0.0F : unit_atan(least / most);
    if (ay > ax) a = 0.5F * kPi - a;
    if (x < 0.0F) a = kPi - a;
    return y < 0.0F ? -a : a;
}

/// Binary logarithm of a positive, normal x, within 2e-5.
inline float log2_near(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const auto exponent = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 127);
    const float m = std::bit_cast<float>((bits & 0x007fffffU) | 0x3f800000U) - 1.0F;
    return exponent + m * (1.44191704F + m * (-0.70909646F + m * (0.41560610F + m * (-0.19357574F + m * 0.04514906F))));
}

}  // namespace terrain::planet
