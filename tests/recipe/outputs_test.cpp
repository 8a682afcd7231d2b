#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "recipe_tools.h"

using namespace terrain;
using namespace terrain::test;
using Catch::Matchers::Contains;

namespace {

std::string output(const std::string& fields) { return "{\"outputs\":[{" + fields + "}]}"; }

OutputSpec spec(const std::string& fields) { return parsed(output(fields)).outputs.at(0); }

}  // namespace

TEST_CASE("every layer has a default format and file name") {
    for (const auto& [layer, name] : kOutputLayers) {
        const OutputSpec made = spec("\"layer\":\"" + std::string(name) + "\"");
        REQUIRE(made.layer == layer);
        REQUIRE(is_allowed(layer, made.format));
        REQUIRE(made.file == std::string(name) + std::string(extension_of(made.format)));
    }
    REQUIRE(spec(R"("layer":"trees","format":"csv")").file == "trees.csv");
    REQUIRE(spec(R"("layer":"height","format":"raw16be")").file == "height.raw");
    REQUIRE(spec(R"("layer":"height")").format == OutputFormat::png16);
}

TEST_CASE("layers take the formats they are allowed, and no others") {
    for (const auto& [layer, layer_name] : kOutputLayers) {
        for (const auto& [format, format_name] : kOutputFormats) {
            const std::string text =
                output("\"layer\":\"" + std::string(layer_name) + "\",\"format\":\"" + std::string(format_name) + "\"");
            CAPTURE(text);
            if (is_allowed(layer, format)) {
                REQUIRE(refusal(text).empty());
            } else {
                REQUIRE_THAT(refusal(text), Contains("$.outputs[0].format") && Contains("allowed: "));
            }
        }
    }
}

TEST_CASE("ranges go with integers of scalar layers") {
    REQUIRE(spec(R"("layer":"height")").range.kind == OutputRange::Kind::minmax);
    REQUIRE(spec(R"("layer":"height","range":"minmax")").range.kind == OutputRange::Kind::minmax);
    REQUIRE(spec(R"("layer":"height","range":[-5,7.5])").range == OutputRange{OutputRange::Kind::fixed, -5, 7.5});
    REQUIRE(spec(R"("layer":"stream")").range == OutputRange{OutputRange::Kind::fixed, 0, 1});
    REQUIRE_THAT(refusal(output(R"("layer":"height","range":[5,5])")), Contains("lo < hi"));
    REQUIRE_THAT(refusal(output(R"("layer":"height","range":"max")")), Contains("\"minmax\", or"));
    REQUIRE_THAT(refusal(output(R"("layer":"height","format":"tiff32f","range":[0,5])")),
                 Contains("$.outputs[0].range") && Contains("no meaning"));
    REQUIRE_THAT(refusal(output(R"("layer":"normal","range":[0,5])")), Contains("no meaning"));
}

TEST_CASE("the water's source is of flow, water and splat, and follows the hydrology") {
    const std::string dry = R"({"hydrology":{"cycles":0},"outputs":[{"layer":"flow"},{"layer":"height"}]})";
    REQUIRE(spec(R"("layer":"flow")").source == WaterSource::particles);
    REQUIRE(parsed(dry).outputs.at(0).source == WaterSource::routing);
    REQUIRE(parsed(dry).outputs.at(1).source == WaterSource::particles);
    for (const char* layer : {"flow", "water", "splat"}) {
        const std::string text = "\"layer\":\"" + std::string(layer) + "\",\"source\":\"routing\"";
        REQUIRE(spec(text).source == WaterSource::routing);
        REQUIRE(parsed(to_json(parsed(output(text)))).outputs.at(0).source == WaterSource::routing);
    }
    REQUIRE_THAT(refusal(output(R"("layer":"height","source":"routing")")),
                 Contains("$.outputs[0].source") && Contains("no meaning"));
    REQUIRE_THAT(refusal(output(R"("layer":"flow","source":"rain")")), Contains("allowed: particles, routing"));
}

TEST_CASE("y is of normal maps and flip_y of RAW") {
    REQUIRE(spec(R"("layer":"normal")").normal_y == NormalY::plus);
    REQUIRE(spec(R"("layer":"normal","y":"-")").normal_y == NormalY::minus);
    REQUIRE_THAT(refusal(output(R"("layer":"normal","y":"up")")), Contains("allowed: +, -"));
    REQUIRE_THAT(refusal(output(R"("layer":"height","y":"-")")), Contains("$.outputs[0].y") && Contains("no meaning"));
    REQUIRE(spec(R"("layer":"height","format":"raw16le","flip_y":true)").flip_y);
    REQUIRE_THAT(refusal(output(R"("layer":"height","flip_y":true)")), Contains("$.outputs[0].flip_y"));
}

TEST_CASE("file names stay in the folder, fit the format and are used once") {
    for (const char* file : {"", "..", "../x.png", "/x.png", "a/b.png", "a\\\\b.png", "c:x.png", "x\\u0001.png",
                             "manifest.json", "x.tif", "x"}) {
        CAPTURE(file);
        REQUIRE_THAT(refusal(output("\"layer\":\"height\",\"file\":\"" + std::string(file) + "\"")),
                     Contains("$.outputs[0].file"));
    }
    REQUIRE(spec(R"("layer":"height","file":"Höhe 地.PNG")").file == "Höhe 地.PNG");
    REQUIRE(spec(R"("layer":"height","format":"raw16le","file":"h.r16")").file == "h.r16");
    REQUIRE_THAT(refusal(R"({"outputs":[{"layer":"height"},{"layer":"normal","file":"HEIGHT.png"}]})"),
                 Contains("$.outputs[1]") && Contains("also the file of $.outputs[0]"));
    REQUIRE_THAT(refusal(R"({"outputs":[{}]})"), Contains("\"layer\" is missing"));
    REQUIRE_THAT(refusal(R"({"outputs":[7]})"), Contains("$.outputs[0]: 7"));
    REQUIRE_THAT(refusal(output(R"("layer":"heigth")")), Contains("did you mean \"height\""));
    REQUIRE(parsed(R"({"outputs":[]})").outputs.empty());
}

TEST_CASE("the effective recipe reads back the same and says everything") {
    const Recipe recipe = parsed(R"({"size":[30,20],"outputs":[{"layer":"height","format":"raw16le","flip_y":true},
        {"layer":"normal","y":"-"},{"layer":"stream"},{"layer":"pool","range":[0,3]},{"layer":"trees","format":"csv"}]})");
    const std::string text = to_json(recipe);
    const Recipe again = parsed(text);
    REQUIRE(to_json(again) == text);
    REQUIRE(again.outputs == recipe.outputs);
    REQUIRE(again.world.cell_size_m == recipe.world.cell_size_m);
    const auto json = nlohmann::json::parse(text);
    REQUIRE(json["hydrology"]["talus"]["creep"] == TalusParameters{}.creep);
    REQUIRE(json["outputs"][1]["y"] == "-");
    REQUIRE_FALSE(json["outputs"][1].contains("range"));
    REQUIRE(json["outputs"][2]["range"] == nlohmann::json::array({0.0, 1.0}));
    REQUIRE_FALSE(json["source"].contains("heightmap"));
}

TEST_CASE("an absolute input path does not get into the effective recipe") {
    const std::string text = to_json(parsed(R"({"source":{"heightmap":{"file":"/home/somebody/dem.tif"}}})"));
    REQUIRE_THAT(text, Contains("\"dem.tif\"") && !Contains("somebody"));
    REQUIRE_THAT(to_json(parsed(R"({"source":{"heightmap":{"file":"maps/dem.tif"}}})")), Contains("maps/dem.tif"));
}
