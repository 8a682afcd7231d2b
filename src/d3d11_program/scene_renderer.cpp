#include "d3d11_program/scene_renderer.h"

#include <chrono>

#include "planet/cull.h"
#include "planet/lod.h"
#include "planet/scalar.h"
#include "planet/shading.h"
#include "planet/tessellation.h"

namespace terrain::d3d11 {
namespace {

void set_view(Frame& frame, const planet::Scene& scene, const planet::View& view) {
    const float aspect = static_cast<float>(scene.width) / static_cast<float>(scene.height);
    frame.planes = planet::frustum_planes(view, scene.width, scene.height);
    const auto levels = planet::lod_levels(scene, view);
    for (std::size_t k = 0; k < levels.size(); ++k) {
        frame.levels[k] = glm::vec4(levels[k].colour, static_cast<float>(levels[k].factor));
        frame.level_ranges[k].x = levels[k].dot_min;
    }
    frame.level_count = static_cast<std::uint32_t>(levels.size());
    frame.eye = view.eye;
    frame.eye_direction = planet::unit(view.eye);
    frame.view_right = view.right * (view.tan_half_fov * aspect);
    frame.view_up = view.up * view.tan_half_fov;
    frame.view_forward = view.forward;
    frame.pixel_angle = planet::pixel_angle(scene, view);
    frame.sun = view.sun;
}

Frame make_frame(const planet::Scene& scene, const planet::View& view, std::size_t sectors) {
    Frame frame{};
    set_view(frame, scene, view);
    frame.sector_count = static_cast<std::uint32_t>(sectors);
    frame.grid_cells = static_cast<std::uint32_t>(scene.geometry.grid);
    frame.samples_a_side = static_cast<std::uint32_t>(scene.ssaa);
    frame.cull = scene.cull == planet::CullMode::off ? 0 : 1;
    frame.sample_count = glm::vec2(scene.width * scene.ssaa, scene.height * scene.ssaa);
    frame.map_size = glm::vec2(scene.heights.width, scene.heights.height);
    frame.sun_colour = scene.light.sun_colour;
    frame.specular_power = scene.light.specular_power;
    frame.ambient = scene.light.ambient;
    frame.lod_colours = scene.lod_colours ? 1 : 0;
    frame.specular = scene.light.specular;
    frame.wireframe = scene.wireframe ? 1 : 0;
    frame.atmosphere_colour = scene.atmosphere.colour;
    frame.atmosphere_thickness = scene.atmosphere.thickness;
    frame.atmosphere_density = scene.atmosphere.density;
    frame.background_colour = scene.background.colour;
    frame.background_kind = static_cast<std::uint32_t>(scene.background.kind);
    frame.star_density = scene.background.star_density;
    frame.star_seed = scene.background.star_seed;
    frame.detail_octaves = static_cast<std::uint32_t>(scene.detail.octaves);
    frame.detail_amplitude = scene.detail.amplitude;
    frame.detail_frequency = scene.detail.frequency;
    frame.detail_seed = scene.detail.seed;
    return frame;
}

/// That the instances' patches are cut into: those inside a sector are all alike; of those along its sides each has one
/// edge on a side, but for the two in the corners, which have two.
std::uint64_t triangles_of(const std::vector<planet::Instance>& instances, std::int32_t grid) {
    planet::PatternCache patterns;
    const auto cells = static_cast<std::uint64_t>(grid);
    std::uint64_t sum = 0;
    for (const planet::Instance& i : instances) {
        const std::int32_t t = i.factor;
        const auto count = [&](std::int32_t first, std::int32_t second) {
            return static_cast<std::uint64_t>(patterns.get({t, first, second}, t).triangles.size());
        };
        sum += (2 * cells * cells - (4 * cells - 2)) * count(t, t);
        for (const std::int32_t border : i.border) sum += (cells - 1) * count(t, border);
        sum += count(i.border[planet::kBottom], i.border[planet::kLeft]);
        sum += count(i.border[planet::kTop], i.border[planet::kRight]);
    }
    return sum;
}

}  // namespace

SceneRenderer::SceneRenderer(const Device& device, const std::filesystem::path& shaders)
    : device_(device),
      shaders_(device.device.Get(), shaders),
      constants_(
          plain_buffer(device.device.Get(), sizeof(Frame), D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC)) {}

void SceneRenderer::load(const planet::Scene& scene) {
    // What the scene before took is to be free first.
    picture_.reset();
    instances_.reset();
    scene_ = &scene;
    grid_ = make_grid(device_.device.Get(), scene.geometry.grid);
    instances_ = std::make_unique<InstancePass>(device_, shaders_, scene, grid_.index_count);
    picture_ = std::make_unique<PicturePass>(device_, shaders_, scene, grid_);
}

planet::Picture SceneRenderer::render(const planet::View& view, Figures& figures,
                                      const std::function<void(std::size_t)>& tile) {
    const auto start = std::chrono::steady_clock::now();
    const Frame frame = make_frame(*scene_, view, instances_->sector_count());
    fill(device_.context.Get(), constants_.Get(), &frame, sizeof frame);
    instances_->run(view, constants_.Get());
    planet::Picture picture = picture_->render(view, frame, constants_.Get(), *instances_, tile);
    figures.sectors = instances_->sector_count();
    figures.drawn = instances_->read_drawn();
    figures.triangles = triangles_of(figures.drawn, scene_->geometry.grid);
    figures.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return picture;
}

}  // namespace terrain::d3d11
