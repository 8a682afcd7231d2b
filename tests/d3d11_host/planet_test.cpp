// Properties of Direct3D 11's pictures that need no second renderer.
#include <cmath>
#include <tuple>

#include "noise_planet.h"
#include "pictures.h"

using namespace terrain;
using namespace terrain::planet;

namespace {

const glm::vec3 kMagenta(1.0F, 0.0F, 1.0F);
bool is_magenta(const glm::u8vec4& p) { return p.x == 255 && p.y == 0 && p.z == 255; }

/// Radius in pixels of the disc that a sphere of radius 1 shows as.
double disc_pixels(const Scene& scene, const View& view) {
    const double d = glm::length(glm::dvec3(view.eye));
    return 0.5 * scene.height / view.tan_half_fov / std::sqrt(d * d - 1.0);
}

Scene bare(std::int32_t side) {
    Scene scene = noise_planet(256);
    scene.width = scene.height = side;
    scene.ssaa = 1;
    scene.cull = CullMode::gpu;
    scene.atmosphere.thickness = 0.0F;
    scene.detail.octaves = 0;
    scene.background.kind = BackgroundKind::plain;
    scene.background.colour = kMagenta;
    scene.light.ambient = glm::vec3(0.2F);
    return scene;
}

/// Heights from 0 to `most`, each texel for itself.
void make_rough(Scene& scene, float most) {
    for (std::size_t k = 0; k < scene.heights.texels.size(); ++k) {
        const bool pole = k < 256 || k >= scene.heights.texels.size() - 256;
        const std::uint32_t bits = lattice_hash(pole ? 0 : static_cast<std::int32_t>(k), 1, 2, 3);
        scene.heights.texels[k] = most * static_cast<float>(bits & 0xffffU) / 65535.0F;
    }
}

}  // namespace

TEST_CASE("Direct3D 11 leaves no hole in a rough planet") {
    const auto environment = d3d11_or_skip();
    if (!environment) return;
    Progress progress;
    D3d11Renderer renderer(*environment, progress);
    Scene scene = bare(192);
    make_rough(scene, 0.05F);
    // Cells of many texels, so that levels' factors differ by more than one step.
    scene.geometry.sectors = 4;
    scene.geometry.grid = 2;
    scene.geometry.largest_factor = 16;
    scene.geometry.target_px = 2.0F;
    for (const double latitude : {90.0, -90.0, 0.0, 35.26, -35.26, 60.0}) {
        for (const double longitude : {0.0, 45.0, 180.0, 260.0}) {
            add_view(scene, latitude, longitude, longitude == 45.0 ? 8.0 : longitude == 260.0 ? 1.6 : 0.0);
        }
    }
    const Rendered rendered = render(renderer, scene);
    int steps = 0;
    for (std::size_t k = 0; k < scene.views.size(); ++k) {
        for (const Instance& i : rendered.figures[k].drawn) {
            for (const std::int32_t border : i.border) steps += border < i.factor ? 1 : 0;
        }
        const double radius = disc_pixels(scene, scene.views[k]) - 2.0;
        int holes = 0;
        for (int y = 0; y < scene.height; ++y) {
            for (int x = 0; x < scene.width; ++x) {
                const double dx = x + 0.5 - 0.5 * scene.width, dy = y + 0.5 - 0.5 * scene.height;
                const auto& pixel = rendered.pictures[k].pixels[static_cast<std::size_t>(y * scene.width + x)];
                holes += dx * dx + dy * dy < radius * radius && is_magenta(pixel) ? 1 : 0;
            }
        }
        INFO("view " << k);
        CHECK(holes == 0);
    }
    // There were borders to match.
    CHECK(steps > 50);
}

TEST_CASE("Direct3D 11 shows the disc where the formula has it, right way round and lit from the sun's side") {
    const auto environment = d3d11_or_skip();
    if (!environment) return;
    Progress progress;
    D3d11Renderer renderer(*environment, progress);
    for (const glm::ivec2 size : {glm::ivec2(240, 240), glm::ivec2(300, 160), glm::ivec2(161, 301)}) {
        Scene scene = bare(1);
        scene.width = size.x;
        scene.height = size.y;
        scene.geometry.largest_factor = 32;
        scene.geometry.target_px = 1.0F;
        for (std::int32_t k = 0; k < 256 * 128; ++k) {
            const auto at = static_cast<std::size_t>(k);
            scene.heights.texels[at] = 0.0F;
            scene.normals.texels[at] = PackedNormal(0);
            // The quarter to the north-east of the map's middle is red.
            const bool red = k / 256 < 64 && k / 256 > 0 && k % 256 >= 128;
            scene.surface.texels[at] = red ? Surface(40000, 2000, 2000, 0) : Surface(20000, 20000, 20000, 0);
        }
        add_view(scene, 0, 0);
        const Picture picture = render(renderer, scene).pictures[0];
        double count = 0, sum_x = 0, sum_y = 0, light = 0, lit_x = 0, red = 0, red_x = 0, red_y = 0;
        for (int y = 0; y < size.y; ++y) {
            for (int x = 0; x < size.x; ++x) {
                const glm::u8vec4 p = picture.pixels[static_cast<std::size_t>(y * size.x + x)];
                if (is_magenta(p)) continue;
                const double dx = x + 0.5 - 0.5 * size.x, dy = y + 0.5 - 0.5 * size.y;
                count += 1;
                sum_x += dx;
                sum_y += dy;
                if (p.x > p.z + 10) {
                    red += 1;
                    red_x += dx;
                    red_y += dy;
                } else {
                    light += p.y;
                    lit_x += p.y * dx;
                }
            }
        }
        INFO(size.x << " x " << size.y);
        CHECK(std::sqrt(count / 3.14159265358979) == Approx(disc_pixels(scene, scene.views[0])).margin(0.5));
        CHECK(std::abs(sum_x / count) < 0.5);
        CHECK(std::abs(sum_y / count) < 0.5);
        // East is right, north is up.
        CHECK(red > 0.2 * count);
        CHECK(red_x / red > 5.0);
        CHECK(red_y / red < -5.0);
        // The sun stands on the left.
        CHECK(lit_x / light < -3.0);
    }
}
