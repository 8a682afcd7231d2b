// Packs of every layer, through the real binary.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "export/output_spec.h"
#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// kSmallRecipe with every layer in every format.
std::string recipe_of_all(int cycles) {
    Json recipe = Json::parse(kSmallRecipe);
    recipe["hydrology"]["cycles"] = cycles;
    recipe["world"]["sea_level_m"] = 700;
    recipe["outputs"] = Json::array();
    const auto add = [&](std::string_view layer, std::string_view format, std::string_view end, const char* source) {
        Json output{{"layer", layer}, {"format", format}};
        output["file"] = std::string(layer) + '-' + std::string(format) + source + std::string(end);
        if (*source != '\0') output["source"] = source;
        recipe["outputs"].push_back(output);
    };
    for (const auto& [layer, layer_name] : terrain::kOutputLayers) {
        for (const auto& [format, format_name] : terrain::kOutputFormats) {
            // 64 outputs are the most: one of the four scalar 16-bit formats will do.
            const bool plain = terrain::is_raw(format) || format == terrain::OutputFormat::tiff16;
            if (!terrain::is_allowed(layer, format) || plain) continue;
            if (terrain::is_scalar(layer) && format == terrain::OutputFormat::png8) continue;
            add(layer_name, format_name, terrain::extension_of(format), "");
        }
        if (terrain::has_source(layer)) add(layer_name, "png8", ".png", "routing");
    }
    return recipe.dump();
}

}  // namespace

TEST_CASE("layers: all of them make a pack that verifies, the same with any number of threads") {
    for (const int cycles : {0, 3}) {
        const TemporaryFolder folder;
        write_file(folder / "all.json", recipe_of_all(cycles));
        for (const char* threads : {"1", "3"}) {
            const Finished run = terrain_gen({"--threads", threads, "--out", threads, "all.json"}, folder.path());
            CAPTURE(run.err);
            REQUIRE(run.code == 0);
        }
        REQUIRE(contents(folder / "1") == contents(folder / "3"));
        REQUIRE(terrain_gen({"verify", "1"}, folder.path()).code == 0);
        const Json manifest = Json::parse(read_file(folder / "1/manifest.json"));
        REQUIRE(manifest["statistics"]["landscape"] == Json::parse(read_file(folder / "1/statistics-json.json")));
        for (const Json& file : manifest["files"]) {
            if (file["layer"] == "splat") REQUIRE(file["channels"] == 4);
            if (file["layer"] == "landform") REQUIRE(file["codes"]["10"] == "pit");
        }
    }
}

TEST_CASE("layers: the drainage is routed only for the layers that need it, and the plan says so") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    const Finished without = terrain_gen({"--dry-run", "a.json"}, folder.path());
    const Finished with = terrain_gen({"--dry-run", "--set", "outputs.0.layer=drainage", "a.json"}, folder.path());
    CAPTURE(without.out, with.out, with.err);
    REQUIRE(without.code == 0);
    REQUIRE(with.code == 0);
    CHECK_THAT(without.out, !Contains("routing:"));
    CHECK_THAT(with.out, Contains("routing: streams from 16 cells"));
    CHECK_THAT(terrain_gen({"a.json"}, folder.path()).err, !Contains("routing"));
}

TEST_CASE("layers: multiple flow has parts of cells, in floats alone") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    const std::vector<std::string> common{"--set", "routing.multiple_flow=true", "--set", "outputs.0.layer=drainage",
                                          "--set"};
    auto counts = common;
    counts.insert(counts.end(), {"outputs.0.format=tiff32u", "a.json"});
    const Finished refused = terrain_gen(counts, folder.path());
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("$.outputs[0].format") && Contains("tiff64f"));
    auto floats = common;
    floats.insert(floats.end(), {"outputs.0.format=tiff64f", "a.json"});
    CHECK(terrain_gen(floats, folder.path()).code == 0);
}
