// Scenes and measures for the tests of pictures.
#pragma once

#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <vector>

#include "planet/camera.h"
#include "planet/scene.h"
#include "planet/test_scene.h"
#include "preview/backend.h"
#include "preview/bake.h"

namespace terrain {

inline std::vector<planet::Picture> render_all(const planet::Scene& scene, int threads = 2) {
    ThreadPool pool(threads);
    Progress progress;
    std::vector<planet::Picture> pictures;
    make_reference_backend()->render(
        scene, pool, progress, [&](std::size_t, planet::Picture&& picture) { pictures.push_back(std::move(picture)); });
    return pictures;
}
inline planet::Picture render_one(const planet::Scene& scene, int threads = 2) {
    return render_all(scene, threads).front();
}

/// A scene with heights of the direction, and their normals; bounds set.
inline planet::Scene relief_scene(std::int32_t width, std::int32_t height,
                                  const std::function<float(const glm::vec3&)>& relief) {
    planet::Scene scene = planet::test_scene(width, height);
    for (std::int32_t y = 0; y < height; ++y) {
        for (std::int32_t x = 0; x < width; ++x) {
            const double a = 3.141592653589793 * (y + 0.5) / height;
            const double b = 6.283185307179586 * (x + 0.5) / width;
            const glm::vec3 d(std::sin(a) * std::cos(b), std::cos(a), std::sin(a) * std::sin(b));
            const bool is_pole = y == 0 || y == height - 1;
            const float h = relief(is_pole ? glm::vec3(0.0F, d.y > 0 ? 1.0F : -1.0F, 0.0F) : d);
            scene.heights
                .texels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
                h;
            scene.geometry.lowest = std::min(scene.geometry.lowest, h);
            scene.geometry.highest = std::max(scene.geometry.highest, h);
        }
    }
    ThreadPool pool(1);
    scene.normals = sphere_normals(scene.heights, 1.0F, pool);
    return scene;
}

inline planet::View& look(planet::Scene& scene, const planet::Orbit& orbit, double azimuth = 0, double elevation = 0) {
    planet::View& view = scene.views[0];
    const std::string file = view.file;
    view = planet::orbit_view(orbit, static_cast<double>(scene.width) / scene.height,
                              1.0 + static_cast<double>(scene.geometry.lowest),
                              1.0 + static_cast<double>(scene.geometry.highest));
    view.file = file;
    view.sun = planet::sun_from_camera(view, azimuth, elevation);
    return view;
}

inline const glm::u8vec4& at(const planet::Picture& p, std::int32_t x, std::int32_t y) {
    return p.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(p.width) + static_cast<std::size_t>(x)];
}

inline const glm::vec3 kMagenta{1.0F, 0.0F, 1.0F};
inline bool is_magenta(const glm::u8vec4& c) { return c == glm::u8vec4(255, 0, 255, 255); }

/// Radius of the disc in pixels of a picture of this height.
inline double radius_px(const planet::Scene& scene, double radius = 1.0) {
    const planet::View& v = scene.views[0];
    const double d = glm::length(glm::dvec3(v.eye)) / radius;
    return 0.5 * scene.height / static_cast<double>(v.tan_half_fov) / std::sqrt(d * d - 1.0);
}

/// Calls body(x, y, distance from the picture's centre in pixels).
template <class Body>
void for_pixels(const planet::Picture& p, const Body& body) {
    for (std::int32_t y = 0; y < p.height; ++y) {
        for (std::int32_t x = 0; x < p.width; ++x) {
            body(x, y, std::hypot(x + 0.5 - 0.5 * p.width, y + 0.5 - 0.5 * p.height));
        }
    }
}

inline double luma(const glm::u8vec4& c) { return 0.3 * c.x + 0.59 * c.y + 0.11 * c.z; }

}  // namespace terrain
