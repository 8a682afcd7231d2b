#include "preview/make_scene.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "core/hash.h"
#include "planet/camera.h"
#include "planet/detail.h"
#include "planet/sphere.h"
#include "planet/texture.h"
#include "preview/bake.h"
#include "preview/layout.h"

namespace terrain {

using namespace planet;

namespace {

void set_looks(const PreviewParameters& preview, std::uint64_t seed, Scene& scene) {
    scene.width = preview.size[0];
    scene.height = preview.size[1];
    scene.ssaa = preview.ssaa;
    scene.cull = preview.cull;
    scene.wireframe = preview.wireframe;
    scene.lod_colours = preview.lod_colors;
    scene.light.sun_colour = {1.62F, 1.58F, 1.50F};
    const auto ambient = static_cast<float>(preview.ambient);
    scene.light.ambient = glm::vec3(0.8F, 0.9F, 1.2F) * ambient;
    scene.light.specular = glm::vec3(static_cast<float>(preview.surface.specular));
    scene.light.specular_power = 90.0F;
    scene.atmosphere.colour = linear_color(preview.atmosphere_color);
    scene.atmosphere.thickness = static_cast<float>(preview.atmosphere_thickness);
    scene.atmosphere.density = static_cast<float>(preview.atmosphere_density);
    scene.background.kind = preview.background;
    scene.background.colour = linear_color(preview.background_color);
    scene.background.star_seed = static_cast<std::uint32_t>(RandomStream(seed, "preview stars")(0));
}

/// Columns of the map that a picture can show: from outside a little more than its disc has pixels around.
std::int32_t widest_map(const PreviewParameters& preview) {
    constexpr std::int32_t kWidest = 8192;
    if (!preview.camera.walk.empty() || preview.camera.distance || preview.camera.fill > 1.0) return kWidest;
    return std::clamp(4 * std::max(preview.size[0], preview.size[1]), 2048, kWidest);
}

View walk_view(const WalkPose& pose, double fov, const Scene& scene) {
    const glm::vec3 d(direction_of(pose.latitude, pose.longitude));
    const glm::vec2 uv = map_coordinates(d);
    float ground = sample_bilinear(scene.heights, uv.x, uv.y);
    ground += std::max(0.0F, detail_noise(scene.detail, d, 0.0F).value);
    WalkCamera camera(pose.latitude, pose.longitude, 1.0 + static_cast<double>(ground) + pose.height, pose.heading);
    camera.turn(0.0, pose.pitch * 3.141592653589793 / 180.0);
    return camera.view(fov, 1.0 + static_cast<double>(scene.geometry.lowest),
                       1.0 + static_cast<double>(scene.geometry.highest));
}

View one_view(const PreviewParameters& preview, const Scene& scene, double turn) {
    const PreviewCamera& camera = preview.camera;
    const double high = 1.0 + static_cast<double>(scene.geometry.highest);
    if (!camera.walk.empty()) {
        WalkPose pose = walk_pose(camera.walk);
        pose.heading += turn;
        return walk_view(pose, camera.fov, scene);
    }
    if (camera.distance && *camera.distance <= high) {
        throw UserError(fmt::format("preview.camera.distance {}: inside the highest ground; allowed: above {} radii",
                                    *camera.distance, high));
    }
    Orbit orbit;
    orbit.latitude = camera.latitude;
    orbit.longitude = camera.longitude + turn;
    orbit.fov = camera.fov;
    orbit.fill = camera.fill;
    orbit.distance = camera.distance.value_or(0.0);
    return orbit_view(orbit, static_cast<double>(scene.width) / scene.height,
                      1.0 + static_cast<double>(scene.geometry.lowest), high);
}

}  // namespace

std::vector<std::string> preview_files(const PreviewParameters& preview) {
    if (preview.views == 1) return {"preview.png"};
    std::vector<std::string> files;
    for (int k = 0; k < preview.views; ++k) files.push_back(fmt::format("preview_{:03}.png", k));
    return files;
}

std::uint64_t preview_memory(Shape terrain, const PreviewParameters& preview) {
    constexpr std::uint64_t kBytesATexel = 90;
    constexpr std::uint64_t kGeometry = std::uint64_t{64} << 20;
    const Shape map = layout_of(terrain, false, preview.surface.tiling, widest_map(preview)).shape;
    const std::uint64_t pixels =
        static_cast<std::uint64_t>(preview.size[0]) * static_cast<std::uint64_t>(preview.size[1]);
    return kBytesATexel * map.cells() + 12 * pixels + kGeometry;
}

Scene make_scene(const Terrain& terrain, bool is_planet, const PreviewParameters& preview, std::uint64_t seed,
                 ThreadPool& pool) {
    Scene scene;
    set_looks(preview, seed, scene);
    bake_maps(terrain, is_planet, preview.surface, widest_map(preview), seed, pool, scene);
    const std::vector<std::string> files = preview_files(preview);
    for (std::size_t k = 0; k < files.size(); ++k) {
        View view = one_view(preview, scene, 360.0 * static_cast<double>(k) / static_cast<double>(files.size()));
        view.sun = preview.sun_on_planet ? glm::vec3(direction_of(preview.sun[1], preview.sun[0]))
                                         : sun_from_camera(view, preview.sun[0], preview.sun[1]);
        view.file = files[k];
        scene.views.push_back(view);
    }
    return scene;
}

}  // namespace terrain
