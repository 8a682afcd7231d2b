#include "preview/picture.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "core/hash.h"
#include "planet/detail.h"
#include "planet/sphere.h"

namespace terrain {
namespace {

using namespace planet;

/// Rough relief without any smoothness: the hardest for borders.
float white_noise(const glm::vec3& d) {
    const auto cell = [](float v) { return static_cast<std::int32_t>(std::floor(v * 300.0F)); };
    return 0.03F * static_cast<float>(lattice_hash(cell(d.x), cell(d.y), cell(d.z), 5U) & 1023U) / 1023.0F;
}

float hills(const glm::vec3& d) {
    return 0.02F * (gradient_noise(d * 4.0F, 9U).value + 0.5F * gradient_noise(d * 9.0F, 10U).value + 1.0F);
}

TEST_CASE("No background shows through the planet from any side", "[picture]") {
    Scene scene = relief_scene(128, 64, white_noise);
    scene.background.colour = kMagenta;
    scene.width = scene.height = 160;
    int view = 0;
    for (const double latitude : {90.0, 45.0, 35.26, 0.0, -20.0, -90.0}) {
        for (const double distance : {1.05, 1.5, 3.0, 8.0}) {
            look(scene, {.latitude = latitude, .longitude = 180.0 + 45.0 * view++, .fov = 40, .distance = distance});
            const Picture picture = render_one(scene);
            const double radius = radius_px(scene);
            int holes = 0;
            for_pixels(picture, [&](int x, int y, double r) {
                if (r < radius - 2.0 && is_magenta(at(picture, x, y))) ++holes;
            });
            INFO("latitude " << latitude << ", distance " << distance);
            CHECK(holes == 0);
        }
    }
    CHECK(view == 24);
}

TEST_CASE("The silhouette of a smooth planet is the circle of the formula", "[picture]") {
    for (const auto& [width, height] : {std::pair{201, 201}, {320, 180}, {150, 260}}) {
        Scene scene = relief_scene(256, 128, [](const glm::vec3&) { return 0.0F; });
        scene.width = width;
        scene.height = height;
        scene.geometry.target_px = 1.0F;
        scene.background.colour = kMagenta;
        look(scene, {.latitude = 30, .longitude = 70, .fov = 35, .fill = 0.8});
        const Picture picture = render_one(scene);
        double area = 0, cx = 0, cy = 0;
        for_pixels(picture, [&](int x, int y, double r) {
            if (is_magenta(at(picture, x, y))) return;
            area += 1, cx += x + 0.5, cy += y + 0.5;
            CHECK(r < radius_px(scene) + 1.0);
        });
        CHECK(std::sqrt(area / 3.141592653589793) == Approx(radius_px(scene)).margin(0.5));
        CHECK(cx / area == Approx(0.5 * width).margin(0.5));
        CHECK(cy / area == Approx(0.5 * height).margin(0.5));
    }
}

TEST_CASE("The silhouette of relief lies between its lowest and highest circle", "[picture]") {
    Scene scene = relief_scene(256, 128, hills);
    scene.width = scene.height = 256;
    scene.background.colour = kMagenta;
    look(scene, {.latitude = -10, .longitude = 10, .fov = 30, .distance = 3});
    const Picture picture = render_one(scene);
    const double outer = radius_px(scene, 1.0 + static_cast<double>(scene.geometry.highest));
    const double inner = radius_px(scene, 1.0 + static_cast<double>(scene.geometry.lowest));
    for_pixels(picture, [&](int x, int y, double r) {
        if (r > outer + 1.0) CHECK(is_magenta(at(picture, x, y)));
        if (r < inner - 1.5) CHECK_FALSE(is_magenta(at(picture, x, y)));
    });
}

TEST_CASE("The sun lights the side it stands on, and the night has ambient light alone", "[picture]") {
    Scene scene = relief_scene(128, 64, [](const glm::vec3&) { return 0.0F; });
    scene.width = scene.height = 128;
    const auto centroid = [&](double azimuth, double elevation) {
        look(scene, {.latitude = 10, .longitude = 33, .fov = 30, .distance = 4}, azimuth, elevation);
        const Picture p = render_one(scene);
        glm::dvec3 sum(0.0);
        for_pixels(p, [&](int x, int y, double) {
            const double light = luma(at(p, x, y));
            sum += glm::dvec3(light * (x + 0.5 - 64), light * (y + 0.5 - 64), light);
        });
        return glm::dvec2(sum.x / sum.z, sum.y / sum.z);
    };
    CHECK(centroid(-70, 0).x < -8.0);
    CHECK(centroid(70, 0).x > 8.0);
    CHECK(centroid(0, 70).y < -8.0);
    CHECK(centroid(0, -70).y > 8.0);

    // Seen square on at 90 degrees, the terminator is the middle column.
    look(scene, {.latitude = 0, .longitude = 0, .fov = 5, .distance = 30}, 90, 0);
    scene.light.ambient = glm::vec3(0.0F);
    const Picture p = render_one(scene);
    const auto middle = p.width / 2;
    CHECK(luma(at(p, middle - 2, 64)) == 0.0);
    CHECK(luma(at(p, middle + 8, 64)) > 0.0);
    for_pixels(p, [&](int x, int y, double) {
        if (x < middle - 2) CHECK(luma(at(p, x, y)) == 0.0);
    });
}

TEST_CASE("A hill is brighter on the sun's side", "[picture]") {
    const glm::vec3 top(planet::direction_of(0, 0));
    Scene scene = relief_scene(512, 256, [&](const glm::vec3& d) {
        const float off = glm::dot(d - top, d - top);
        return 0.06F * std::exp(-off / 0.02F);
    });
    scene.width = scene.height = 200;
    look(scene, {.latitude = 0, .longitude = 0, .fov = 30, .distance = 4}, 50, 0);
    Picture p = render_one(scene);
    // The same distance on both sides of the hill's top; smooth ground differs far less.
    CHECK(luma(at(p, 108, 100)) > luma(at(p, 92, 100)) + 30.0);
    look(scene, {.latitude = 0, .longitude = 0, .fov = 30, .distance = 4}, 0, 50);
    p = render_one(scene);
    CHECK(luma(at(p, 100, 92)) > luma(at(p, 100, 108)) + 30.0);
}

TEST_CASE("East is to the right and north is up", "[picture]") {
    Scene scene = relief_scene(256, 128, [](const glm::vec3&) { return 0.0F; });
    scene.width = scene.height = 100;
    // Around the map's middle: red in the north-east, green in the south-west.
    for (int y = 0; y < 128; ++y) {
        for (int x = 0; x < 256; ++x) {
            Surface& s = scene.surface.texels[static_cast<std::size_t>(y * 256 + x)];
            s = x >= 128 && y < 64   ? Surface(60000, 0, 0, 0)
                : x < 128 && y >= 64 ? Surface(0, 60000, 0, 0)
                                     : Surface(0);
        }
    }
    look(scene, {.latitude = 0, .longitude = 0, .fov = 30, .distance = 4});
    const Picture p = render_one(scene);
    CHECK(at(p, 62, 38).x > 150);
    CHECK(at(p, 62, 38).y < 60);
    CHECK(at(p, 38, 62).y > 150);
    CHECK(luma(at(p, 38, 38)) < 60);
    CHECK(luma(at(p, 62, 62)) < 60);
}

TEST_CASE("Culling and its kind change no byte", "[picture]") {
    Scene scene = relief_scene(256, 128, hills);
    scene.width = 120;
    scene.height = 90;
    scene.atmosphere.thickness = 0.05F;
    for (const double distance : {1.06, 1.4, 3.0}) {
        look(scene, {.latitude = 50, .longitude = 100, .fov = 50, .distance = distance}, -40, 20);
        scene.cull = CullMode::cpu;
        const Picture culled = render_one(scene);
        scene.cull = CullMode::off;
        CHECK(render_one(scene).pixels == culled.pixels);
        scene.cull = CullMode::gpu;
        CHECK(render_one(scene).pixels == culled.pixels);
    }
}

TEST_CASE("The same bytes for any number of threads", "[picture]") {
    Scene scene = relief_scene(256, 128, hills);
    scene.width = 77;
    scene.height = 123;
    scene.ssaa = 2;
    scene.background.kind = BackgroundKind::stars;
    scene.atmosphere.thickness = 0.05F;
    scene.detail = {0.002F, 60.0F, 4, 3U};
    scene.geometry.highest += 0.01F;
    look(scene, {.latitude = 50, .longitude = 100}, -40, 20);
    const Picture one = render_one(scene, 1);
    CHECK(render_one(scene, 3).pixels == one.pixels);
    CHECK(render_one(scene, 8).pixels == one.pixels);
}

TEST_CASE("A planet turned by a quarter looks the same a quarter on", "[picture]") {
    Scene scene = relief_scene(256, 128, hills);
    scene.width = scene.height = 128;
    look(scene, {.latitude = 15, .longitude = 120}, -40, 20);
    const Picture before = render_one(scene);
    const auto turn = [](auto& map) {
        for (std::int32_t y = 0; y < map.height; ++y) {
            const auto row = map.texels.begin() + static_cast<std::ptrdiff_t>(y) * map.width;
            std::rotate(row, row + map.width - map.width / 4, row + map.width);
        }
    };
    turn(scene.heights);
    turn(scene.normals);
    turn(scene.surface);
    look(scene, {.latitude = 15, .longitude = 210}, -40, 20);
    const Picture after = render_one(scene);
    double sum = 0;
    int most = 0;
    for_pixels(before, [&](int x, int y, double r) {
        const int apart = std::abs(at(before, x, y).x - at(after, x, y).x);
        sum += apart;
        if (r < 0.8 * radius_px(scene)) most = std::max(most, apart);
    });
    CHECK(sum / static_cast<double>(before.pixels.size()) < 0.1);
    CHECK(most <= 3);
}

TEST_CASE("Neither the seam nor a pole shows", "[picture]") {
    Scene scene = relief_scene(512, 256, hills);
    scene.width = scene.height = 200;
    // The seam, longitude 180, is the middle column.
    look(scene, {.latitude = 0, .longitude = 180, .fov = 30, .distance = 4}, -50, 20);
    Picture p = render_one(scene);
    std::vector<double> steps;
    double at_seam = 0;
    for (int y = 40; y < 160; ++y) {
        for (int x = 60; x < 140; ++x) {
            const double step = std::fabs(luma(at(p, x, y)) - luma(at(p, x + 1, y)));
            if (x >= 98 && x <= 101) {
                at_seam = std::max(at_seam, step);
            } else {
                steps.push_back(step);
            }
        }
    }
    std::sort(steps.begin(), steps.end());
    CHECK(at_seam <= 3.0 * steps[steps.size() * 99 / 100]);

    // Relief of the latitude alone looks the same all around its pole.
    scene = relief_scene(512, 256, [](const glm::vec3& d) { return 0.01F * (1.0F + std::cos(20.0F * d.y)); });
    scene.width = scene.height = 201;
    for (const double latitude : {90.0, -90.0}) {
        look(scene, {.latitude = latitude, .longitude = 0, .fov = 30, .distance = 4});
        p = render_one(scene);
        double most = 0;
        for (int k = 0; k < 90; ++k) {
            most = std::max({most, std::fabs(luma(at(p, 100 + k, 100)) - luma(at(p, 100 - k, 100))),
                             std::fabs(luma(at(p, 100 + k, 100)) - luma(at(p, 100, 100 + k)))});
        }
        CHECK(most <= 6.0);
        CHECK(luma(at(p, 100, 100)) > 40.0);
    }
}

TEST_CASE("Adaptive levels show what the uniform mesh shows", "[picture]") {
    Scene scene = relief_scene(512, 256, hills);
    scene.width = scene.height = 200;
    scene.background.colour = kMagenta;
    look(scene, {.latitude = 40, .longitude = 20}, -30, 10);
    const Picture adaptive = render_one(scene);
    scene.geometry.adaptive = false;
    scene.geometry.largest_factor = 8;
    const Picture uniform = render_one(scene);
    double sum = 0;
    for_pixels(adaptive, [&](int x, int y, double) {
        sum += std::fabs(luma(at(adaptive, x, y)) - luma(at(uniform, x, y)));
        if (is_magenta(at(adaptive, x, y)) == is_magenta(at(uniform, x, y))) return;
        // The rim may differ by one pixel: a neighbour agrees.
        bool agrees = false;
        for (int j = std::max(0, y - 1); j <= std::min(199, y + 1); ++j) {
            for (int i = std::max(0, x - 1); i <= std::min(199, x + 1); ++i) {
                agrees = agrees || is_magenta(at(adaptive, i, j)) == is_magenta(at(uniform, x, y));
            }
        }
        CHECK(agrees);
    });
    CHECK(sum / static_cast<double>(adaptive.pixels.size()) < 1.5);
}

TEST_CASE("The rim of a transparent picture has the disc's coverage as alpha", "[picture]") {
    Scene scene = relief_scene(64, 32, [](const glm::vec3&) { return 0.0F; });
    scene.background.kind = BackgroundKind::transparent;
    scene.width = 61;
    scene.height = 61;
    scene.ssaa = 4;
    scene.geometry.target_px = 0.25F;
    scene.heights = {2048, 1024, std::vector<float>(std::size_t{2048} * 1024)};
    scene.normals = {2048, 1024, std::vector<PackedNormal>(std::size_t{2048} * 1024)};
    scene.surface = {2048, 1024, std::vector<Surface>(std::size_t{2048} * 1024, Surface(32768, 32768, 32768, 0))};
    look(scene, {.latitude = 0, .longitude = 0, .fov = 30, .fill = 0.8});
    const Picture p = render_one(scene);
    const double radius = radius_px(scene);
    double sum = 0;
    for_pixels(p, [&](int x, int y, double r) {
        const glm::u8vec4& c = at(p, x, y);
        sum += c.w / 255.0;
        if (r > radius + 1.0) CHECK(c == glm::u8vec4(0, 0, 0, 0));
        if (r < radius - 1.0) CHECK(c.w == 255);
        int inside = 0;
        for (int j = 0; j < 4; ++j) {
            for (int i = 0; i < 4; ++i) {
                inside += std::hypot(x + (i + 0.5) / 4 - 30.5, y + (j + 0.5) / 4 - 30.5) < radius ? 1 : 0;
            }
        }
        // One sample more or less than the exact circle.
        CHECK(std::abs(c.w - inside * 255 / 16) <= 17);
        // Straight alpha: the colour of a part-covered pixel is the ground's, not darkened.
        if (c.w > 60 && r < radius + 1.0) CHECK(c.x + 1 >= at(p, 30, 30).x / 8);
    });
    CHECK(sum == Approx(3.141592653589793 * radius * radius).epsilon(0.004));
}

TEST_CASE("The atmosphere is a rim that fades outwards, on the day's side", "[picture]") {
    Scene scene = relief_scene(64, 32, [](const glm::vec3&) { return 0.0F; });
    scene.background.kind = BackgroundKind::transparent;
    scene.atmosphere = {{0.2F, 0.5F, 1.0F}, 0.1F, 1.0F};
    scene.width = scene.height = 200;
    look(scene, {.latitude = 0, .longitude = 0, .fov = 30, .distance = 5}, 80, 0);
    const Picture p = render_one(scene);
    const auto radius = static_cast<int>(radius_px(scene));
    int last = 256;
    for (int x = 100 + radius + 2; x < 200; ++x) {
        const glm::u8vec4& c = at(p, x, 100);
        CHECK(static_cast<int>(c.w) <= last);
        if (c.w > 20) CHECK(c.z > c.x);
        last = c.w;
    }
    CHECK(at(p, 100 + radius + 2, 100).w > 60);
    CHECK(last == 0);
    CHECK(at(p, 100 - radius - 3, 100).w < 10);
    scene.atmosphere.thickness = 0.0F;
    CHECK(at(render_one(scene), 100 + radius + 2, 100).w == 0);
}

TEST_CASE("Pictures of any size", "[picture]") {
    Scene scene = relief_scene(64, 32, hills);
    for (const auto& [width, height] : {std::pair{1, 1}, {2, 3}, {17, 13}, {1025, 3}, {3, 1025}}) {
        scene.width = width;
        scene.height = height;
        look(scene, {.latitude = 20, .longitude = 0, .fov = 40, .distance = 1.4});
        const Picture p = render_one(scene);
        CHECK(p.width == width);
        CHECK(p.height == height);
        REQUIRE(p.pixels.size() == static_cast<std::size_t>(width * height));
        CHECK(luma(at(p, width / 2, height / 2)) > 30.0);
    }
}

TEST_CASE("Stars, wireframe and level colours show", "[picture]") {
    Scene scene = relief_scene(64, 32, hills);
    scene.width = scene.height = 200;
    look(scene, {.latitude = 20, .longitude = 0, .fov = 40, .fill = 0.7});
    const Picture plain = render_one(scene);
    scene.background.kind = BackgroundKind::stars;
    const Picture stars = render_one(scene);
    int changed = 0;
    for (std::size_t k = 0; k < plain.pixels.size(); ++k) changed += plain.pixels[k] != stars.pixels[k] ? 1 : 0;
    CHECK(changed > 20);
    CHECK(changed < 2000);
    scene.background.kind = BackgroundKind::plain;
    scene.wireframe = true;
    CHECK(render_one(scene).pixels != plain.pixels);
    scene.wireframe = false;
    scene.lod_colours = true;
    CHECK(render_one(scene).pixels != plain.pixels);
}

TEST_CASE("A camera on the ground sees ground below and sky above", "[picture]") {
    Scene scene = relief_scene(256, 128, hills);
    scene.width = scene.height = 120;
    scene.background.colour = kMagenta;
    const glm::vec3 d(direction_of(10, 20));
    WalkCamera camera(10, 20, 1.0 + static_cast<double>(hills(d)) + 0.02, 60);
    scene.views[0] = camera.view(60, 1.0 + static_cast<double>(scene.geometry.lowest),
                                 1.0 + static_cast<double>(scene.geometry.highest));
    scene.views[0].file = "preview.png";
    scene.views[0].sun = glm::vec3(direction_of(40, 40));
    const Picture p = render_one(scene);
    int sky = 0, ground = 0;
    for (int x = 0; x < 120; ++x) {
        sky += is_magenta(at(p, x, 2)) ? 1 : 0;
        ground += is_magenta(at(p, x, 117)) ? 0 : 1;
    }
    CHECK(sky == 120);
    CHECK(ground == 120);
}

}  // namespace
}  // namespace terrain
