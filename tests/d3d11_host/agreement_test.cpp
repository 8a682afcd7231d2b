// Direct3D 11 against the reference, and against itself.
#include <set>

#include "noise_planet.h"
#include "pictures.h"

using namespace terrain;
using namespace terrain::planet;

namespace {

Scene scene_of(std::int32_t width, std::int32_t height, std::int32_t ssaa) {
    Scene scene = noise_planet(512);
    scene.width = width;
    scene.height = height;
    scene.ssaa = ssaa;
    return scene;
}

Scene with_culling(Scene scene) {
    scene.cull = CullMode::gpu;
    return scene;
}

void check_agreement(const Rendered& rendered, const Scene& scene) {
    const std::vector<Picture> reference = render_reference(scene);
    for (std::size_t k = 0; k < reference.size(); ++k) {
        const Difference d = difference(rendered.pictures[k], reference[k]);
        INFO("view " << k << ", mean " << d.mean << ", off " << d.off_share);
        CHECK(d.mean <= 2.0);
        CHECK(d.off_share <= 0.005);
        const std::int64_t side = std::min(scene.width, scene.height);
        if (side < 64) continue;
        // Neither is one plain colour: there is something to agree on.
        std::set<std::uint32_t> colours;
        for (const auto& p : rendered.pictures[k].pixels) colours.insert(p.x << 16U | p.y << 8U | p.z);
        CHECK(colours.size() > 200);
    }
}

}  // namespace

TEST_CASE("Direct3D 11 draws what the reference draws") {
    const auto environment = d3d11_or_skip();
    if (!environment) return;
    Progress progress;
    D3d11Renderer renderer(*environment, progress);
    SECTION("from everywhere, by every way of culling") {
        Scene scene = scene_of(256, 256, 2);
        add_view(scene, 20, 0);
        add_view(scene, 90, 30);
        add_view(scene, -90, 0);
        add_view(scene, 0, 180);
        add_view(scene, 35.26, 45);
        add_view(scene, -10, 100, 1.15);
        add_view(scene, 40, 250, 8.0);
        scene.cull = CullMode::gpu;
        const Rendered gpu = render(renderer, scene);
        check_agreement(gpu, scene);
        // The device and the processor list the same, and culling takes away nothing that shows.
        scene.cull = CullMode::cpu;
        const Rendered cpu = render(renderer, scene);
        scene.cull = CullMode::off;
        const Rendered off = render(renderer, scene);
        for (std::size_t k = 0; k < scene.views.size(); ++k) {
            CHECK(gpu.figures[k].instances > 0);
            CHECK(gpu.figures[k].instances < gpu.figures[k].sectors);
            CHECK(gpu.figures[k].drawn == cpu.figures[k].drawn);
            CHECK(gpu.figures[k].drawn ==
                  select_sectors(make_sectors(16), with_culling(scene), scene.views[k]).instances);
            CHECK(off.figures[k].instances == off.figures[k].sectors);
            CHECK(gpu.figures[k].triangles < off.figures[k].triangles);
            CHECK(gpu.pictures[k].pixels == cpu.pictures[k].pixels);
            CHECK(gpu.pictures[k].pixels == off.pictures[k].pixels);
        }
        // Once more: the same bytes on one machine.
        scene.cull = CullMode::gpu;
        CHECK(render(renderer, scene).pictures[0].pixels == gpu.pictures[0].pixels);
    }
    SECTION("in any size and style") {
        for (const glm::ivec2 size : {glm::ivec2(1, 1), glm::ivec2(17, 13), glm::ivec2(255, 64), glm::ivec2(64, 129)}) {
            Scene scene = scene_of(size.x, size.y, 1);
            scene.background.kind = BackgroundKind::plain;
            add_view(scene, 10, 20);
            check_agreement(render(renderer, scene), scene);
        }
        Scene scene = scene_of(200, 150, 4);
        scene.background.kind = BackgroundKind::transparent;
        scene.lod_colours = true;
        scene.cull = CullMode::gpu;
        add_view(scene, 10, 20);
        check_agreement(render(renderer, scene), scene);
        // Without inner rings, whose diagonals Direct3D chooses otherwise.
        scene.wireframe = true;
        scene.geometry.adaptive = false;
        scene.geometry.largest_factor = 1;
        scene.geometry.sectors = 8;
        check_agreement(render(renderer, scene), scene);
    }
    SECTION("in more than one tile") {
        Scene scene = scene_of(700, 600, 4);
        add_view(scene, 50, 10, 1.5);
        check_agreement(render(renderer, scene), scene);
    }
}
