#include <catch2/catch.hpp>

#include "recipe_tools.h"

using namespace terrain;
using namespace terrain::test;
using Catch::Matchers::Contains;

namespace {

const OutputSpec* find(const Recipe& recipe, OutputLayer layer, OutputFormat format) {
    for (const OutputSpec& spec : recipe.outputs) {
        if (spec.layer == layer && spec.format == format) return &spec;
    }
    return nullptr;
}

std::string sized(const std::string& target, int side, const std::string& more = "") {
    return "{\"target\":\"" + target + "\",\"size\":[" + std::to_string(side) + "," + std::to_string(side) + "]" +
           more + "}";
}

}  // namespace

TEST_CASE("target: formats, byte order, row order and normals") {
    struct Case {
        const char* target;
        int side;
        OutputFormat format;
        const char* file;
        bool flip_y;
        NormalY y;
    };
    for (const Case& c : {Case{"unreal", 1009, OutputFormat::png16, "height.png", false, NormalY::minus},
                          Case{"unity", 1025, OutputFormat::raw16le, "height.raw", true, NormalY::plus},
                          Case{"godot", 1024, OutputFormat::exr32f, "height.exr", false, NormalY::plus},
                          Case{"blender", 1000, OutputFormat::exr32f, "height.exr", false, NormalY::plus}}) {
        CAPTURE(c.target);
        const Recipe recipe = parsed(sized(c.target, c.side));
        const OutputSpec* height = find(recipe, OutputLayer::height, c.format);
        REQUIRE(height != nullptr);
        CHECK(height->file == c.file);
        CHECK(height->flip_y == c.flip_y);
        const OutputSpec* normal = find(recipe, OutputLayer::normal, OutputFormat::png8);
        REQUIRE(normal != nullptr);
        CHECK(normal->normal_y == c.y);
        CHECK(find(recipe, OutputLayer::import_notes, OutputFormat::md) != nullptr);
        const Recipe again = parsed(to_json(recipe));
        CHECK(again.outputs == recipe.outputs);
        CHECK(again.target == recipe.target);
    }
    CHECK(find(parsed(R"({"target":"gis"})"), OutputLayer::height, OutputFormat::tiff32f) != nullptr);
}

TEST_CASE("target: any layer can have its own format besides") {
    const Recipe unity =
        parsed(sized("unity", 513, R"(,"outputs":[{"layer":"height","format":"png16"},{"layer":"normal"},
        {"layer":"slope","format":"tiff32f"},{"layer":"pool","format":"raw16le"}])"));
    CHECK(find(unity, OutputLayer::height, OutputFormat::png16) != nullptr);
    CHECK(find(unity, OutputLayer::height, OutputFormat::raw16le) != nullptr);
    CHECK(find(unity, OutputLayer::slope, OutputFormat::tiff32f) != nullptr);
    CHECK(find(unity, OutputLayer::pool, OutputFormat::raw16le)->flip_y);
    CHECK(unity.outputs.size() == 6);
    CHECK(parsed(to_json(unity)).outputs == unity.outputs);
    const Recipe unreal = parsed(sized("unreal", 505, R"(,"outputs":[{"layer":"height","range":[0,100]},
        {"layer":"normal","y":"+"},{"layer":"normal","format":"png16","file":"n.png"}])"));
    CHECK(find(unreal, OutputLayer::height, OutputFormat::png16)->range.hi == 100);
    CHECK(find(unreal, OutputLayer::normal, OutputFormat::png8)->normal_y == NormalY::plus);
    CHECK(find(unreal, OutputLayer::normal, OutputFormat::png16)->normal_y == NormalY::minus);
    const Recipe godot = parsed(sized("godot", 512, R"(,"outputs":[{"layer":"height","format":"raw16le"}])"));
    CHECK(find(godot, OutputLayer::height, OutputFormat::raw16le)->file == "height.r16");
    CHECK(find(godot, OutputLayer::height, OutputFormat::exr32f) != nullptr);
}

TEST_CASE("target: sizes are checked, never rounded, also from the command line") {
    CHECK_THAT(refusal(sized("unreal", 1024)), Contains("$.size") && Contains("1021 x 1021"));
    CHECK_THAT(refusal(sized("unity", 512)), Contains("513 x 513"));
    CHECK_THAT(refusal("{}", {{"target", "godot", "--target godot"}, {"size", "[1000,1000]", "--size 1000x1000"}}),
               Contains("--size 1000x1000") && Contains("1024 x 1024"));
    CHECK_THAT(refusal(R"({"target":"unrael"})"), Contains("$.target") && Contains("did you mean \"unreal\""));
    for (const int side : {1009, 2017, 4033}) CHECK(parsed(sized("unreal", side)).size == Shape{side, side});
    CHECK(refusal(sized("unity", 1025, R"(,"tiles":[4,4])")).empty());
    CHECK_THAT(refusal(sized("unity", 513, R"(,"tiles":[3,3])")), Contains("$.tiles") && Contains("511 or 514"));
    CHECK_THAT(refusal(sized("unity", 514, R"(,"tiles":[3,3])")), Contains("$.size") && Contains("tiles of 172 x 172"));
}

TEST_CASE("tiles and TIFF options: read, written, refused") {
    const Recipe recipe =
        parsed(R"({"size":[12,8],"tiles":[3,2],"tiling":{"shared_edges":false,"name":"{layer}-{row}-{col}",
        "first":1},"outputs":[{"layer":"height","format":"tiff32f","compression":"zstd","layout":"tiles"}]})");
    CHECK(recipe.tiling == TileLayout{3, 2, false, "{layer}-{row}-{col}", 1});
    CHECK(recipe.outputs[0].compression == TiffCompression::zstd);
    CHECK(recipe.outputs[0].layout == TiffLayout::tiles);
    const Recipe again = parsed(to_json(recipe));
    CHECK(again.tiling == recipe.tiling);
    CHECK(again.outputs == recipe.outputs);
    CHECK_THAT(refusal(R"({"tiles":[0,1]})"), Contains("$.tiles"));
    CHECK_THAT(refusal(R"({"tiles":[300,1]})"), Contains("$.tiles"));
    CHECK_THAT(refusal(R"({"tiling":{"name":"x"}})"), Contains("$.tiling.name") && Contains("{layer}"));
    CHECK_THAT(refusal(R"({"tiling":{"name":"../{layer}{x}{y}"}})"), Contains("$.tiling.name"));
    CHECK_THAT(refusal(R"({"tiling":{"first":2}})"), Contains("$.tiling.first"));
    CHECK_THAT(refusal(R"({"outputs":[{"layer":"height","compression":"zstd"}]})"),
               Contains("$.outputs[0].compression") && Contains("no meaning"));
    CHECK_THAT(refusal(R"({"outputs":[{"layer":"height","format":"tiff16","layout":"rows"}]})"),
               Contains("$.outputs[0].layout"));
    CHECK_THAT(refusal(R"({"world":{"epsg":-1}})"), Contains("$.world.epsg"));
}
