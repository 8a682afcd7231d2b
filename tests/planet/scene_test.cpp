#include "planet/scene.h"

#include <catch2/catch.hpp>
#include <limits>

#include "core/errors.h"
#include "planet/test_scene.h"

namespace terrain::planet {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("A scene's bytes give the same scene", "[scene]") {
    Scene scene = test_scene(7, 5);
    scene.views.push_back(scene.views.front());
    scene.views.back().file = "preview_001.png";
    scene.wireframe = true;
    scene.background.kind = BackgroundKind::plain;
    scene.cull = CullMode::gpu;
    const auto bytes = encode_scene(scene);
    const Scene back = decode_scene(bytes.data(), bytes.size());
    CHECK(encode_scene(back) == bytes);
    CHECK(back.views.size() == 2);
    CHECK(back.views[1].file == "preview_001.png");
    CHECK(back.surface.texels == scene.surface.texels);
    CHECK(back.normals.texels == scene.normals.texels);
    CHECK(back.heights.texels == scene.heights.texels);
}

TEST_CASE("A scene that is cut off anywhere, or goes on, is refused", "[scene]") {
    auto bytes = encode_scene(test_scene(3, 3));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CHECK_THROWS_AS(decode_scene(bytes.data(), size), RunError);
    }
    bytes.push_back(0);
    CHECK_THROWS_WITH(decode_scene(bytes.data(), bytes.size()), Contains("follow"));
}

TEST_CASE("No single broken byte of a scene does harm", "[scene]") {
    const auto bytes = encode_scene(test_scene(2, 2));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const std::uint8_t value : {0x00, 0x7f, 0x80, 0xff}) {
            auto broken = bytes;
            broken[at] = value;
            std::string problem;
            try {
                problem = scene_problem(decode_scene(broken.data(), broken.size()));
            } catch (const RunError&) {
            }
            CHECK(problem.empty());
        }
    }
}

TEST_CASE("A scene with a problem is named", "[scene]") {
    const auto problem = [](const auto& change) {
        Scene scene = test_scene(4, 2);
        change(scene);
        return scene_problem(scene);
    };
    CHECK(problem([](Scene&) {}).empty());
    CHECK_THAT(problem([](Scene& s) { s.width = 0; }), Contains("size"));
    CHECK_THAT(problem([](Scene& s) { s.ssaa = 5; }), Contains("samples"));
    CHECK_THAT(problem([](Scene& s) { s.geometry.sectors = 3; }), Contains("sectors"));
    CHECK_THAT(problem([](Scene& s) { s.geometry.grid = 6; }), Contains("grid"));
    CHECK_THAT(problem([](Scene& s) { s.normals.width = 1; }), Contains("maps"));
    CHECK_THAT(problem([](Scene& s) { s.heights.texels[0] = std::numeric_limits<float>::quiet_NaN(); }),
               Contains("height"));
    CHECK_THAT(problem([](Scene& s) { s.views.clear(); }), Contains("views"));
    CHECK_THAT(problem([](Scene& s) { s.views[0].file = "../x.png"; }), Contains("name"));
    CHECK_THAT(problem([](Scene& s) { s.views[0].sun = {}; }), Contains("sun"));
}

}  // namespace
}  // namespace terrain::planet
