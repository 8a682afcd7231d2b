// The schema against the reader: a validator of the part of JSON Schema that recipe_schema() uses has to agree with
// read_recipe on shipped and on broken recipes.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "recipe_tools.h"

using namespace terrain;
using namespace terrain::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    FAIL("unknown type " << type);
    return false;
}

bool valid(const Json& value, const Json& schema);

bool valid_object(const Json& value, const Json& schema) {
    for (const auto& [key, item] : value.items()) {
        const bool known = schema.contains("properties") && schema["properties"].contains(key);
        if (!known && !schema.value("additionalProperties", true)) return false;
        if (known && !valid(item, schema["properties"][key])) return false;
    }
    for (const auto& key : schema.value("required", Json::array())) {
        if (!value.contains(key.get<std::string>())) return false;
    }
    return value.size() <= schema.value("maxProperties", std::size_t{1000});
}

bool valid_array(const Json& value, const Json& schema) {
    if (value.size() < schema.value("minItems", std::size_t{0})) return false;
    if (value.size() > schema.value("maxItems", std::size_t{1000})) return false;
    if (!schema.contains("items")) return true;
    return std::all_of(value.begin(), value.end(), [&](const Json& item) { return valid(item, schema["items"]); });
}

bool valid(const Json& value, const Json& schema) {
    static const std::set<std::string> kKnown{
        "$schema", "title",    "description",   "default",  "type",     "properties", "additionalProperties",
        "anyOf",   "required", "maxProperties", "minItems", "maxItems", "items",      "minimum",
        "maximum", "enum",     "const",         "allOf",    "if",       "then",       "minLength"};
    for (const auto& [key, unused] : schema.items()) {
        if (!kKnown.contains(key)) FAIL("unknown keyword " << key);
    }
    if (schema.contains("type") && !has_type(value, schema["type"])) return false;
    if (schema.contains("const") && value != schema["const"]) return false;
    if (schema.contains("enum")) {
        const Json& names = schema["enum"];
        if (std::find(names.begin(), names.end(), value) == names.end()) return false;
    }
    if (value.is_number() && schema.contains("minimum") && value < schema["minimum"]) return false;
    if (value.is_number() && schema.contains("maximum") && value > schema["maximum"]) return false;
    if (value.is_string() && value.get<std::string>().size() < schema.value("minLength", std::size_t{0})) return false;
    if (schema.contains("anyOf") && std::none_of(schema["anyOf"].begin(), schema["anyOf"].end(),
                                                 [&](const Json& one) { return valid(value, one); })) {
        return false;
    }
    for (const Json& rule : schema.value("allOf", Json::array())) {
        if (valid(value, rule["if"]) && !valid(value, rule["then"])) return false;
    }
    if (value.is_object() && !valid_object(value, schema)) return false;
    return !value.is_array() || valid_array(value, schema);
}

std::string content(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<fs::path> shipped() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(TERRAIN_SOURCE_DIR) / "configs")) {
        if (entry.path().extension() == ".json" && entry.path().stem().extension() != ".schema") {
            files.push_back(entry.path());
        }
    }
    return files;
}

void leaf_paths(const Json& schema, const std::string& path, std::vector<std::string>& paths) {
    if (schema.contains("items") && schema["items"].contains("properties")) {
        leaf_paths(schema["items"], path + "[]", paths);
        return;
    }
    if (!schema.contains("properties")) {
        paths.push_back(path);
        return;
    }
    for (const auto& [key, child] : schema["properties"].items()) {
        leaf_paths(child, path.empty() ? key : path + "." + key, paths);
    }
}

}  // namespace

TEST_CASE("the shipped schema is the program's") {
    const bool same = content(fs::path(TERRAIN_SOURCE_DIR) / "configs/recipe.schema.json") == recipe_schema();
    INFO("terrain-gen schema > configs/recipe.schema.json");
    REQUIRE(same);
}

TEST_CASE("every shipped recipe is valid to the reader and to the schema") {
    const Json schema = Json::parse(recipe_schema());
    const auto files = shipped();
    REQUIRE(files.size() >= 6);
    for (const fs::path& file : files) {
        CAPTURE(file.string());
        const Recipe recipe = read_recipe(file);
        REQUIRE(recipe.name == file.stem());
        REQUIRE(valid(Json::parse(content(file)), schema));
        REQUIRE(valid(Json::parse(to_json(recipe)), schema));
    }
}

TEST_CASE("schema and reader agree on what is wrong") {
    const Json schema = Json::parse(recipe_schema());
    for (const char* text :
         {R"([])", R"({"seed":-1})", R"({"seed":1.5})", R"({"seed":"x"})", R"({"size":[0,5]})", R"({"size":[5]})",
          R"({"sise":[5,5]})", R"({"world":{"cell_size_m":0}})", R"({"world":{"sea_level_m":"x"}})",
          R"({"source":{"perlin":{},"heightmap":{"file":"x"}}})", R"({"source":{"heightmap":{}}})",
          R"({"source":{"perlin":{"type":"value"}}})", R"({"source":{"perlin":{"octaves":25}}})",
          R"({"hydrology":{"cycles":100001}})", R"({"hydrology":{"streams":{"enabled":1}}})",
          R"({"outputs":[{"format":"png8"}]})", R"({"outputs":[{"layer":"hillshade","format":"csv"}]})",
          R"({"outputs":[{"layer":"height","range":"max"}]})", R"({"name":""})"}) {
        CAPTURE(text);
        REQUIRE_FALSE(valid(Json::parse(text), schema));
        REQUIRE_FALSE(refusal(text).empty());
    }
    for (const char* text : {"{}", R"({"outputs":[]})", R"({"outputs":[{"layer":"trees","format":"csv"}]})",
                             R"({"seed":18446744073709551615})", R"({"source":{}})"}) {
        CAPTURE(text);
        REQUIRE(valid(Json::parse(text), schema));
        REQUIRE(refusal(text).empty());
    }
}

TEST_CASE("the defaults in the schema are the effective ones") {
    const Json effective = Json::parse(to_json(parsed("{}")));
    const Json schema = Json::parse(recipe_schema());
    int compared = 0;
    const std::function<void(const Json&, const Json&)> compare = [&](const Json& part, const Json& value) {
        if (part.contains("default")) {
            REQUIRE(part["default"] == value);
            ++compared;
        }
        const Json properties = part.value("properties", Json::object());
        for (const auto& [key, child] : properties.items()) {
            if (value.contains(key)) compare(child, value[key]);
        }
    };
    compare(schema, effective);
    REQUIRE(compared > 35);
}

TEST_CASE("every field of the schema is in the reference, and known to the reader") {
    std::vector<std::string> paths;
    leaf_paths(Json::parse(recipe_schema()), "", paths);
    REQUIRE(paths.size() > 45);
    const std::string reference = recipe_reference();
    for (const std::string& path : paths) {
        CAPTURE(path);
        REQUIRE(reference.find("| `" + path + "` |") != std::string::npos);
        std::string place = path;
        if (const auto at = place.find("[]"); at != std::string::npos) place.replace(at, 2, ".0");
        REQUIRE(refusal("{}", {set(place, "{}")}).find("unknown key") == std::string::npos);
    }
}

TEST_CASE("docs/recipe.md holds the reference as the program prints it") {
    std::ifstream file(std::string(TERRAIN_SOURCE_DIR) + "/docs/recipe.md", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    REQUIRE(text.ends_with(recipe_reference()));
}
