#include <catch2/catch.hpp>

#include "core/errors.h"
#include "export/decode.h"
#include "export/pack.h"
#include "export/verify.h"
#include "support.h"

using namespace terrain;
using test::sample_terrain;
using test::TemporaryFolder;
using Json = nlohmann::ordered_json;

namespace {

OutputSpec output(OutputLayer layer, OutputFormat format, const std::string& file) {
    OutputSpec spec;
    spec.layer = layer;
    spec.format = format;
    spec.file = file;
    return spec;
}

TileLayout tiling_of(int columns, int rows, bool shared = true) {
    TileLayout tiling;
    tiling.columns = columns;
    tiling.rows = rows;
    tiling.shared_edges = shared;
    return tiling;
}

/// Heights, normals and codes; or every layer of samples in every format.
std::vector<OutputSpec> some_layers(bool all) {
    if (!all) {
        return {output(OutputLayer::height, OutputFormat::png16, "height.png"),
                output(OutputLayer::normal, OutputFormat::png8, "normal.png"),
                output(OutputLayer::water, OutputFormat::tiff8, "water.tif")};
    }
    std::vector<OutputSpec> outputs;
    for (const auto& [layer, layer_name] : kOutputLayers) {
        for (const auto& [format, format_name] : kOutputFormats) {
            const auto file = std::string(layer_name) + "-" + std::string(format_name);
            const OutputSpec spec = output(layer, format, file + std::string(extension_of(format)));
            if (is_allowed(layer, format) && is_cut(spec)) outputs.push_back(spec);
        }
    }
    return outputs;
}

std::vector<PackedFile> pack(const std::filesystem::path& folder, const Terrain& terrain,
                             const std::vector<OutputSpec>& outputs, const TileLayout& tiling) {
    ThreadPool pool(2);
    Progress progress;
    PackLayout layout;
    layout.tiling = tiling;
    return write_pack(folder, false, terrain, outputs, {}, pool, progress, layout);
}

Raster decoded(const std::filesystem::path& folder, const PackedFile& file, Shape shape) {
    return decode_output(test::read_bytes(folder / file.spec.file), file.spec.format, file.spec.flip_y, shape);
}

/// Whether the tile holds the whole map's samples of its place.
bool is_part_of(const Raster& part, const Raster& whole, const Tile& tile) {
    return std::visit(
        [&](const auto& samples) {
            const auto& all = std::get<std::decay_t<decltype(samples)>>(whole.samples);
            const auto channels = static_cast<std::size_t>(whole.channels);
            const auto row = static_cast<std::size_t>(tile.shape.width) * channels;
            for (std::int32_t y = 0; y < tile.shape.height; ++y) {
                const std::size_t from = (static_cast<std::size_t>(tile.y + y) * whole.shape.width + tile.x) * channels;
                if (!std::equal(samples.begin() + y * row, samples.begin() + (y + 1) * row, all.begin() + from)) {
                    return false;
                }
            }
            return true;
        },
        part.samples);
}

}  // namespace

TEST_CASE("tiles of every layer and format are the whole map's samples, to the bit", "[tiles]") {
    struct Case {
        Shape map;
        TileLayout tiling;
    };
    for (const Case& c :
         {Case{{13, 7}, tiling_of(3, 2)}, Case{{12, 8}, tiling_of(3, 2, false)}, Case{{9, 5}, tiling_of(1, 2)},
          Case{{3, 3}, tiling_of(2, 2)}, Case{{2, 2}, tiling_of(2, 2, false)}}) {
        const Terrain terrain = sample_terrain(c.map);
        const std::vector<OutputSpec> outputs = some_layers(c.map == Shape{9, 5});
        const TemporaryFolder whole_folder, tile_folder;
        const auto whole = pack(whole_folder.path(), terrain, outputs, {});
        const auto tiles = pack(tile_folder.path(), terrain, outputs, c.tiling);
        const std::vector<Tile> places = tiles_of(c.tiling, c.map);
        REQUIRE(tiles.size() == outputs.size() * places.size());
        for (std::size_t k = 0; k < tiles.size(); ++k) {
            const Tile& tile = places[k % places.size()];
            const PackedFile& file = whole[k / places.size()];
            INFO(tiles[k].spec.file << " of " << c.map.width << " x " << c.map.height);
            const Raster map = decoded(whole_folder.path(), file, c.map);
            CHECK(is_part_of(decoded(tile_folder.path(), tiles[k], tile.shape), map, tile));
            if (takes_range(file.spec.layer, file.spec.format)) {
                CHECK(tiles[k].range.lo == file.range.lo);
                CHECK(tiles[k].range.hi == file.range.hi);
            }
        }
        CHECK(verify_pack(tile_folder.path()).empty());
    }
}

TEST_CASE("tiles cover the map, with a shared row of samples or none", "[tiles]") {
    for (const bool shared : {true, false}) {
        const Shape map = shared ? Shape{13, 9} : Shape{12, 8};
        std::vector<int> covered(map.cells());
        for (const Tile& tile : tiles_of(tiling_of(3, 4, shared), map)) {
            CHECK(tile.shape == (shared ? Shape{5, 3} : Shape{4, 2}));
            for (int y = 0; y < tile.shape.height; ++y) {
                for (int x = 0; x < tile.shape.width; ++x) ++covered[(tile.y + y) * map.width + tile.x + x];
            }
        }
        CHECK(*std::min_element(covered.begin(), covered.end()) == 1);
        CHECK(*std::max_element(covered.begin(), covered.end()) == (shared ? 4 : 1));
    }
}

TEST_CASE("a map that cannot be cut into equal tiles is refused with the sizes that can", "[tiles]") {
    CHECK_FALSE(tiling_problem(tiling_of(4, 4), {1009, 1009}));
    CHECK_FALSE(tiling_problem(tiling_of(1, 1), {1, 1}));
    CHECK_THAT(tiling_problem(tiling_of(4, 4), {1024, 1009}).value(),
               Catch::Contains("a width of 1021 or 1025") && !Catch::Contains("height"));
    CHECK_THAT(tiling_problem(tiling_of(4, 4, false), {1024, 1009}).value(),
               Catch::Contains("a height of 1008 or 1012"));
    CHECK_THAT(tiling_problem(tiling_of(4, 1), {3, 3}).value(), Catch::Contains("a width of 5"));
    for (const int count : {2, 3, 7}) {
        for (const bool shared : {true, false}) {
            const TileLayout tiling = tiling_of(count, count, shared);
            const Shape map = map_shape(tiling, {9, 9});
            CHECK_FALSE(tiling_problem(tiling, map));
            CHECK(tile_shape(tiling, map) == Shape{9, 9});
        }
    }
}

TEST_CASE("tile names: pattern, both words for a place, first number", "[tiles]") {
    TileLayout tiling = tiling_of(2, 2);
    const Tile tile{1, 0, 4, 0, {5, 5}};
    CHECK(tile_file_name(tiling, "height.png", tile) == "height_x1_y0.png");
    tiling.first = 1;
    tiling.name = "t-{row}-{col}-{layer}";
    CHECK(tile_file_name(tiling, "height.16.raw", tile) == "t-1-2-height.16.raw");
    CHECK_FALSE(tile_name_problem(tiling));
    for (const std::string bad : {"{layer}", "{layer}_{x}", "{x}{y}", "{layer}_{x}_{y}_{z}", "a/{layer}{x}{y}", "",
                                  "../{layer}{x}{y}", "{layer}{x}{y}}"}) {
        tiling.name = bad;
        INFO(bad);
        CHECK(tile_name_problem(tiling));
    }
}

TEST_CASE("the manifest knows the tiles", "[tiles]") {
    const TemporaryFolder folder;
    const std::vector<OutputSpec> outputs{output(OutputLayer::height, OutputFormat::png16, "height.png"),
                                          output(OutputLayer::trees, OutputFormat::csv, "trees.csv")};
    pack(folder.path(), sample_terrain({13, 7}), outputs, tiling_of(3, 2));
    const Json manifest = Json::parse(test::read_text(folder.path() / "manifest.json"));
    CHECK(manifest["tiles"] == Json({{"count", {3, 2}}, {"size", {5, 4}}, {"shared_edges", true}}));
    REQUIRE(manifest["files"].size() == 7);
    const Json& last = manifest["files"][5];
    CHECK(last["file"] == "height_x2_y1.png");
    CHECK(last["tile"] == Json({{"column", 2}, {"row", 1}, {"offset", {8, 3}}}));
    CHECK(last["size"] == Json({5, 4}));
    CHECK_FALSE(manifest["files"][6].contains("tile"));
}

TEST_CASE("tiles whose names clash with another file are refused", "[tiles]") {
    const TemporaryFolder folder;
    const std::vector<OutputSpec> outputs{output(OutputLayer::height, OutputFormat::png16, "a.png"),
                                          output(OutputLayer::statistics, OutputFormat::png8, "a_x0_y0.png")};
    CHECK_THROWS_AS(pack(folder.path(), sample_terrain({13, 7}), outputs, tiling_of(3, 2)), UserError);
}
