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

constexpr std::array<std::string_view, 2> kProjections{"plane", "planet"};
constexpr std::array<std::string_view, 3> kWraps{"none", "x", "xy"};

/// One of an enumeration's names, in its order.
template <class Enum, std::size_t N>
void describe_enum(FieldVisitor& v, const Field& field, Enum& value, const std::array<std::string_view, N>& names) {
    std::string name(names.at(static_cast<std::size_t>(value)));
    v.name(field, name, {names});
    for (std::size_t k = 0; k < N; ++k) {
        if (names[k] == name) value = static_cast<Enum>(k);
    }
}

constexpr Range<double> kMetres{-100000.0, 100000.0};

void describe_world(FieldVisitor& v, RecipeFields& r) {
    v.nullable({"cell_size_m",
                "edge of a cell, on a planet at the equator; null: that of a georeferenced heightmap, else the longer "
                "side is 10240 m, a planet's equator the Earth's, 40030 km",
                "m"},
               r.cell_size_m, kCellSizeRange);
    v.numbers({"height_m", "heights that the source's low and high end are mapped to, [low, high]", "m"}, r.height_m,
              kMetres, true);
    v.nullable({"sea_level_m", "ground below it is sea; null: no sea", "m"}, r.sea_level_m, kMetres);
    v.integer({"epsg", "projected system in metres that TIFF and GeoJSON are placed in; 0: a local one"}, r.epsg,
              {0, 32766});
    v.numbers({"origin_m", "easting and northing of the map's north-west corner", "m"}, r.origin_m, {-1e9, 1e9}, false);
}

}  // namespace

void describe(FieldVisitor& v, RecipeFields& r) {
    v.text({"name", "names the output folder, out/NAME-SEED", "", "the recipe file's name without extension"}, r.name,
           {recipe_name_problem, "1 to 100 bytes, no / \\ : or control characters"});
    v.unsigned64({"seed", "of everything random; another seed is another terrain"}, r.seed);
    describe_enum(v,
                  {"projection",
                   "plane: a sheet of land; planet: the whole of one, equirectangular, twice as wide as high, without "
                   "seam and poles"},
                  r.projection, kProjections);
    describe_enum(v,
                  {"wrap",
                   "sides of a plane that repeat, so that copies join without a seam: none, x (west and east) or xy; "
                   "perlin.frequency and lacunarity must then be whole, "
                   "and the shorter side has the nearest whole number of features"},
                  r.wrap, kWraps);
    v.nullable_integers(
        {"size", "of the map, [width, height]; null: the default", "cells", "the heightmap's own, or [1024, 1024]"},
        r.size, {1, kMaximumSize});
    v.object({"world", "metres of the map"}, [&] { describe_world(v, r); });
    describe_source(v, r.source);
    v.object({"hydrology", "drops, streams, pools, trees and landslides that shape the source"},
             [&] { describe_hydrology(v, r.hydrology); });
    v.object({"routing", "drainage of the final ground, for the layers that need it"},
             [&] { describe_routing(v, r.routing); });
    v.object({"maps", "maps made from the final ground"}, [&] { describe_maps(v, r.maps); });
    describe_enum(
        v,
        {"target",
         "program the pack is for (docs/presets.md): sets the outputs' formats, checks the size, adds import.md"},
        r.target, kTargets);
    describe_tiling(v, r.tiling);
    describe_outputs(v, r.outputs);
    v.object({"preview", "the terrain as a planet: preview.png"}, [&] { describe_preview(v, r.preview); });
}

}  // namespace terrain
