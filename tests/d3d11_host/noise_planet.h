// A planet with relief, seas and air from noise alone, for pictures that two backends must agree on.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "planet/camera.h"
#include "planet/detail.h"
#include "planet/scene.h"
#include "planet/sphere.h"

namespace terrain::planet {

inline glm::vec3 direction_at(const Map<float>& map, std::int32_t x, std::int32_t y) {
    const double a = math::kPi * (y + 0.5) / map.height, b = 2.0 * math::kPi * (x + 0.5) / map.width;
    return {math::sin(a) * math::cos(b), math::cos(a), math::sin(a) * math::sin(b)};
}

inline float noise_height(const glm::vec3& d) {
    float sum = 0.0F, amplitude = 0.03F, frequency = 1.7F;
    for (std::uint32_t o = 0; o < 6; ++o, amplitude *= 0.5F, frequency *= 2.0F) {
        sum += amplitude * gradient_noise(d * frequency + 7.0F, o).value;
    }
    return std::max(0.0F, sum);
}

/// Slopes of the height map as its normals, by differences to the east and south.
inline void set_normals(Scene& scene) {
    const Map<float>& h = scene.heights;
    const auto at = [&](std::int32_t x, std::int32_t y) {
        const std::int32_t row = std::clamp(y, 0, h.height - 1);
        return h.texels[static_cast<std::size_t>(row * h.width + (x + h.width) % h.width)];
    };
    for (std::int32_t y = 0; y < h.height; ++y) {
        const double sine = math::sin(math::kPi * (y + 0.5) / h.height);
        for (std::int32_t x = 0; x < h.width; ++x) {
            const double east = (at(x + 1, y) - at(x - 1, y)) * h.width / (4.0 * math::kPi * sine);
            const double south = (at(x, y + 1) - at(x, y - 1)) * h.height / (2.0 * math::kPi);
            const double scale = 32767.0 / std::sqrt(1.0 + east * east + south * south);
            const auto pole = y == 0 || y == h.height - 1;
            scene.normals.texels[static_cast<std::size_t>(y * h.width + x)] =
                pole ? PackedNormal(0) : PackedNormal(std::lround(-east * scale), std::lround(-south * scale));
        }
    }
}

/// Of that many columns and half as many rows; one view with orbit cameras to be added.
inline Scene noise_planet(std::int32_t columns) {
    Scene scene;
    const std::int32_t rows = columns / 2;
    const auto texels = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    scene.heights = {columns, rows, std::vector<float>(texels)};
    scene.normals = {columns, rows, std::vector<PackedNormal>(texels)};
    scene.surface = {columns, rows, std::vector<Surface>(texels)};
    for (std::int32_t y = 0; y < rows; ++y) {
        for (std::int32_t x = 0; x < columns; ++x) {
            const bool pole = y == 0 || y == rows - 1;
            const float height = noise_height(direction_at(scene.heights, pole ? 0 : x, y));
            const auto at = static_cast<std::size_t>(y * columns + x);
            scene.heights.texels[at] = height;
            const float snow = clamp01(height * 60.0F - 0.8F);
            const glm::vec3 land = mix(glm::vec3(0.10F, 0.22F, 0.05F), glm::vec3(0.8F), snow);
            const glm::vec3 albedo = height > 0.0F ? land : glm::vec3(0.01F, 0.05F, 0.15F);
            scene.surface.texels[at] = glm::vec4(albedo, height > 0.0F ? 0.0F : 1.0F) * 65535.0F;
        }
    }
    set_normals(scene);
    scene.detail = {0.0004F, 200.0F, 3, 5};
    scene.geometry.lowest = -0.01F;
    scene.geometry.highest = 0.06F;
    scene.atmosphere.thickness = 0.03F;
    return scene;
}

/// Adds a picture from there; the sun behind the camera, to its left.
inline void add_view(Scene& scene, double latitude, double longitude, double distance = 0.0) {
    Orbit orbit;
    orbit.latitude = latitude;
    orbit.longitude = longitude;
    orbit.distance = distance;
    const double low = 1.0 + static_cast<double>(scene.geometry.lowest);
    const double high = 1.0 + static_cast<double>(scene.geometry.highest);
    View view = orbit_view(orbit, static_cast<double>(scene.width) / scene.height, low, high);
    view.sun = sun_from_camera(view, -50.0, 20.0);
    view.file = "preview_" + std::to_string(scene.views.size()) + ".png";
    scene.views.push_back(view);
}

}  // namespace terrain::planet
