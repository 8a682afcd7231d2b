// Previews as the program makes them, by the reference backend.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "core/grid.h"
#include "export/decode.h"
#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> preview(std::vector<std::string> more) {
    std::vector<std::string> all{"--out", "d", "--preview", "--preview-backend", "reference"};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back("a.json");
    return all;
}

terrain::Raster picture(const fs::path& file, terrain::Shape shape) {
    const std::string bytes = read_file(file);
    return terrain::decode_png({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, shape);
}

}  // namespace

TEST_CASE("a preview without a screen shows a planet, and no other file changes") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--out", "plain", "a.json"}, folder.path()).code == 0);
    Launch what;
    what.arguments = preview({"--preview-size", "160x120", "--background", "#102030"});
    what.folder = folder.path();
    what.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"HOME", ""}};
    const Finished run = launch(what);
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    REQUIRE_THAT(run.err, Contains("preview: reference"));
    auto with = contents(folder / "d");
    for (const auto& [name, bytes] : contents(folder / "plain")) {
        if (name == "manifest.json") continue;
        CAPTURE(name);
        REQUIRE(std::count(with.begin(), with.end(), std::pair{name, bytes}) == 1);
    }
    const terrain::Raster raster = picture(folder / "d/preview.png", {160, 120});
    REQUIRE(raster.channels == 3);
    const auto& samples = std::get<std::vector<std::uint8_t>>(raster.samples);
    std::set<std::uint32_t> colours;
    int background = 0;
    for (std::size_t k = 0; k < samples.size(); k += 3) {
        const std::uint32_t c = samples[k] * 65536U + samples[k + 1] * 256U + samples[k + 2];
        colours.insert(c);
        background += c == 0x102030U ? 1 : 0;
    }
    REQUIRE(colours.size() > 200);
    REQUIRE(background > 160 * 120 / 10);
    REQUIRE(background < 160 * 120 * 8 / 10);
    const auto manifest = nlohmann::json::parse(read_file(folder / "d/manifest.json"));
    REQUIRE(manifest["preview"]["backend"] == "reference");
    REQUIRE(manifest["preview"]["files"][0]["file"] == "preview.png");
    REQUIRE(terrain_gen({"verify", "d"}, folder.path()).code == 0);
    // The same run again, and with other threads: the same bytes.
    REQUIRE(
        terrain_gen(preview({"--preview-size", "160x120", "--background", "#102030", "--threads", "5"}), folder.path())
            .code == 0);
    REQUIRE(contents(folder / "d") == with);
}

TEST_CASE("a pack is rendered anew without its recipe file") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--out", "d", "a.json"}, folder.path()).code == 0);
    fs::remove(folder / "a.json");
    const auto before = contents(folder / "d");
    const Finished run =
        terrain_gen({"--preview-only", "d", "--preview-backend", "reference", "--preview-size", "40x30", "--views", "3",
                     "--lat", "-90", "--background", "transparent", "--wireframe"},
                    folder.path());
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    for (const char* file : {"preview_000.png", "preview_001.png", "preview_002.png"}) {
        REQUIRE(picture(folder / "d" / file, {40, 30}).channels == 4);
    }
    REQUIRE(read_file(folder / "d/preview_000.png") != read_file(folder / "d/preview_001.png"));
    for (const auto& [name, bytes] : before) {
        if (name != "manifest.json") REQUIRE(read_file(folder / "d" / name) == bytes);
    }
    REQUIRE(terrain_gen({"verify", "d"}, folder.path()).code == 0);
}

TEST_CASE("a preview that fails leaves the pack whole") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    const Finished run = terrain_gen(preview({"--distance", "1.0001", "--exaggeration", "10"}), folder.path());
    CAPTURE(run.err);
    REQUIRE(run.code == 1);
    REQUIRE_THAT(run.err, Contains("distance") && Contains("all other files"));
    REQUIRE_FALSE(fs::exists(folder / "d/preview.png"));
    REQUIRE(terrain_gen({"verify", "d"}, folder.path()).code == 0);
    for (const auto& [name, bytes] : contents(folder / "d")) REQUIRE_FALSE(name.starts_with("."));
}

TEST_CASE("wrong preview arguments are refused before any work") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    using Case = std::pair<std::vector<std::string>, std::string>;
    const std::vector<Case> cases{{{"--preview-size", "0x9"}, "--preview-size"},
                                  {{"--preview-size", "12"}, "--preview-size"},
                                  {{"--ssaa", "5"}, "--ssaa"},
                                  {{"--lat", "91"}, "--lat"},
                                  {{"--fov", "0"}, "--fov"},
                                  {{"--sun", "1"}, "--sun"},
                                  {{"--sun", "1,2,3"}, "--sun"},
                                  {{"--fill", "nan"}, "--fill"},
                                  {{"--views", "0"}, "--views"},
                                  {{"--views", "1.5"}, "--views"},
                                  {{"--ramp", "mars"}, "--ramp"},
                                  {{"--sea-color", "blue"}, "--sea-color"},
                                  {{"--background", "white"}, "--background"},
                                  {{"--atmosphere", "#fff,x"}, "--atmosphere"},
                                  {{"--cull", "maybe"}, "--cull"},
                                  {{"--camera", "walk:1,2"}, "--camera"}};
    for (const auto& [arguments, expected] : cases) {
        const Finished run = terrain_gen(preview(arguments), folder.path());
        CAPTURE(arguments, run.err);
        REQUIRE(run.code == 2);
        REQUIRE_THAT(run.err, Contains(expected) && Contains("allowed"));
        REQUIRE_FALSE(fs::exists(folder / "d"));
    }
    REQUIRE(terrain_gen({"--preview", "--preview-backend", "gl", "a.json"}, folder.path()).code == 2);
    REQUIRE(terrain_gen({"--lat", "3", "a.json"}, folder.path()).code == 2);
    REQUIRE(terrain_gen({"--preview-only", "nowhere"}, folder.path()).code == 2);
    REQUIRE(terrain_gen({"--preview-only", "nowhere", "a.json"}, folder.path()).code == 2);
    REQUIRE(terrain_gen({}, folder.path()).code == 2);
}
