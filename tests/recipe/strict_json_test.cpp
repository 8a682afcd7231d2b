#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "recipe_tools.h"
#include "temporary_folder.h"

using namespace terrain;
using namespace terrain::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("an empty object is a recipe of defaults") {
    const Recipe recipe = parsed("{}");
    REQUIRE(recipe.name == "test");
    REQUIRE(recipe.seed == 42);
    REQUIRE(recipe.size == Shape{1024, 1024});
    REQUIRE(recipe.world.cell_size_m == 10.0);
    REQUIRE(recipe.outputs.size() == 4);
    REQUIRE(std::holds_alternative<PerlinParameters>(recipe.source));
}

TEST_CASE("what is no strict JSON is refused with its place") {
    struct Case {
        const char* text;
        const char* place;
        const char* part;
    };
    const auto [text, place, part] = GENERATE(values<Case>({
        {"", "test.json:1:1:", "empty"},
        {" \n ", "test.json:1:1:", "empty"},
        {"{\"seed\":1,\n \"seed\":2}", "test.json:2:2: $.seed", "duplicate key \"seed\""},
        {"{\"hydrology\":{\"cycles\":1,\"cycles\":1}}", "test.json:1:26: $.hydrology.cycles", "duplicate"},
        {"{\"seed\":1,\"se\\u0065d\":2}", "test.json:1:11: $.seed", "duplicate"},
        {"{\"seed\":NaN}", "test.json:1:9: $.seed", "NaN"},
        {"{\"seed\":Infinity}", "test.json:1:9: $.seed", "strict JSON"},
        {"{\"seed\":1e999}", "test.json:1:13: $.seed", "1e999"},
        {"{\"seed\":01}", "test.json:1:10: $.seed", "strict JSON"},
        {"{} }", "test.json:1:4:", "end of input"},
        {"{}{}", "test.json:1:3:", "end of input"},
        {"[]", "test.json:1:1: $:", "allowed: an object"},
        {"\"x\"", "test.json:1:1: $:", "allowed: an object"},
        {"5", "test.json:1:1: $:", "allowed: an object"},
        {"null", "test.json:1:1: $:", "allowed: an object"},
        {"// c\n{}", "test.json:1:1:", "no comments"},
        {"{/* c */}", "test.json:1:2:", "no comments"},
        {"{\"seed\":1,}", "test.json:1:11:", "trailing commas"},
        {"{'seed':1}", "test.json:1:2:", "strict JSON"},
        {"{\"seed\":1", "test.json:1:10:", "end of input"},
        {"{\"name\":\"\xff\"}", "test.json:1:10:", "UTF-8"},
        {"\xef\xbb\xbf{\"seed\":-1}", "test.json:1:9: $.seed", "-1"},
        {"{\"name\":\"\xc3\xa9\xc3\xa9\",\"seed\":-1}", "test.json:1:21: $.seed", "-1"},
    }));
    CAPTURE(text);
    REQUIRE_THAT(refusal(text), StartsWith(place) && Contains(part) && Contains("allowed:"));
}

TEST_CASE("a NUL does not hide what follows it") {
    REQUIRE_THAT(refusal(std::string_view("{}\0{\"seed\":", 11)), Contains("NUL"));
    REQUIRE_THAT(refusal(std::string_view("{}\0", 3)), Contains("NUL"));
}

TEST_CASE("depth, size and number of values are bounded") {
    REQUIRE_THAT(refusal(std::string(100000, '[')), Contains("nested too deep"));
    std::string objects;
    for (int k = 0; k < 100000; ++k) objects += "{\"a\":";
    REQUIRE_THAT(refusal(objects), Contains("nested too deep"));
    std::string wide = "{\"seed\":[0";
    for (int k = 0; k < 300000; ++k) wide += ",0";
    REQUIRE_THAT(refusal(wide + "]}"), Contains("too many values"));
    std::string keys = "{";
    for (int k = 0; k < 300; ++k) keys += "\"k" + std::to_string(k) + "\":0,";
    REQUIRE_THAT(refusal(keys + "\"x\":0}"), Contains("too many keys"));
    const TemporaryFolder folder;
    const auto file = folder / "big.json";
    {
        std::ofstream stream(file);
        stream << "{}" << std::string(17U << 20, ' ');
    }
    REQUIRE_THROWS_WITH(read_recipe(file), Contains("too big"));
}

TEST_CASE("a byte order mark changes nothing") {
    REQUIRE(to_json(parsed("\xef\xbb\xbf{\"seed\":7}")) == to_json(parsed("{\"seed\":7}")));
    REQUIRE_THAT(refusal("\xef\xbb\xbf\xef\xbb\xbf{}"), StartsWith("test.json:1:1: $: a second byte order mark"));
}

TEST_CASE("unknown keys are refused with the nearest right one") {
    REQUIRE_THAT(refusal(R"({"hydrologie":{}})"),
                 StartsWith("test.json:1:2: $.hydrologie:") && Contains("did you mean \"hydrology\""));
    REQUIRE_THAT(refusal(R"({"hydrology":{"Cycles":5}})"), Contains("did you mean \"cycles\""));
    REQUIRE_THAT(refusal(R"({"hydrology":{"drop":{"gravty":5}}})"), Contains("did you mean \"gravity\""));
    REQUIRE_THAT(refusal(R"({"sede":5})"), Contains("did you mean \"seed\""));
    REQUIRE_THAT(refusal(R"({"source":{"perlyn":{}}})"), Contains("did you mean \"perlin\""));
    REQUIRE_THAT(refusal(R"({"outputs":[{"layer":"height","fromat":"png16"}]})"),
                 Contains("$.outputs[0].fromat") && Contains("did you mean \"format\""));
    REQUIRE_THAT(refusal(R"({"zzzzzzzz":5})"), Contains("unknown key") && !Contains("did you mean"));
}

TEST_CASE("all errors of the fields are reported together") {
    const std::string message = refusal("{\"seed\":-1,\n\"size\":[0,5],\n\"sede\":1}");
    REQUIRE_THAT(message, Contains("test.json:1:9: $.seed: -1") && Contains("test.json:2:9: $.size[0]: 0") &&
                              Contains("test.json:3:1: $.sede"));
}

TEST_CASE("what a message quotes is cut and without control characters") {
    const std::string message = refusal("{\"\\u001b[31m" + std::string(5000, 'x') + "\":1}");
    REQUIRE(message.size() < 500);
    REQUIRE(message.find('\x1b') == std::string::npos);
}

TEST_CASE("files that cannot be read are refused") {
    REQUIRE_THROWS_WITH(read_recipe("no/such/recipe.json"), Contains("no/such/recipe.json: cannot be read: No such"));
    REQUIRE_THROWS_WITH(read_recipe(std::filesystem::temp_directory_path()), Contains("is a folder"));
}
