#include <catch2/catch.hpp>

#include "recipe_tools.h"

using namespace terrain;
using namespace terrain::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("an override is a value like one in the file") {
    const Recipe recipe = parsed(
        R"({"hydrology":{"cycles":7}})",
        {set("hydrology.cycles", "9"), set("hydrology.drop.gravity", "0.5"), set("name", "hill"), set("size", "[3,2]"),
         set("$.world.sea_level_m", "-.25"), set("source", R"({"heightmap":{"file":"d.png"}})")});
    REQUIRE(recipe.hydrology.cycles == 9);
    REQUIRE(recipe.hydrology.drop.gravity == 0.5);
    REQUIRE(recipe.name == "hill");
    REQUIRE(recipe.size == Shape{3, 2});
    REQUIRE(recipe.world.sea_level_m == -0.25);
    REQUIRE(std::get<HeightmapParameters>(recipe.source).file == "d.png");
}

TEST_CASE("later overrides win") { REQUIRE(parsed("{}", {set("seed", "1"), set("seed", "2")}).seed == 2); }

TEST_CASE("outputs are reached by index, also the default ones, and can be added to") {
    const Recipe recipe = parsed("{}", {set("outputs.0.format", "tiff32f"), set("outputs.4.layer", "pool")});
    REQUIRE(recipe.outputs.size() == 5);
    REQUIRE(recipe.outputs[0].format == OutputFormat::tiff32f);
    REQUIRE(recipe.outputs[0].file == "height.tif");
    REQUIRE(recipe.outputs[4].layer == OutputLayer::pool);
    REQUIRE_THAT(refusal("{}", {set("outputs.9.layer", "pool")}), Contains("no index") && Contains("0 to 4"));
    REQUIRE_THAT(refusal("{}", {set("outputs.x.layer", "pool")}), Contains("no index"));
    for (const char* index : {"00", "01", "+0", " 0", "-0"}) {
        REQUIRE_THAT(refusal("{}", {set(std::string("outputs.") + index + ".layer", "pool")}), Contains("no index"));
    }
}

TEST_CASE("an override that is wrong names its flag") {
    REQUIRE_THAT(refusal("{}", {set("hydrology.cycles", "-5")}),
                 StartsWith("--set hydrology.cycles=-5: $.hydrology.cycles: -5; allowed: an integer from 0 to 100000"));
    REQUIRE_THAT(refusal("{}", {set("hydrology.cycels", "5")}),
                 StartsWith("--set hydrology.cycels=5: $.hydrology.cycels") && Contains("did you mean \"cycles\""));
    REQUIRE_THAT(refusal("{}", {set("hydrology.cycles", "1e999")}), Contains("--set") && Contains("1e999"));
    REQUIRE_THAT(refusal("{}", {set("seed.x", "5")}), Contains("--set seed.x=5"));
    REQUIRE_THAT(refusal("{\"seed\":1}", {set("seed.x", "5")}), StartsWith("--set seed.x=5: $.seed: is 1"));
    REQUIRE_THAT(refusal("{}", {set("world..x", "5")}), Contains("part of the path is empty"));
    REQUIRE_THAT(refusal("{}", {set("world", "{\"height_m\":[1,2]")}), StartsWith("--set world"));
    REQUIRE_THAT(refusal("{}", {set("world", "{\"a\":1,\"a\":2}")}), Contains("duplicate"));
    REQUIRE_THAT(refusal("{}", {set("world", "{\"a\":1,\"a\":2}")}), Contains(": $.world.a: duplicate"));
    REQUIRE_THAT(refusal("{}", {set("outputs.1", "{\"y\":1,\"y\":2}")}), Contains(": $.outputs[1].y: duplicate"));
    REQUIRE_THAT(refusal("{}", {set("name", "\xff")}), Contains("UTF-8"));
    REQUIRE_FALSE(refusal("{}", {set(std::string(5000, '.'), "1")}).empty());
    std::string deep = "a";
    for (int k = 0; k < 20000; ++k) deep += ".a";
    REQUIRE_THAT(refusal("{}", {set(deep, "1")}), Contains("too long"));
}

TEST_CASE("what an override makes wrong elsewhere in the file is the flag's error") {
    const std::string file = R"({"size":[8,8],"source":{"heightmap":{"file":"d.png"}},
        "outputs":[{"layer":"height","format":"tiff32f"}]})";
    REQUIRE(refusal(file).empty());
    REQUIRE_THAT(refusal(file, {set("seed", "1"), set("source.perlin.octaves", "3")}),
                 StartsWith("--set source.perlin.octaves=3: $.source: more than one"));
    REQUIRE_THAT(refusal(file, {set("outputs.0.layer", "normal")}),
                 StartsWith("--set outputs.0.layer=normal: $.outputs[0].format: \"tiff32f\""));
    REQUIRE_THAT(refusal(R"({"size":[8,8]})", {set("seed", "1"), set("projection", "planet")}),
                 StartsWith("--set projection=planet: $.size: is 8 x 8"));
    // What the file itself has wrong stays its own, beside what the flag has.
    const std::string both = refusal(R"({"size":[8,0]})", {set("seed", "x")});
    REQUIRE_THAT(both, Contains("test.json:1:12: $.size[1]: 0") && Contains("--set seed=x: $.seed"));
}

TEST_CASE("another size is another resolution of the same world") {
    const auto cell = [](const std::string& text, const std::vector<Override>& overrides) {
        return parsed(text, overrides).world.cell_size_m;
    };
    const std::string fixed = R"({"size":[1000,500],"world":{"cell_size_m":8}})";
    REQUIRE(cell(fixed, {}) == 8);
    REQUIRE(cell(fixed, {set("size", "[500,250]")}) == 16);
    REQUIRE(cell(fixed, {set("size", "[10,2000]")}) == 4);
    REQUIRE(cell(fixed, {set("size.0", "250")}) == 16);
    REQUIRE(cell(fixed, {set("size", "[500,250]"), set("world.cell_size_m", "3")}) == 3);
    REQUIRE(cell(fixed, {set("size", "[500,250]"), set("world", "{}")}) == 20.48);
    REQUIRE(cell("{}", {set("size", "[512,256]")}) == 20);
    REQUIRE(cell("{}", {}) == 10);
    REQUIRE_THAT(refusal(R"({"size":[32768,1],"world":{"cell_size_m":1000}})", {set("size", "[1,1]")}),
                 StartsWith("--set size=[1,1]: $.size: makes world.cell_size_m"));
}
