#include "export/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace terrain {

namespace {

constexpr std::int64_t kLargestSide = 32768;

/// Landscapes of components, up to 32 x 32, of one or 2 x 2 sections of 7 to 255 quads; neighbours share vertices.
std::vector<Shape> unreal_sizes() {
    std::vector<Shape> sizes;
    for (const int quads : {7, 15, 31, 63, 127, 255}) {
        for (const int sections : {1, 2}) {
            for (int columns = 1; columns <= 32; ++columns) {
                for (int rows = 1; rows <= 32; ++rows) {
                    sizes.push_back({columns * sections * quads + 1, rows * sections * quads + 1});
                }
            }
        }
    }
    return sizes;
}

/// Heightmap resolutions of a terrain: squares of 33 to 4097.
std::vector<Shape> unity_sizes() {
    std::vector<Shape> sizes;
    for (int side = 32; side <= 4096; side *= 2) sizes.push_back({side + 1, side + 1});
    return sizes;
}

/// Sides of 2^n, or 2^n + 1, from 64 on.
std::vector<Shape> godot_sizes() {
    std::vector<Shape> sizes;
    for (int width = 64; width <= kLargestSide; width *= 2) {
        for (int height = 64; height <= kLargestSide; height *= 2) {
            sizes.push_back({width, height});
            sizes.push_back({width + 1, height + 1});
        }
    }
    return sizes;
}

std::string_view rule_of(Target target) {
    switch (target) {
        case Target::unreal:
            return "Unreal landscapes are up to 32 x 32 components of 7, 15, 31, 63, 127 or 255 quads (or twice that) "
                   "a side, plus one vertex; 505, 1009, 2017, 4033 and 8129 are recommended";
        case Target::unity:
            return "Unity terrains are squares of 2^n + 1 samples a side, 33 to 4097";
        default:
            return "for Godot both sides are 2^n, or both 2^n + 1, from 64 on";
    }
}

std::int64_t distance(Shape a, Shape b) {
    return std::abs(std::int64_t{a.width} - b.width) + std::abs(std::int64_t{a.height} - b.height);
}

/// The whole maps nearest to this one, smallest first.
std::vector<Shape> nearest(std::vector<Shape> maps, Shape map) {
    std::erase_if(maps, [&](Shape s) {
        const bool too_large = s.width > kLargestSide || s.height > kLargestSide;
        return too_large || (map.width == map.height && s.width != s.height);
    });
    const auto key = [&](Shape s) { return std::tuple(distance(s, map), s.width, s.height); };
    std::sort(maps.begin(), maps.end(), [&](Shape a, Shape b) { return key(a) < key(b); });
    maps.erase(std::unique(maps.begin(), maps.end()), maps.end());
    constexpr std::size_t kShown = 4;
    if (maps.size() > kShown) maps.resize(kShown);
    std::sort(maps.begin(), maps.end(),
              [](Shape a, Shape b) { return std::tuple(a.width, a.height) < std::tuple(b.width, b.height); });
    return maps;
}

}  // namespace

std::optional<std::string> target_size_problem(Target target, Shape map, const TileLayout& tiling) {
    std::vector<Shape> sizes;
    if (target == Target::unreal) sizes = unreal_sizes();
    if (target == Target::unity) sizes = unity_sizes();
    if (target == Target::godot) sizes = godot_sizes();
    const Shape tile = tile_shape(tiling, map);
    if (sizes.empty() || std::find(sizes.begin(), sizes.end(), tile) != sizes.end()) return std::nullopt;
    for (Shape& size : sizes) size = map_shape(tiling, size);
    std::string text = fmt::format("{} x {}", map.width, map.height);
    if (tiling.cuts()) {
        text += fmt::format(" in {} x {} tiles of {} x {}", tiling.columns, tiling.rows, tile.width, tile.height);
    }
    text += fmt::format(" does not go with target {}: {}; valid near it:", name_of(target), rule_of(target));
    const char* separator = " ";
    for (const Shape size : nearest(std::move(sizes), map)) {
        text += fmt::format("{}{} x {}", separator, size.width, size.height);
        separator = ", ";
    }
    return text;
}

}  // namespace terrain
