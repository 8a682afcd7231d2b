#include "export/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace terrain {

namespace {

/// Samples that each further tile adds to a side, of a side that is cut.
std::int32_t step_of(std::int32_t side, std::int32_t count, bool shared) {
    return shared ? (side - 1) / count : side / count;
}

bool fits(std::int32_t side, std::int32_t count, bool shared) {
    const std::int32_t step = step_of(side, count, shared);
    if (count == 1) return true;
    return step >= 1 && (shared ? step * count + 1 : step * count) == side;
}

std::int32_t side_of(std::int64_t step, std::int32_t count, bool shared) {
    const std::int64_t side = step * count + (shared ? 1 : 0);
    return static_cast<std::int32_t>(std::min<std::int64_t>(side, INT32_MAX));
}

/// The nearest sides that can be cut, below and above.
std::string nearest(std::int32_t side, std::int32_t count, bool shared) {
    const std::int32_t step = step_of(side, count, shared);
    const std::int32_t above = side_of(step + 1, count, shared);
    return step < 1 ? fmt::format("{}", above) : fmt::format("{} or {}", side_of(step, count, shared), above);
}

std::string with_numbers(const TileLayout& tiling, std::string_view stem, const Tile& tile) {
    std::string name;
    const std::string_view pattern = tiling.name;
    for (std::size_t k = 0; k < pattern.size();) {
        const std::string_view rest = pattern.substr(k);
        const auto starts = [&](std::string_view key) { return rest.starts_with(key); };
        if (starts("{layer}")) {
            name += stem;
            k += 7;
        } else if (starts("{x}") || starts("{col}")) {
            name += std::to_string(tile.column + tiling.first);
            k += starts("{x}") ? 3 : 5;
        } else if (starts("{y}") || starts("{row}")) {
            name += std::to_string(tile.row + tiling.first);
            k += starts("{y}") ? 3 : 5;
        } else {
            name += pattern[k++];
        }
    }
    return name;
}

}  // namespace

std::optional<std::string> tiling_problem(const TileLayout& tiling, Shape map) {
    const bool shared = tiling.shared_edges;
    const bool wide = fits(map.width, tiling.columns, shared);
    const bool high = fits(map.height, tiling.rows, shared);
    if (wide && high) return std::nullopt;
    std::string text =
        fmt::format("{} x {} cells cannot be cut into {} x {} equal tiles {} edges; allowed near it:", map.width,
                    map.height, tiling.columns, tiling.rows, shared ? "with shared" : "without shared");
    if (!wide) text += fmt::format(" a width of {}", nearest(map.width, tiling.columns, shared));
    if (!high) text += fmt::format("{} a height of {}", wide ? "" : ",", nearest(map.height, tiling.rows, shared));
    return text;
}

std::optional<std::string> tile_name_problem(const TileLayout& tiling) {
    const std::string_view name = tiling.name;
    const auto has = [&](std::string_view key) { return name.find(key) != std::string_view::npos; };
    std::string plain = with_numbers({1, 1, true, std::string(name), 0}, "layer", {});
    const bool braces = plain.find_first_of("{}") != std::string::npos;
    if (braces || !has("{layer}") || !(has("{x}") || has("{col}")) || !(has("{y}") || has("{row}"))) {
        return "a pattern with {layer}, {x} or {col}, and {y} or {row}, and no other braces";
    }
    return file_name_problem(plain);
}

Shape tile_shape(const TileLayout& tiling, Shape map) {
    const std::int32_t more = tiling.shared_edges ? 1 : 0;
    const auto side = [&](std::int32_t whole, std::int32_t count) {
        return count == 1 ? whole : step_of(whole, count, tiling.shared_edges) + more;
    };
    return {side(map.width, tiling.columns), side(map.height, tiling.rows)};
}

Shape map_shape(const TileLayout& tiling, Shape tile) {
    const std::int32_t less = tiling.shared_edges ? 1 : 0;
    const auto side = [&](std::int32_t part, std::int32_t count) {
        return count == 1 ? part : side_of(part - less, count, tiling.shared_edges);
    };
    return {side(tile.width, tiling.columns), side(tile.height, tiling.rows)};
}

std::vector<Tile> tiles_of(const TileLayout& tiling, Shape map) {
    const Shape shape = tile_shape(tiling, map);
    const std::int32_t less = tiling.shared_edges ? 1 : 0;
    std::vector<Tile> tiles;
    for (std::int32_t row = 0; row < tiling.rows; ++row) {
        for (std::int32_t column = 0; column < tiling.columns; ++column) {
            tiles.push_back({column, row, column * (shape.width - less), row * (shape.height - less), shape});
        }
    }
    return tiles;
}

std::string tile_file_name(const TileLayout& tiling, std::string_view file, const Tile& tile) {
    const std::size_t dot = std::min(file.rfind('.'), file.size());
    return with_numbers(tiling, file.substr(0, dot), tile) + std::string(file.substr(dot));
}

std::vector<std::string> file_names(const OutputSpec& spec, const TileLayout& tiling, Shape map) {
    if (!tiling.cuts() || !is_cut(spec)) return {spec.file};
    std::vector<std::string> names;
    for (const Tile& tile : tiles_of(tiling, map)) names.push_back(tile_file_name(tiling, spec.file, tile));
    return names;
}

}  // namespace terrain
