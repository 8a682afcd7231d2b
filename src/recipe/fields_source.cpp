// The structured bindings name every member on purpose: a parameter that is added to a struct and not described here
// does not compile.
#include <utility>

#include "recipe/fields.h"

namespace terrain {
namespace {

constexpr std::array<std::string_view, 3> kFractalTypes{"fbm", "ridged", "billow"};
constexpr std::array<std::string_view, 2> kByteOrders{"little", "big"};

std::optional<std::string> input_file_problem(std::string_view file) {
    if (file.empty()) return "a path, not empty";
    if (file.size() > 4096) return "a path of at most 4096 bytes";
    if (file.find('\0') != std::string_view::npos) return "a path without NUL";
    return std::nullopt;
}

void describe_craters(FieldVisitor& v, CraterParameters& p) {
    auto& [count, largest, smallest, exponent, depth] = p;
    v.integer({"count", "0: none; planets alone have craters"}, count, {0, 100000});
    v.number({"largest", "diameter of the largest, share of the equator"}, largest, {0.0001, 0.25});
    v.number({"smallest", "diameter of the smallest, likewise, at most that of the largest"}, smallest, {0.0001, 0.25});
    v.number({"exponent", "of the size-frequency law: so many are at least of diameter D as D^-exponent says"},
             exponent, {0.1, 5.0});
    v.number({"depth", "of the largest, share of the height range; others by diameter^0.7"}, depth, {0.0, 1.0});
}

void describe_perlin(FieldVisitor& v, PerlinParameters& p) {
    auto& [type, octaves, frequency, lacunarity, persistence, warp, offset, curve, craters] = p;
    (void)craters;
    std::string type_name(kFractalTypes.at(static_cast<std::size_t>(type)));
    v.name({"type", "fbm: hills; ridged: sharp crests; billow: rounded humps"}, type_name, {kFractalTypes});
    for (std::size_t k = 0; k < kFractalTypes.size(); ++k) {
        if (kFractalTypes[k] == type_name) type = static_cast<FractalType>(k);
    }
    v.integer({"octaves", "layers of noise, each finer than the one before"}, octaves, {1, 24});
    v.number({"frequency", "features of the first octave across the longer side of the map", "features"}, frequency,
             {0.001, 65536.0});
    v.number({"lacunarity", "frequency of an octave over that of the one before"}, lacunarity, {1.0, 8.0});
    v.number({"persistence", "amplitude of an octave over that of the one before"}, persistence, {0.0, 1.0});
    v.number({"warp", "largest displacement of the domain warp", "features"}, warp, {0.0, 100.0});
    v.numbers({"offset", "of the map's window in the noise, [x, y]", "features"}, offset, {-1e9, 1e9}, false);
    v.points({"curve",
              "height curve: points [in, out], ascending in `in`, joined by a monotone cubic; empty: heights as they "
              "are"},
             curve, {0.0, 1.0}, 64);
    v.object({"craters", "impact craters of a planet"}, [&] { describe_craters(v, p.craters); });
}

void describe_heightmap(FieldVisitor& v, HeightmapParameters& p) {
    auto& [file, raw_size, raw_big_endian, nodata_fill_m] = p;
    v.text({"file", "8 or 16-bit PNG, 16-bit or float TIFF, or RAW16; relative to the recipe's folder"}, file,
           {input_file_problem, "a path", true});
    v.nullable_integers({"raw_size", "RAW16 alone: its [width, height]", "cells"}, raw_size, {1, kMaximumSize});
    std::string order(kByteOrders.at(raw_big_endian ? 1 : 0));
    v.name({"raw_byte_order", "RAW16 alone"}, order, {kByteOrders});
    raw_big_endian = order == kByteOrders[1];
    v.nullable({"nodata_fill_m", "height put where the file has no data; null: no data is an error", "m"},
               nodata_fill_m, {-100000.0, 100000.0});
}

}  // namespace

void describe_source(FieldVisitor& v, std::variant<PerlinParameters, HeightmapParameters>& source) {
    const auto perlin = [&] {
        if (!std::holds_alternative<PerlinParameters>(source)) source = PerlinParameters{};
        describe_perlin(v, std::get<PerlinParameters>(source));
    };
    const auto heightmap = [&] {
        if (!std::holds_alternative<HeightmapParameters>(source)) source = HeightmapParameters{};
        describe_heightmap(v, std::get<HeightmapParameters>(source));
    };
    const std::array<FieldVisitor::Alternative, 2> alternatives{
        {{{"perlin", "fractal gradient noise"}, perlin},
         {{"heightmap",
           "heights from a file: floats and signed integers are metres; unsigned ones span world.height_m"},
          heightmap}}};
    v.one_of({"source", "what the hydrology starts from: one of perlin, heightmap"}, alternatives, source.index());
}

}  // namespace terrain
