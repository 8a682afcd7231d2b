// Packs for engines and GIS, and tiles, by the real program.
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;

namespace {

const std::string kDry = R"({ "name": "t", "hydrology": { "cycles": 0 }, "world": { "cell_size_m": 4.0 } })";

Json gdalinfo(const std::filesystem::path& file) {
    FILE* pipe = popen(("gdalinfo -json '" + file.string() + "'").c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> block{};
    for (std::size_t n = 0; (n = fread(block.data(), 1, block.size(), pipe)) > 0;) text.append(block.data(), n);
    REQUIRE(pclose(pipe) == 0);
    return Json::parse(text);
}

}  // namespace

TEST_CASE("targets: gis opens in GDAL with the right extent, local or in a given system") {
    const TemporaryFolder folder;
    write_file(folder / "r.json", kDry);
    const std::vector<std::string> common{"--target", "gis", "--size", "60x40", "--set", "world.cell_size_m=4"};
    const auto run = [&](std::vector<std::string> more) {
        more.insert(more.begin(), common.begin(), common.end());
        more.push_back("r.json");
        const Finished done = terrain_gen(more, folder.path());
        CAPTURE(done.err);
        REQUIRE(done.code == 0);
    };
    run({"--out", "local"});
    Json info = gdalinfo(folder / "local/height.tif");
    CHECK(info["geoTransform"] == Json({0.0, 4.0, 0.0, 0.0, 0.0, -4.0}));
    CHECK(info["cornerCoordinates"]["lowerRight"] == Json({240.0, -160.0}));
    CHECK(info["bands"][0]["noDataValue"] == "NaN");
    CHECK(info["bands"][0]["type"] == "Float32");
    CHECK_THAT(info["coordinateSystem"]["wkt"].get<std::string>(), Contains("metre"));
    run({"--out", "utm", "--set", "world.epsg=32632", "--set", "world.origin_m=[600000,5200000]"});
    info = gdalinfo(folder / "utm/height.tif");
    CHECK(info["cornerCoordinates"]["upperLeft"] == Json({600000.0, 5200000.0}));
    CHECK(info["cornerCoordinates"]["lowerRight"] == Json({600240.0, 5199840.0}));
    CHECK_THAT(info["coordinateSystem"]["wkt"].get<std::string>(), Contains("UTM zone 32N") && Contains("32632"));
    CHECK_THAT(read_file(folder / "utm/import.md"), Contains("EPSG:32632") && Contains("600240, 5199840"));
    CHECK_THAT(read_file(folder / "utm/rivers.geojson"), Contains("EPSG::32632"));
    run({"--out", "cut", "--set", "tiles=[2,2]", "--set", "tiling.shared_edges=false", "--set", "world.epsg=32632"});
    info = gdalinfo(folder / "cut/height_x1_y1.tif");
    CHECK(info["cornerCoordinates"]["upperLeft"] == Json({120.0, -80.0}));
    CHECK(info["size"] == Json({30, 20}));
    CHECK(terrain_gen({"verify", "cut"}, folder.path()).code == 0);
}

TEST_CASE("targets: every engine has a whole pack that verifies, and import.md has the manifest's values") {
    const TemporaryFolder folder;
    write_file(folder / "r.json", kDry);
    for (const auto& [target, size] : std::vector<std::pair<std::string, std::string>>{
             {"unreal", "127x127"}, {"unity", "129x129"}, {"godot", "128x128"}, {"blender", "50x31"}}) {
        const Finished run =
            terrain_gen({"--target", target, "--size", size, "--out", target, "r.json"}, folder.path());
        CAPTURE(target, run.err);
        REQUIRE(run.code == 0);
        const Json manifest = Json::parse(read_file(folder / (target + "/manifest.json")));
        CHECK(manifest["target"] == target);
        CHECK(manifest["files"].back()["file"] == "import.md");
        const std::string notes = read_file(folder / (target + "/import.md"));
        const Json range = manifest["files"][0]["range"];
        CHECK_THAT(notes, Contains(range["lo"].dump()) && Contains(range["hi"].dump()));
        CHECK(terrain_gen({"verify", target}, folder.path()).code == 0);
    }
}

TEST_CASE("targets: a size that the engine cannot take is a usage error, and nothing is written") {
    const TemporaryFolder folder;
    write_file(folder / "r.json", kDry);
    const Finished run =
        terrain_gen({"--target", "unreal", "--size", "1024x1024", "--out", "p", "r.json"}, folder.path());
    CHECK(run.code == 2);
    CHECK_THAT(run.err, Contains("1021 x 1021") && Contains("--size 1024x1024"));
    CHECK_FALSE(std::filesystem::exists(folder / "p"));
    CHECK(terrain_gen({"--target", "cryengine", "r.json"}, folder.path()).code == 2);
}

TEST_CASE("targets: packs are the same with and without read-back") {
    const TemporaryFolder folder;
    write_file(folder / "r.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--out", "a", "r.json"}, folder.path()).code == 0);
    REQUIRE(terrain_gen({"--out", "b", "--no-readback", "r.json"}, folder.path()).code == 0);
    CHECK(contents(folder / "a") == contents(folder / "b"));
}

TEST_CASE("plan: the peak of memory is what the dry run says, never more") {
    const TemporaryFolder folder;
    write_file(folder / "r.json", R"({ "hydrology": { "cycles": 2 }, "size": [1024, 1024] })");
    const Finished plan = terrain_gen({"--dry-run", "--threads", "2", "--out", "p", "r.json"}, folder.path());
    const std::size_t at = plan.out.find("memory ");
    REQUIRE(at != std::string::npos);
    std::string digits;
    for (const char c : plan.out.substr(at)) {
        if (c >= '0' && c <= '9') digits += c;
    }
    const Finished run = terrain_gen({"--threads", "2", "--out", "p", "r.json"}, folder.path());
    REQUIRE(run.code == 0);
    const double share = static_cast<double>(run.peak_kib) * 1024 / std::stod(digits);
    CAPTURE(digits, run.peak_kib);
#if !TERRAIN_SANITIZED
    CHECK(share > 0.7);
    CHECK(share <= 1.0);
#endif
}

TEST_CASE("targets: a preview can be made later of a pack of EXR tiles") {
    const TemporaryFolder folder;
    write_file(folder / "r.json", kDry);
    REQUIRE(terrain_gen({"--target", "godot", "--size", "129x129", "--set", "tiles=[2,2]", "--out", "p", "r.json"},
                        folder.path())
                .code == 0);
    const Finished later = terrain_gen(
        {"--preview-only", "p", "--preview-backend", "reference", "--preview-size", "64x64"}, folder.path());
    CAPTURE(later.err);
    CHECK(later.code == 0);
    CHECK(std::filesystem::exists(folder / "p/preview.png"));
    CHECK(terrain_gen({"verify", "p"}, folder.path()).code == 0);
}
