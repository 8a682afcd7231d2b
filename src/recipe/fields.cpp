#include "recipe/fields.h"

#include <algorithm>

namespace terrain {

std::optional<std::string> recipe_name_problem(std::string_view name) {
    constexpr std::size_t kMost = 100;
    if (name.empty() || name == "." || name == "..") return "a name, not empty";
    if (name.size() > kMost) return "a name of at most 100 bytes";
    const bool odd = std::any_of(name.begin(), name.end(), [](char c) {
        return c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    });
    if (odd) return "a name without '/', '\\', ':' and control characters";
    return std::nullopt;
}

namespace {

constexpr Range<double> kMetres{-100000.0, 100000.0};

void describe_world(FieldVisitor& v, RecipeFields& r) {
    v.nullable({"cell_size_m", "edge of a cell; null: the longer side of the map is 10240 m", "m"}, r.cell_size_m,
               kCellSizeRange);
    v.numbers({"height_m", "heights that the source's low and high end are mapped to, [low, high]", "m"}, r.height_m,
              kMetres, true);
    v.nullable({"sea_level_m", "ground below it is sea; null: no sea", "m"},
               r.sea_level_m, kMetres);
}

}  // namespace

void describe(FieldVisitor& v, RecipeFields& r) {
    v.text({"name", "names the output folder, out/NAME-SEED", "", "the recipe file's name without extension"}, r.name,
           {recipe_name_problem, "1 to 100 bytes, no / \\ : or control characters"});
    v.unsigned64({"seed", "of everything random; another seed is another terrain"}, r.seed);
    v.integers({"size", "of the map, [width, height]", "cells"}, r.size, {1, kMaximumSize});
    v.object({"world", "metres of the map"}, [&] { describe_world(v, r); });
    describe_source(v, r.source);
    v.object({"hydrology", "drops, streams, pools, trees and landslides that shape the source"},
             [&] { describe_hydrology(v, r.hydrology); });
    describe_outputs(v, r.outputs);
}

}  // namespace terrain
