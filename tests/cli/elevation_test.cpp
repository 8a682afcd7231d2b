// Real elevation data: hydrology of a GeoTIFF, checked with GDAL's own programs.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int kWidth = 60;
constexpr int kHeight = 40;

std::string output_of(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> block{};
    for (std::size_t n = 0; (n = fread(block.data(), 1, block.size(), pipe)) > 0;) text.append(block.data(), n);
    const int status = pclose(pipe);
    CAPTURE(command, text);
    REQUIRE(status == 0);
    return text;
}

Json gdalinfo(const fs::path& file) { return Json::parse(output_of("gdalinfo -json '" + file.string() + "'")); }

double value_at(const fs::path& file, int x, int y) {
    return std::stod(
        output_of("gdallocationinfo -valonly '" + file.string() + "' " + std::to_string(x) + ' ' + std::to_string(y)));
}

bool is_hole(int x, int y) { return x >= 20 && x < 26 && y >= 10 && y < 15; }

/// A valley that falls to the east, with a hollow, a bump of noise and a hole without data.
std::string ascii_grid(bool with_hole) {
    std::ostringstream text;
    text << "ncols " << kWidth << "\nnrows " << kHeight
         << "\nxllcorner 500000\nyllcorner 5200000\ncellsize 25\nNODATA_value -9999\n";
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const double valley = 4.0 * std::abs(y - 22) + 2.0 * (kWidth - x);
            const bool hollow = std::abs(x - 40) < 4 && std::abs(y - 22) < 3;
            const double height = 800 + valley - (hollow ? 30 : 0) + 0.25 * ((x * 7 + y * 13) % 5);
            text << (with_hole && is_hole(x, y) ? -9999.0 : height) << (x + 1 < kWidth ? ' ' : '\n');
        }
    }
    return text.str();
}

/// dem.tif in the folder: the grid as GDAL writes it with these further options.
void make_dem(const fs::path& folder, const std::string& options, bool with_hole = true) {
    write_file(folder / "dem.asc", ascii_grid(with_hole));
    output_of("cd '" + folder.string() + "' && gdal_translate -q -of GTiff -ot Float32 " + options +
              " dem.asc dem.tif 2>&1");
}

const std::string kRecipe = R"({ "name": "dem",
  "source": { "heightmap": { "file": "dem.tif" } },
  "hydrology": { "cycles": 0 },
  "routing": { "stream_area_m2": 30000 },
  "outputs": [
    { "layer": "height", "format": "tiff32f" }, { "layer": "filled", "format": "tiff32f" },
    { "layer": "slope", "format": "tiff32f" },
    { "layer": "drainage", "format": "tiff32u" }, { "layer": "drainage", "format": "tiff64f", "file": "area.tif" },
    { "layer": "basins" }, { "layer": "receivers", "format": "tiff8" },
    { "layer": "stream_order", "format": "tiff8" }, { "layer": "water", "format": "tiff8" },
    { "layer": "flow" }, { "layer": "hillshade" }, { "layer": "drainage", "format": "tiff16", "file": "log.tif" },
    { "layer": "rivers" }, { "layer": "lakes" }, { "layer": "statistics" } ] })";

Finished run_dem(const TemporaryFolder& folder, std::vector<std::string> arguments = {}) {
    write_file(folder / "dem.json", kRecipe);
    arguments.insert(arguments.end(), {"--out", "pack", "dem.json"});
    return terrain_gen(arguments, folder.path());
}

}  // namespace

TEST_CASE("elevation: georeference, size and gaps of a GeoTIFF are those of the outputs") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:32632");
    const Finished run = run_dem(folder);
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    const Json source = gdalinfo(folder / "dem.tif");
    const Json manifest = Json::parse(read_file(folder / "pack/manifest.json"));
    REQUIRE(manifest["size"] == Json({kWidth, kHeight}));
    REQUIRE(manifest["world"]["cell_size_m"] == 25.0);
    for (const char* name :
         {"height", "filled", "slope", "drainage", "area", "basins", "receivers", "stream_order", "water", "log"}) {
        CAPTURE(name);
        const Json made = gdalinfo(folder / ("pack/" + std::string(name) + ".tif"));
        CHECK(made["size"] == source["size"]);
        CHECK(made["geoTransform"] == source["geoTransform"]);
        CHECK(made["coordinateSystem"]["wkt"] == source["coordinateSystem"]["wkt"]);
        const Json band = made["bands"][0];
        const std::string type = band["type"];
        if (std::string(name) == "log") continue;
        if (type == "Float32" || type == "Float64") CHECK(band["noDataValue"] == "NaN");
        if (type == "UInt32") CHECK(band["noDataValue"] == 0.0);
        if (type == "Byte") CHECK(band["noDataValue"] == 255.0);
    }
    for (int y = 8; y < 17; ++y) {
        for (int x = 18; x < 28; x += 3) {
            CAPTURE(x, y);
            CHECK(std::isnan(value_at(folder / "pack/filled.tif", x, y)) == is_hole(x, y));
            CHECK((value_at(folder / "pack/drainage.tif", x, y) == 0) == is_hole(x, y));
        }
    }
    CHECK(value_at(folder / "pack/receivers.tif", 22, 12) == 255);
    CHECK(value_at(folder / "pack/receivers.tif", 19, 12) == 0);  // beside the gap: an outlet
    CHECK(value_at(folder / "pack/height.tif", 3, 4) == value_at(folder / "dem.tif", 3, 4));
}

TEST_CASE("elevation: no flow passes a gap, and all cells with data drain") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:32632");
    REQUIRE(run_dem(folder).code == 0);
    output_of("gdal_translate -q -of AAIGrid '" + (folder / "pack/receivers.tif").string() + "' '" +
              (folder / "r.asc").string() + "' 2>&1");
    output_of("gdal_translate -q -of AAIGrid '" + (folder / "pack/area.tif").string() + "' '" +
              (folder / "a.asc").string() + "' 2>&1");
    const auto grid = [&](const char* name) {
        std::istringstream text(read_file(folder / name));
        std::string line;
        while (text.peek() > '9' || text.peek() == 'n') std::getline(text, line);
        std::vector<double> values;
        for (std::string word; text >> word;) values.push_back(word == "nan" ? 0.0 : std::stod(word));
        return values;
    };
    const std::vector<double> receivers = grid("r.asc"), area = grid("a.asc");
    REQUIRE(receivers.size() == std::size_t{kWidth * kHeight});
    REQUIRE(area.size() == receivers.size());
    double drained = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const auto i = static_cast<std::size_t>(y * kWidth + x);
            if (receivers[i] == 0) drained += area[i];
            if (receivers[i] == 0 || receivers[i] == 255) continue;
            const int k = static_cast<int>(std::log2(receivers[i]));
            const int dx[] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[] = {0, 1, 1, 1, 0, -1, -1, -1};
            REQUIRE_FALSE(is_hole(x + dx[k], y + dy[k]));
        }
    }
    CHECK(drained == kWidth * kHeight - 30);
}

TEST_CASE("elevation: rivers and lakes lie in map coordinates") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:32632");
    REQUIRE(run_dem(folder).code == 0);
    const Json rivers = Json::parse(read_file(folder / "pack/rivers.geojson"));
    REQUIRE(rivers["crs"]["properties"]["name"] == "urn:ogc:def:crs:EPSG::32632");
    REQUIRE(rivers["features"].size() > 2);
    double longest = 0;
    for (const Json& river : rivers["features"]) {
        longest = std::max(longest, river["properties"]["area_m2"].get<double>());
        for (const Json& point : river["geometry"]["coordinates"]) {
            CHECK(point[0].get<double>() > 500000);
            CHECK(point[0].get<double>() < 500000 + 25 * kWidth);
            CHECK(point[1].get<double>() > 5200000);
            CHECK(point[1].get<double>() < 5200000 + 25 * kHeight);
        }
    }
    CHECK(longest > 0.3 * 625 * kWidth * kHeight);
    const Json lakes = Json::parse(read_file(folder / "pack/lakes.geojson"));
    REQUIRE(lakes["features"].size() >= 1);
    const std::string summary = output_of("ogrinfo -ro -so '" + (folder / "pack/lakes.geojson").string() + "' lakes");
    CHECK_THAT(summary, Contains("Multi Polygon") && Contains("32632"));
    const Json statistics = Json::parse(read_file(folder / "pack/statistics.json"));
    CHECK(statistics["land_area_m2"] == 625.0 * (kWidth * kHeight - 30));
}

TEST_CASE("elevation: another size keeps the place on Earth, whatever form it has in the file") {
    for (const char* options : {"-a_srs EPSG:32632", "-a_srs EPSG:32632 -mo AREA_OR_POINT=Point"}) {
        CAPTURE(options);
        const TemporaryFolder folder;
        make_dem(folder.path(), options);
        const Finished run = run_dem(folder, {"--size", "30x20"});
        CAPTURE(run.err);
        REQUIRE(run.code == 0);
        const Json made = gdalinfo(folder / "pack/filled.tif");
        CHECK(made["size"] == Json({30, 20}));
        CHECK(made["geoTransform"] == Json({500000.0, 50.0, 0.0, 5201000.0, 0.0, -50.0}));
        CHECK(Json::parse(read_file(folder / "pack/manifest.json"))["world"]["cell_size_m"] == 50.0);
        CHECK(std::isnan(value_at(folder / "pack/filled.tif", 11, 6)));
    }
}

TEST_CASE("elevation: a turned map keeps its transformation") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:32632", false);
    fs::rename(folder / "dem.tif", folder / "straight.tif");
    write_file(folder / "turned.vrt", R"(<VRTDataset rasterXSize="60" rasterYSize="40"><SRS>EPSG:32632</SRS>
<GeoTransform>500000, 15, 20, 5200000, 20, -15</GeoTransform><VRTRasterBand dataType="Float32" band="1">
<SimpleSource><SourceFilename relativeToVRT="1">straight.tif</SourceFilename><SourceBand>1</SourceBand></SimpleSource>
</VRTRasterBand></VRTDataset>)");
    output_of("cd '" + folder.path().string() + "' && gdal_translate -q -of GTiff turned.vrt dem.tif 2>&1");
    const Finished run = run_dem(folder);
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    CHECK(gdalinfo(folder / "pack/basins.tif")["geoTransform"] == gdalinfo(folder / "dem.tif")["geoTransform"]);
    CHECK(Json::parse(read_file(folder / "pack/manifest.json"))["world"]["cell_size_m"] == 25.0);
    REQUIRE(run_dem(folder, {"--size", "120x80", "--overwrite"}).code == 0);
    CHECK(gdalinfo(folder / "pack/basins.tif")["geoTransform"] == Json({500000.0, 7.5, 10.0, 5200000.0, 10.0, -7.5}));
}

TEST_CASE("elevation: degrees are told of and turned into metres") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:4326 -a_ullr 10 47.04 10.06 47", false);
    const Finished run = run_dem(folder);
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    CHECK_THAT(run.err, Contains("longitudes and latitudes"));
    const double cell = Json::parse(read_file(folder / "pack/manifest.json"))["world"]["cell_size_m"];
    CHECK(cell == Approx(111195.0 * 0.001 * std::sqrt(std::cos(47.02 * 3.14159265 / 180))).epsilon(0.001));
    const Json rivers = Json::parse(read_file(folder / "pack/rivers.geojson"));
    CHECK(rivers["crs"]["properties"]["name"] == "urn:ogc:def:crs:EPSG::4326");
}

TEST_CASE("elevation: gaps are no ground to rain on") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:32632");
    const Finished rain = run_dem(folder, {"--set", "hydrology.cycles=2"});
    REQUIRE(rain.code == 2);
    CHECK_THAT(rain.err, Contains("30 of 2400 cells hold no height") && Contains("nodata_fill_m"));
    const Finished filled =
        run_dem(folder, {"--set", "hydrology.cycles=2", "--set", "source.heightmap.nodata_fill_m=900"});
    CAPTURE(filled.err);
    REQUIRE(filled.code == 0);
    CHECK(gdalinfo(folder / "pack/filled.tif")["bands"][0].contains("noDataValue") == false);
}

TEST_CASE("elevation: the recipe's own size and cell size come first") {
    const TemporaryFolder folder;
    make_dem(folder.path(), "-a_srs EPSG:32632");
    REQUIRE(run_dem(folder, {"--set", "world.cell_size_m=10", "--size", "30x20"}).code == 0);
    const Json manifest = Json::parse(read_file(folder / "pack/manifest.json"));
    CHECK(manifest["size"] == Json({30, 20}));
    CHECK(manifest["world"]["cell_size_m"] == 10.0);
    // A cell size in the file belongs to the heightmap's own size.
    std::string recipe = kRecipe;
    recipe.insert(1, R"( "world": { "cell_size_m": 10 },)");
    write_file(folder / "own.json", recipe);
    REQUIRE(terrain_gen({"--size", "30x20", "--out", "own", "own.json"}, folder.path()).code == 0);
    CHECK(Json::parse(read_file(folder / "own/manifest.json"))["world"]["cell_size_m"] == 20.0);
}
