#include "preview/bake.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <glm/geometric.hpp>

#include "planet/detail.h"
#include "planet/scalar.h"
#include "preview/layout.h"
#include "preview/parameters.h"
#include "preview/picture.h"

namespace terrain {
namespace {

using namespace planet;

constexpr double kRound = 6.283185307179586;

double height_at(double lat, double lon) {
    return 0.02 * (std::sin(3.0 * lon) * std::cos(lat) * std::cos(lat) + 0.6 * std::sin(5.0 * lat));
}

TEST_CASE("Normals agree with finite differences on the sphere", "[bake]") {
    Map<float> heights{2048, 1024, {}};
    for (int y = 0; y < 1024; ++y) {
        for (int x = 0; x < 2048; ++x) {
            heights.texels.push_back(
                static_cast<float>(height_at(kRound * (0.25 - (y + 0.5) / 2048), kRound * (x + 0.5) / 2048)));
        }
    }
    ThreadPool pool(2);
    const auto normals = sphere_normals(heights, 1.0F, pool);
    for (const double degrees : {0.0, 45.0, 80.0}) {
        const int y = static_cast<int>((90.0 - degrees) / 180.0 * 1024);
        for (int x = 0; x < 2048; x += 37) {
            const double row_lat = kRound * (0.25 - (y + 0.5) / 2048);
            const double lon = kRound * (x + 0.5) / 2048;
            const auto point = [](double la, double lo) {
                return glm::dvec3(std::cos(la) * std::cos(lo), std::sin(la), std::cos(la) * std::sin(lo)) *
                       (1.0 + height_at(la, lo));
            };
            const double e = 1e-5;
            const glm::dvec3 east = point(row_lat, lon + e) - point(row_lat, lon - e);
            const glm::dvec3 north = point(row_lat + e, lon) - point(row_lat - e, lon);
            const glm::dvec3 exact = glm::normalize(glm::cross(north, east));
            const glm::dvec3 up = glm::normalize(point(row_lat, lon));
            const glm::dvec3 t(-std::sin(lon), 0, std::cos(lon));
            const glm::dvec3 south(std::sin(row_lat) * std::cos(lon), -std::cos(row_lat),
                                   std::sin(row_lat) * std::sin(lon));
            const glm::dvec2 n = glm::dvec2(normals.texels[static_cast<std::size_t>(y * 2048 + x)]) / 32767.0;
            const glm::dvec3 got = t * n.x + south * n.y + up * std::sqrt(1 - n.x * n.x - n.y * n.y);
            CHECK(glm::dot(exact, up) > 0);
            CHECK(std::acos(std::min(1.0, glm::dot(exact, got))) < 0.1 * kRound / 360);
        }
    }
}

TEST_CASE("A level map has level normals, and a periodic one has no step at its seam", "[bake]") {
    ThreadPool pool(1);
    const auto level = sphere_normals({4, 3, std::vector<float>(12, 0.5F)}, 1.0F, pool);
    for (const auto& n : level.texels) CHECK(n == PackedNormal(0, 0));
    const Scene scene =
        relief_scene(256, 128, [](const glm::vec3& d) { return 0.02F * gradient_noise(d * 5.0F, 1U).value; });
    double inside = 0, seam = 0;
    for (int y = 10; y < 118; ++y) {
        const auto n = [&](int x) { return glm::vec2(scene.normals.texels[static_cast<std::size_t>(y * 256 + x)]); };
        seam = std::max(seam, static_cast<double>(glm::length(n(255) - n(0))));
        for (int x = 0; x < 255; ++x) inside = std::max(inside, static_cast<double>(glm::length(n(x) - n(x + 1))));
    }
    CHECK(seam <= inside);
}

TEST_CASE("A flat map is laid around the planet without a seam", "[bake]") {
    Grid<float> map({64, 64});
    for (std::size_t i = 0; i < map.size(); ++i)
        map[i] = static_cast<float>(i % 64) + 100.0F * static_cast<float>(i / 64);
    const Layout mirrored = layout_of(map.shape(), false, Tiling::mirror, 4096);
    CHECK(mirrored.shape == Shape{128, 64});
    const Map<float> laid = lay_out(map, mirrored);
    REQUIRE(laid.width == 128);
    for (int y = 0; y < 64; ++y) {
        const float* row = laid.texels.data() + y * 128;
        CHECK(row[63] == row[64]);
        CHECK(row[127] == row[0]);
        CHECK(row[5] == map(5, y));
    }
    CHECK(layout_of({128, 64}, true, Tiling::mirror, 4096).shape == Shape{128, 64});
    CHECK(layout_of({32768, 16384}, true, Tiling::mirror, 4096).shape == Shape{4096, 2048});
    CHECK(layout_of({1, 1}, false, Tiling::repeat, 4096).shape == Shape{2, 1});
    CHECK(layout_of({32768, 1}, false, Tiling::mirror, 4096).shape.width <= 4096);
    CHECK(layout_of({1, 32768}, false, Tiling::mirror, 4096).shape.height <= 2048);
}

TEST_CASE("Rows at a pole become one value, others keep their mean", "[bake]") {
    ThreadPool pool(2);
    std::vector<float> values(64 * 32);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i * 37) % 101);
    const auto before = values;
    round_poles(values, {64, 32}, 1, pool);
    for (std::size_t x = 0; x < 64; ++x) {
        CHECK(values[x] == values[0]);
        CHECK(values[31 * 64 + x] == values[31 * 64]);
        CHECK(values[16 * 64 + x] == before[16 * 64 + x]);
    }
    double was = 0, is = 0;
    for (std::size_t x = 0; x < 64; ++x)
        was += static_cast<double>(before[128 + x]), is += static_cast<double>(values[128 + x]);
    CHECK(is == Approx(was).epsilon(1e-5));
    std::vector<float> one{3.0F};
    round_poles(one, {1, 1}, 1, pool);
    CHECK(one[0] == 3.0F);
}

Terrain small_terrain(Shape shape) {
    Terrain terrain;
    terrain.shape = shape;
    terrain.height = Grid<float>(shape);
    for (std::size_t i = 0; i < terrain.height.size(); ++i) terrain.height[i] = static_cast<float>((i * 53) % 97);
    return terrain;
}

TEST_CASE("Terrain of any size makes a scene that can be rendered", "[bake]") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{1, 1}, {2, 2}, {3, 3}, {5, 1}, {1, 7}, {33, 17}}) {
        for (const bool is_planet : {false, true}) {
            Terrain terrain = small_terrain(shape);
            terrain.world.sea_level_m = 30.0;
            Scene scene = test_scene(1, 1);
            bake_maps(terrain, is_planet, PreviewSurface{}, 2048, 1, pool, scene);
            INFO(shape.width << " x " << shape.height);
            CHECK(scene_problem(scene).empty());
        }
    }
    Terrain level;
    level.shape = {4, 4};
    level.height = Grid<float>(level.shape, 12.0F);
    Scene scene = test_scene(1, 1);
    bake_maps(level, false, PreviewSurface{}, 2048, 1, pool, scene);
    CHECK(scene_problem(scene).empty());
}

TEST_CASE("Sea, lake and ground are told apart", "[bake]") {
    ThreadPool pool(1);
    Terrain terrain;
    terrain.shape = {64, 32};
    terrain.height = Grid<float>(terrain.shape, 100.0F);
    for (int y = 0; y < 32; ++y) {
        for (int x = 0; x < 32; ++x) terrain.height(x, y) = -50.0F;
    }
    terrain.height(60, 16) = 400.0F;
    terrain.water_level = terrain.height;
    for (int y = 14; y < 18; ++y) {
        for (int x = 40; x < 44; ++x) terrain.water_level(x, y) = 130.0F;
    }
    terrain.world.sea_level_m = 0.0;
    Scene scene = test_scene(1, 1);
    PreviewSurface surface;
    surface.relief = 0.04;
    bake_maps(terrain, true, surface, 2048, 1, pool, scene);
    const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * 64 + x); };
    CHECK(scene.heights.texels[at(10, 16)] == 0.0F);
    CHECK(scene.heights.texels[at(60, 16)] == Approx(0.04F));
    CHECK(scene.heights.texels[at(50, 16)] == Approx(0.01F));
    CHECK(scene.heights.texels[at(41, 15)] == Approx(0.013F));
    CHECK(scene.surface.texels[at(10, 16)].w == 65535);
    CHECK(scene.surface.texels[at(41, 15)].w > 60000);
    CHECK(scene.surface.texels[at(50, 16)].w == 0);
    const Surface sea = scene.surface.texels[at(10, 16)];
    CHECK(sea.z > sea.x);
}

TEST_CASE("Texts of colours, ramps and poses are judged", "[bake]") {
    CHECK_FALSE(color_problem("#0b2e57"));
    CHECK_FALSE(color_problem("#FfF"));
    for (const char* bad : {"", "#", "0b2e57", "#12", "#12345g", "#1234567", "red"}) CHECK(color_problem(bad));
    CHECK(linear_color("#fff") == glm::vec3(1.0F));
    CHECK(linear_color("#f00") == glm::vec3(1.0F, 0.0F, 0.0F));
    CHECK_FALSE(ramp_problem("moon"));
    CHECK_FALSE(ramp_problem("0:#000,1:#ffffff"));
    for (const char* bad : {"", "mars", "0:#000", "0:#000,0:#fff", "1:#000,0:#fff", "0:#000,2:#fff", "0:#000,1:white",
                            "nan:#000,1:#fff"}) {
        CHECK(ramp_problem(bad));
    }
    CHECK_FALSE(walk_problem("walk:10,-20,0.01,90,-5"));
    for (const char* bad : {"", "walk:", "walk:1,2,3,4", "walk:1,2,3,4,5,6", "walk:91,0,0.1,0,0", "walk:0,0,0,0,0",
                            "walk:0,0,0.1,0,90", "fly:1,2,3,4,5", "walk:a,0,0.1,0,0", "walk:nan,0,0.1,0,0"}) {
        CHECK(walk_problem(bad));
    }
    CHECK(walk_pose("walk:10,-20,0.01,90,-5").longitude == -20.0);
}

}  // namespace
}  // namespace terrain
