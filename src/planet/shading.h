// What a pixel's colour is: small pure functions, the one place of the formulas. All in linear light; the shaders of
// Direct3D 11 mirror them. Results are premultiplied RGBA: over(front, back) = front + back * (1 - front.a).
//
// A sample's ray starts at the eye and goes through
//   (px + 0.5, py + 0.5) of the supersampled picture (W*s x H*s samples, y down):
//   x = (2 (px + 0.5) / (W s) - 1) tan_half_fov W / H,  y = (1 - 2 (py + 0.5) / (H s)) tan_half_fov,
//   ray = unit(forward + right x + up y).
// Colour of a sample that the planet covers:  over(air(.., t), surface); of one that it does not:
// over(air(.., infinite), background).
#pragma once

#include <cmath>
#include <cstdint>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "core/math.h"
#include "planet/detail.h"
#include "planet/scene.h"
#include "planet/sphere.h"

namespace terrain::planet {

inline float exp_of(float x) { return static_cast<float>(math::exp(static_cast<double>(x))); }

/// Radii that a pixel's side covers per radius of distance: 2 tan_half_fov / picture height.
inline float pixel_angle(const Scene& scene, const View& view) {
    return 2.0F * view.tan_half_fov / static_cast<float>(scene.height);
}

/// Level of the normal and surface map for ground at `distance` from the eye. facing: cosine between the smooth
/// planet's normal and the direction to the eye; the footprint grows with its inverse in one direction alone, so the
/// root serves both.
inline float map_level(const Scene& scene, float sample_angle, float distance, float facing) {
    const float texel = kPi / static_cast<float>(scene.heights.height);
    const float footprint = sample_angle * distance / std::sqrt(facing > 0.1F ? facing : 0.1F);
    const float ratio = footprint / texel;
    return ratio > 1.0F ? log2_near(ratio) : 0.0F;
}

/// The surface's normal: slopes of the normal map (x east, y south) and of the detail add up.
/// slope_map = normal_map.xy / z; slope_detail = -(detail gradient . east, . south) * (1 - water).
inline glm::vec3 surface_normal(const glm::vec3& n, glm::vec2 map, const glm::vec3& detail_gradient, float water) {
    const float z = std::sqrt(std::fmax(1e-4F, 1.0F - map.x * map.x - map.y * map.y));
    const Tangents t = tangents(n);
    const float dry = 1.0F - water;
    const float east = map.x / z - dry * glm::dot(detail_gradient, t.east);
    const float south = map.y / z - dry * glm::dot(detail_gradient, t.south);
    return unit(n + t.east * east + t.south * south);
}

/// Everything that lights one point of the surface.
struct SurfacePoint {
    glm::vec3 up;      ///< unit direction: normal of the smooth planet
    glm::vec3 normal;  ///< of the relief
    glm::vec3 to_eye;  ///< unit
    glm::vec3 albedo;
    float water = 0;  ///< share of open water
};

/// Light from the surface. Sunlight is Lambert's, cut off behind the terminator of the smooth planet so that no slope
/// shines at night; water mirrors the sun (Blinn-Phong with Schlick's reflectance).
///   day      = smoothstep(-0.05, 0.15, up . sun)
///   diffuse  = albedo (sun_colour max(0, normal . sun) day + ambient)
///   specular = sun_colour specular water day F max(0, normal . half)^power,   F = 0.2 + 0.8 (1 - to_eye . half)^5
inline glm::vec3 surface_light(const SurfacePoint& p, const Light& light, const glm::vec3& sun) {
    const float day = smoothstep(-0.05F, 0.15F, glm::dot(p.up, sun));
    const float cosine = std::fmax(0.0F, glm::dot(p.normal, sun));
    glm::vec3 out = p.albedo * (light.sun_colour * (cosine * day) + light.ambient);
    if (p.water > 0.0F && day > 0.0F) {
        const glm::vec3 half = unit(sun + p.to_eye * 1.0001F);
        const float mirror = glm::dot(p.normal, half);
        if (mirror > 0.0F) {
            const float graze = 1.0F - clamp01(glm::dot(p.to_eye, half));
            const float graze2 = graze * graze;
            const float reflectance = 0.2F + 0.8F * graze2 * graze2 * graze;
            const double power = static_cast<double>(light.specular_power);
            const auto shine = static_cast<float>(math::exp(power * math::log(static_cast<double>(mirror))));
            out += light.sun_colour * light.specular * (p.water * day * reflectance * shine);
        }
    }
    return out;
}

/// The colour of a level's triangles: their light and dark kept.
inline glm::vec3 lod_tint(const glm::vec3& albedo, const glm::vec3& level_colour) {
    const float grey = 0.2126F * albedo.x + 0.7152F * albedo.y + 0.0722F * albedo.z;
    return level_colour * (0.25F + 0.75F * grey);
}

/// The atmosphere along a ray from the eye (unit direction r), up to the distance t where it meets the surface
/// (negative: it does not). A shell from radius 1 to A = 1 + thickness, whose optical depth is taken from the path in
/// the shell and the lowest height on it:
///   path  = part of the ray inside the sphere A, cut at 0 and t;  p = its lowest point;  h = (|p| - 1) / thickness
///   tau   = density (1 - h)^3 path / (2 sqrt(A^2 - 1));           a = 1 - exp(-tau)
///   s     = p/|p| . sun;   day = smoothstep(-0.15, 0.5, s);       warm = (0.9, 0.55, 0.4)
///   colour = mix(warm, atmosphere.colour, smoothstep(-0.1, 0.2, s)) sun_colour day
///   result = (colour a, a) over the surface; (colour a, a day) where no surface is behind: night is clear.
inline glm::vec4 air(const Scene& scene, const View& view, const glm::vec3& r, float t) {
    const Atmosphere& atmosphere = scene.atmosphere;
    if (atmosphere.thickness <= 0.0F || atmosphere.density <= 0.0F) return glm::vec4(0.0F);
    const float outer = 1.0F + atmosphere.thickness;
    const float b = glm::dot(view.eye, r);
    const glm::vec3 closest = view.eye - r * b;  // of the whole line: no difference of large squares
    const float q = outer * outer - glm::dot(closest, closest);
    if (q <= 0.0F) return glm::vec4(0.0F);
    const float root = std::sqrt(q);
    const float enter = std::fmax(0.0F, -b - root);
    const float leave = t < 0.0F ? -b + root : t;
    if (leave <= enter) return glm::vec4(0.0F);
    const float lowest = std::fmin(std::fmax(-b, enter), leave);
    const glm::vec3 p = view.eye + r * lowest;
    const float radius = glm::length(p);
    const float height = clamp01((radius - 1.0F) / atmosphere.thickness);
    const float thin = 1.0F - height;
    const float grazing = 2.0F * std::sqrt(outer * outer - 1.0F);
    const float depth = atmosphere.density * thin * thin * thin * (leave - enter) / grazing;
    const float alpha = 1.0F - exp_of(-depth);
    const float s = glm::dot(p, view.sun) / radius;
    const float day = smoothstep(-0.15F, 0.5F, s);
    const glm::vec3 warm(0.9F, 0.55F, 0.4F);
    const glm::vec3 colour = mix(warm, atmosphere.colour, smoothstep(-0.1F, 0.2F, s)) * scene.light.sun_colour * day;
    return {colour * alpha, t < 0.0F ? alpha * day : alpha};
}

/// A star's light in the direction r, or none. The sky is a cube of 6 faces of 40 x 40 cells, each with at most one
/// star; kind and place come from lattice_hash(cell x, cell y, face, seed). Face: 2 * axis of the largest component
/// (x before y before z) + 1 if it is negative; coordinates: the other two components in order, over its magnitude.
///   star here if (h & 1023) < 400 density;  place (0.2 + 0.6 (h >> 10 & 255) / 255, 0.2 + 0.6 (h >> 18 & 255) / 255)
///   brightness m^6 + 0.04 with m = (h >> 26) / 63;  disc: (1 - (distance / radius)^2)^2, radius = 1.2 pixels
/// Tint from a second hash (seed + 1): mix((1, 0.75, 0.55), (0.65, 0.8, 1), (h2 & 255) / 255).
inline glm::vec3 star_light(const Background& background, const glm::vec3& r, float pixel) {
    constexpr float kCells = 40.0F;
    const glm::vec3 m(std::fabs(r.x), std::fabs(r.y), std::fabs(r.z));
    const int axis = m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
    const int face = 2 * axis + (r[axis] < 0.0F ? 1 : 0);
    const float a = (r[axis == 0 ? 1 : 0] / m[axis] * 0.5F + 0.5F) * kCells;
    const float b = (r[axis == 2 ? 1 : 2] / m[axis] * 0.5F + 0.5F) * kCells;
    const auto i = static_cast<std::int32_t>(std::floor(std::fmin(a, kCells - 1.0F)));
    const auto j = static_cast<std::int32_t>(std::floor(std::fmin(b, kCells - 1.0F)));
    const std::uint32_t h = lattice_hash(i, j, face, background.star_seed);
    if (static_cast<float>(h & 1023U) >= 400.0F * background.star_density) return glm::vec3(0.0F);
    const float dx = a - static_cast<float>(i) - (0.2F + 0.6F * static_cast<float>((h >> 10) & 255U) / 255.0F);
    const float dy = b - static_cast<float>(j) - (0.2F + 0.6F * static_cast<float>((h >> 18) & 255U) / 255.0F);
    // A cell spans 2 / kCells on the face; away from its centre the same angle is more of the face.
    const float radius = std::fmin(0.18F, 1.2F * pixel * 0.5F * kCells / (m[axis] * m[axis]));
    const float off = (dx * dx + dy * dy) / (radius * radius);
    if (off >= 1.0F) return glm::vec3(0.0F);
    const float magnitude = static_cast<float>(h >> 26) / 63.0F;
    const float cube = magnitude * magnitude * magnitude;
    const std::uint32_t h2 = lattice_hash(i, j, face, background.star_seed + 1U);
    const glm::vec3 tint =
        mix(glm::vec3(1.0F, 0.75F, 0.55F), glm::vec3(0.65F, 0.8F, 1.0F), static_cast<float>(h2 & 255U) / 255.0F);
    return tint * ((cube * cube + 0.04F) * (1.0F - off) * (1.0F - off));
}

inline glm::vec4 background_light(const Scene& scene, const View& view, const glm::vec3& ray) {
    const Background& background = scene.background;
    if (background.kind == BackgroundKind::transparent) return glm::vec4(0.0F);
    glm::vec3 colour = background.colour;
    if (background.kind == BackgroundKind::stars) colour += star_light(background, ray, pixel_angle(scene, view));
    return {colour, 1.0F};
}

inline glm::vec4 over(const glm::vec4& front, const glm::vec4& back) { return front + back * (1.0F - front.w); }

/// Of lines in a wireframe, one sample wide, over the finished colour: premultiplied.
inline constexpr glm::vec4 kWire{0.7F, 0.7F, 0.7F, 0.8F};

}  // namespace terrain::planet
