// Every field, by its own description: ends of the range are taken, what lies outside or is of another type is not.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "recipe/field_info.h"
#include "recipe/text.h"
#include "recipe_tools.h"

using namespace terrain;
using namespace terrain::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

struct Leaf {
    FieldInfo info;
    std::vector<std::string> path;
};

void collect(const FieldInfo& info, std::vector<std::string> path, std::vector<Leaf>& leaves) {
    if (info.type == FieldType::list) return;
    for (const FieldInfo& child : info.children) {
        std::vector<std::string> child_path = path;
        child_path.emplace_back(child.field.name);
        collect(child, child_path, leaves);
    }
    if (info.children.empty()) leaves.push_back({info, path});
}

std::vector<Leaf> leaves() {
    std::vector<Leaf> all;
    collect(all_fields(), {}, all);
    return all;
}

std::string recipe_with(const Leaf& leaf, const Json& value) {
    Json recipe = Json::object();
    Json* at = &recipe;
    for (const std::string& key : leaf.path) at = &(*at)[key];
    *at = value;
    if (leaf.path.front() == "tiles") recipe["size"] = {257, 257};  // can be cut into 1 and into 256
    if (leaf.path.size() > 2 && leaf.path[1] == "heightmap" && leaf.path[2] != "file") {
        recipe["source"]["heightmap"]["file"] = "dem.tif";
    }
    return recipe.dump();
}

std::string dotted(const Leaf& leaf) {
    std::string text = "$";
    for (const std::string& key : leaf.path) text += "." + key;
    return text;
}

void expect_bounds(const Leaf& leaf, const std::function<Json(double)>& value_of, bool whole) {
    const auto [low, high] = leaf.info.bounds;
    REQUIRE(refusal(recipe_with(leaf, value_of(low))).empty());
    REQUIRE(refusal(recipe_with(leaf, value_of(high))).empty());
    const double step = whole ? 1.0 : std::max(1e-9, std::fabs(low) * 1e-6);
    REQUIRE_THAT(refusal(recipe_with(leaf, value_of(low - step))), Contains(dotted(leaf)) && Contains("allowed"));
    REQUIRE_THAT(refusal(recipe_with(leaf, value_of(high + std::max(step, high * 1e-6)))), Contains(dotted(leaf)));
    REQUIRE_THAT(refusal(recipe_with(leaf, value_of(whole ? 1e12 : 1e30))), Contains(dotted(leaf)));
}

}  // namespace

TEST_CASE("numbers are held to their range") {
    int tested = 0;
    for (const Leaf& leaf : leaves()) {
        CAPTURE(dotted(leaf));
        const auto whole = [](double v) { return Json(static_cast<std::int64_t>(v)); };
        switch (leaf.info.type) {
            case FieldType::integer:
                expect_bounds(leaf, whole, true);
                break;
            case FieldType::number:
            case FieldType::nullable_number:
                expect_bounds(
                    leaf, [](double v) { return Json(v); }, false);
                break;
            case FieldType::integer_pair:
            case FieldType::nullable_integer_pair:
                expect_bounds(
                    leaf,
                    [&](double v) {
                        return Json::array({whole(v), whole(v)});
                    },
                    true);
                break;
            case FieldType::number_pair:
                expect_bounds(
                    leaf,
                    [](double v) {
                        return Json::array({v, v});
                    },
                    false);
                break;
            default:
                continue;
        }
        ++tested;
    }
    REQUIRE(tested > 35);
}

TEST_CASE("values of another type are refused") {
    for (const Leaf& leaf : leaves()) {
        CAPTURE(dotted(leaf));
        for (const Json& value :
             {Json("no such thing"), Json(true), Json(nullptr), Json::object(), Json::array(), Json(7.5)}) {
            CAPTURE(value.dump());
            const FieldType type = leaf.info.type;
            const bool number = type == FieldType::number || type == FieldType::nullable_number;
            const bool right =
                (number && value.is_number()) || (type == FieldType::boolean && value.is_boolean()) ||
                (type == FieldType::text && value.is_string() && leaf.path.front() != "tiling") ||
                (type == FieldType::points && value.is_array()) ||
                (value.is_null() && (type == FieldType::nullable_number || type == FieldType::nullable_integer_pair));
            const std::string message = refusal(recipe_with(leaf, value));
            if (!right) {
                REQUIRE_THAT(message, Contains(dotted(leaf)) && Contains("allowed"));
            } else if (type == FieldType::text) {
                // Some texts have a form of their own (colours, ramps).
                REQUIRE((message.empty() || message.find(dotted(leaf)) != std::string::npos));
            } else if (!number) {
                REQUIRE(message.empty());
            }
        }
    }
}

TEST_CASE("objects are objects") {
    for (const char* path : {"world", "source", "hydrology", "outputs", "source.perlin", "hydrology.drop"}) {
        REQUIRE_THAT(refusal("{}", {set(path, "7")}), Contains(std::string("$.") + path + ": 7") && Contains("an "));
    }
}

TEST_CASE("a value written is the value read") {
    const Recipe recipe = parsed(R"({"name":"n","seed":3,"size":[200,120],
        "world":{"cell_size_m":2.5,"height_m":[-10,20.25],"sea_level_m":1.5},
        "source":{"perlin":{"type":"billow","octaves":3,"frequency":1.5,"lacunarity":2.5,"persistence":0.25,"warp":0.5,
                            "offset":[-3,1e9],"curve":[[0,0],[0.5,0.25],[1,1]]}},
        "hydrology":{"cycles":5,"drops_per_cell":0.5,"drop":{"batch":32},"streams":{"enabled":false},
                     "pools":{"seepage":0},"trees":{"tree_line":1},"talus":{"creep":0.5}}})");
    REQUIRE(recipe.size == Shape{200, 120});
    REQUIRE(recipe.world.cell_size_m == 2.5);
    REQUIRE(recipe.world.low_m == -10);
    REQUIRE(recipe.world.high_m == 20.25);
    REQUIRE(recipe.world.sea_level_m == 1.5);
    const auto& perlin = std::get<PerlinParameters>(recipe.source);
    REQUIRE(perlin.type == FractalType::billow);
    REQUIRE(perlin.octaves == 3);
    REQUIRE(perlin.offset == std::array<double, 2>{-3.0, 1e9});
    REQUIRE(perlin.curve.size() == 3);
    REQUIRE(perlin.curve[1] == glm::dvec2(0.5, 0.25));
    REQUIRE(recipe.hydrology.cycles == 5);
    REQUIRE(recipe.hydrology.drop.batch == 32);
    REQUIRE_FALSE(recipe.hydrology.streams.enabled);
    REQUIRE(recipe.hydrology.pools.enabled);
    REQUIRE(recipe.hydrology.talus.creep == 0.5);
    REQUIRE(recipe.hydrology.talus.relax == TalusParameters{}.relax);
}

TEST_CASE("the world's heights ascend, and flat is allowed") {
    REQUIRE_THAT(refusal(R"({"world":{"height_m":[3,1]}})"), Contains("$.world.height_m: [3, 1]"));
    REQUIRE(refusal(R"({"world":{"height_m":[3,3]}})").empty());
}

TEST_CASE("the height curve ascends") {
    REQUIRE_THAT(refusal(R"({"source":{"perlin":{"curve":[[0,0],[0.5,1],[0.5,1]]}}})"), Contains("curve[2]"));
    REQUIRE_THAT(refusal(R"({"source":{"perlin":{"curve":[[0,0]]}}})"), Contains("2 to 64 points"));
    REQUIRE_THAT(refusal(R"({"source":{"perlin":{"curve":[[0,0],[0.5]]}}})"), Contains("curve[1]"));
    REQUIRE_THAT(refusal(R"({"source":{"perlin":{"curve":[[0,0],[1,1.5]]}}})"), Contains("curve[1][1]: 1.5"));
}

TEST_CASE("a source is one source") {
    REQUIRE(std::holds_alternative<PerlinParameters>(parsed(R"({"source":{}})").source));
    const Recipe recipe = parsed(
        R"({"source":{"heightmap":{"file":"żółw.raw","raw_size":[3,2],"raw_byte_order":"big","nodata_fill_m":-1}}})");
    const auto& heightmap = std::get<HeightmapParameters>(recipe.source);
    REQUIRE(heightmap.file == "żółw.raw");
    REQUIRE(heightmap.raw_size == std::array<std::int32_t, 2>{3, 2});
    REQUIRE(heightmap.raw_big_endian);
    REQUIRE(heightmap.nodata_fill_m == -1.0);
    REQUIRE_THAT(refusal(R"({"source":{"heightmap":{}}})"), Contains("\"file\" is missing"));
    REQUIRE_THAT(refusal(R"({"source":{"heightmap":{"file":"x.png"},"perlin":{}}})"), Contains("exactly one"));
}

TEST_CASE("names that cannot be folders are refused") {
    for (const char* name : {"", ".", "..", "a/b", "a\\\\b", "c:d", "x\\ny", "\\u0000"}) {
        CAPTURE(name);
        REQUIRE_THAT(refusal(std::string("{\"name\":\"") + name + "\"}"), Contains("$.name"));
    }
    REQUIRE(parsed(R"({"name":"Żółć 地形 🏔 a'b"})").name == "Żółć 地形 🏔 a'b");
    REQUIRE(parse_recipe("{}", "a/b/valley.recipe.json").name == "valley.recipe");
    REQUIRE(parse_recipe("{}", "a/b/valley.json").folder == "a/b");
}

TEST_CASE("sizes are exact and bounded before any memory is taken") {
    REQUIRE(parsed(R"({"size":[1,1]})").size == Shape{1, 1});
    REQUIRE(parsed(R"({"size":[1009,32768]})").size == Shape{1009, 32768});
    for (const char* size : {"[50000,85899]", "[65536,65536]", "[2147483647,2]", "[46341,46341]", "[0,512]",
                             "[-512,512]", "[4294967297,1]", "[1.0,1]", "[1e2,1]", "[512]", "[1,2,3]", "512"}) {
        CAPTURE(size);
        REQUIRE_THAT(refusal(std::string("{\"size\":") + size + "}"), Contains("$.size") && Contains("32768"));
    }
}
