#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "core/errors.h"
#include "export/utf8_path.h"
#include "recipe/field_reader.h"
#include "recipe/heightmap_size.h"
#include "recipe/input_files.h"
#include "recipe/outputs.h"
#include "recipe/overrides.h"
#include "recipe/recipe.h"
#include "recipe/target_outputs.h"
#include "recipe/text.h"

namespace terrain {
namespace {

constexpr std::size_t kMaximumFileBytes = std::size_t{16} << 20;
constexpr std::size_t kMaximumErrors = 20;

std::string read_file(const std::filesystem::path& file) {
    const std::string name = utf8_text(file);
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) {
        throw UserError(name + ": is a folder; allowed: a recipe file");
    }
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw UserError(
            fmt::format("{}: cannot be read: {}", name, std::generic_category().message(errno == 0 ? ENOENT : errno)));
    }
    std::string text;
    std::array<char, 65536> block{};
    do {
        stream.read(block.data(), block.size());
        text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    } while (stream && text.size() <= kMaximumFileBytes);
    if (stream.bad()) throw UserError(fmt::format("{}: cannot be read", name));
    if (text.size() > kMaximumFileBytes) {
        throw UserError(fmt::format("{}: too big for a recipe; allowed: at most {} bytes", name, kMaximumFileBytes));
    }
    return text;
}

// What the file itself says of its scale: cell size and longer side, where both are given and right.
std::optional<double> longer_side_m(const JsonNode& root) {
    const JsonNode* world = root.find("world");
    const JsonNode* cell = world == nullptr ? nullptr : world->find("cell_size_m");
    if (cell == nullptr || cell->kind != JsonNode::Kind::number) return std::nullopt;
    RecipeFields fields;
    FieldReader reader(root, "", {});
    describe(reader, fields);
    const auto& errors = reader.errors();
    const bool bad_size = std::any_of(errors.begin(), errors.end(), [](const std::string& message) {
        return message.find(": $.size") != std::string::npos;
    });
    if (!fields.cell_size_m || bad_size) return std::nullopt;
    const auto [width, height] = fields.size.value_or(std::array{Recipe{}.size.width, Recipe{}.size.height});
    return *fields.cell_size_m * std::max(width, height);
}

bool gives_size(const JsonNode& root) {
    const JsonNode* size = root.find("size");
    return size != nullptr && size->kind == JsonNode::Kind::array;
}

bool overrides_path(std::span<const Override> overrides, std::string_view path) {
    return std::any_of(overrides.begin(), overrides.end(), [&](const Override& change) {
        std::string_view given = change.path;
        if (given.starts_with("$.")) given.remove_prefix(2);
        return path == given || path.starts_with(std::string(given) + ".") ||
               given.starts_with(std::string(path) + ".");
    });
}

std::string default_name(const std::filesystem::path& file) {
    const std::string stem = utf8_text(file.stem());
    return recipe_name_problem(stem) || !is_utf8(stem) ? "terrain" : stem;
}

[[noreturn]] void fail(std::vector<std::string> errors) {
    if (errors.size() > kMaximumErrors) {
        const std::size_t more = errors.size() - kMaximumErrors;
        errors.resize(kMaximumErrors);
        errors.push_back(fmt::format("... and {} more", more));
    }
    throw UserError(joined(errors, "\n"));
}

/// Whole degrees of longitude and latitude take the same number of cells; a planet has no edge that could repeat.
void check_planet(const RecipeFields& fields, FieldReader& reader) {
    const bool later = !fields.size && std::holds_alternative<HeightmapParameters>(fields.source);
    const auto [width, height] = fields.size.value_or(std::array{Recipe{}.size.width, Recipe{}.size.height});
    if (!later && width != 2 * static_cast<std::int64_t>(height)) {
        const std::int32_t fitting = std::clamp((width + 1) / 2, 1, kMaximumSize / 2);
        reader.report("$.size", fmt::format("is {} x {}; a planet's map is twice as wide as high: {} x {}, say", width,
                                            height, 2 * fitting, fitting));
    }
    if (fields.wrap != Wrap::none) reader.report("$.wrap", "is for a plane; a planet has no edges: allowed: \"none\"");
}

/// What the tiles and the target ask of the size. Of a heightmap's own size this is asked when it is known.
void check_size(const Recipe& recipe, FieldReader& reader) {
    if (const auto problem = size_problem(recipe)) reader.report(problem->first, problem->second);
}

Recipe recipe_of(RecipeFields fields, FieldReader& reader) {
    Recipe recipe;
    recipe.name = fields.name;
    recipe.seed = fields.seed;
    const bool heightmap = std::holds_alternative<HeightmapParameters>(fields.source);
    if (fields.size) recipe.size = {(*fields.size)[0], (*fields.size)[1]};
    recipe.from_heightmap.size = heightmap && !fields.size;
    recipe.from_heightmap.cell_size = heightmap && !fields.cell_size_m;
    recipe.world.low_m = fields.height_m[0];
    recipe.world.high_m = fields.height_m[1];
    recipe.world.sea_level_m = fields.sea_level_m;
    recipe.place = {fields.epsg, fields.origin_m};
    recipe.target = fields.target;
    recipe.tiling = fields.tiling;
    recipe.world.projection = fields.projection;
    recipe.world.wrap = fields.wrap;
    const bool planet = fields.projection == Projection::planet;
    const double longer_side = planet ? kEarthEquatorM : kDefaultLongerSideM;
    recipe.world.cell_size_m =
        fields.cell_size_m.value_or(longer_side / std::max(recipe.size.width, recipe.size.height));
    recipe.source = std::move(fields.source);
    recipe.hydrology = fields.hydrology;
    recipe.preview = fields.preview;
    recipe.routing = fields.routing;
    recipe.maps = fields.maps;
    recipe.outputs = resolve_outputs(fields.outputs, water_runs(recipe) ? WaterSource::particles : WaterSource::routing,
                                     [&](std::size_t index, std::string_view field, const std::string& message) {
                                         reader.report(fmt::format("$.outputs[{}].{}", index, field), message);
                                     });
    for (std::size_t k = 0; k < recipe.outputs.size(); ++k) {
        const OutputSpec& spec = recipe.outputs[k];
        if (!recipe.routing.multiple_flow || spec.layer != OutputLayer::drainage) continue;
        if (spec.format != OutputFormat::tiff32u) continue;
        reader.report(fmt::format("$.outputs[{}].format", k),
                      "tiff32u holds whole cells, and routing.multiple_flow makes parts of them; allowed: tiff64f");
    }
    return recipe;
}

}  // namespace

std::optional<std::pair<std::string, std::string>> size_problem(const Recipe& recipe) {
    if (const auto problem = tiling_problem(recipe.tiling, recipe.size)) return std::pair("$.tiles", *problem);
    if (const auto problem = target_size_problem(recipe.target, recipe.size, recipe.tiling)) {
        return std::pair("$.size", *problem);
    }
    return std::nullopt;
}

namespace {

Recipe parse_once(std::string_view text, const std::filesystem::path& label, std::span<const Override> overrides) {
    const std::string file = utf8_text(label);
    JsonNode root = parse_json(text, file);
    const bool size_given = gives_size(root);
    std::optional<double> kept_side_m;
    if (overrides_path(overrides, "size") && !overrides_path(overrides, "world.cell_size_m")) {
        kept_side_m = longer_side_m(root);
    }
    std::vector<std::string> flags;
    for (const Override& change : overrides) {
        if (root.kind == JsonNode::Kind::object) apply_override(root, change, static_cast<int>(flags.size()));
        flags.push_back(printable(change.flag, 200));
    }
    RecipeFields fields;
    fields.outputs = default_outputs();
    FieldReader reader(root, file, flags);
    describe(reader, fields);
    reader.finish();
    if (!reader.errors().empty()) fail(reader.errors());
    if (fields.name.empty()) fields.name = default_name(label);
    if (fields.projection == Projection::planet) check_planet(fields, reader);
    if (fields.target != Target::none) {
        fields.outputs = root.find("outputs") == nullptr ? target_outputs(fields.target)
                                                         : with_target(std::move(fields.outputs), fields.target);
    }
    const bool scaled_later = kept_side_m && !size_given && std::holds_alternative<HeightmapParameters>(fields.source);
    if (kept_side_m && fields.size && !scaled_later) {
        fields.cell_size_m = *kept_side_m / std::max((*fields.size)[0], (*fields.size)[1]);
        if (*fields.cell_size_m < kCellSizeRange.low || *fields.cell_size_m > kCellSizeRange.high) {
            reader.report("$.size",
                          fmt::format("makes world.cell_size_m {}; allowed: {} to {}", number_text(*fields.cell_size_m),
                                      number_text(kCellSizeRange.low), number_text(kCellSizeRange.high)));
        }
    }
    Recipe recipe = recipe_of(std::move(fields), reader);
    if (!recipe.from_heightmap.size) check_size(recipe, reader);
    if (!reader.errors().empty()) fail(reader.errors());
    recipe.folder = label.parent_path();
    recipe.from_heightmap.scaled_cell_size = scaled_later;
    return recipe;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string> errors_of(std::string_view text, const std::filesystem::path& label,
                                   std::span<const Override> overrides) {
    try {
        parse_once(text, label, overrides);
    } catch (const UserError& error) {
        return lines_of(error.what());
    }
    return {};
}

/// Where an override makes something else in the file wrong, the error is the flag's: the first with which it appears.
[[noreturn]] void blame_overrides(std::vector<std::string> errors, std::string_view text,
                                  const std::filesystem::path& label, std::span<const Override> overrides) {
    const std::string file = utf8_text(label) + ":";
    for (std::size_t k = 0; k <= overrides.size(); ++k) {
        const std::vector<std::string> found = errors_of(text, label, overrides.first(k));
        for (std::string& line : errors) {
            if (!line.starts_with(file) || std::find(found.begin(), found.end(), line) == found.end()) continue;
            const std::size_t path = line.find(": ", file.size());
            // Marked, so that it is not looked at again; a file's own error keeps its place.
            line = k == 0 ? '\n' + line : '\n' + printable(overrides[k - 1].flag, 200) + line.substr(path);
        }
    }
    for (std::string& line : errors) line.erase(0, line.starts_with('\n') ? 1 : 0);
    throw UserError(joined(errors, "\n"));
}

}  // namespace

Recipe parse_recipe(std::string_view text, const std::filesystem::path& label, std::span<const Override> overrides) {
    std::vector<std::string> errors;
    try {
        return parse_once(text, label, overrides);
    } catch (const UserError& error) {
        errors = lines_of(error.what());
    }
    blame_overrides(std::move(errors), text, label, overrides);
}

Recipe read_recipe(const std::filesystem::path& file, std::span<const Override> overrides, InputFiles input_files) {
    Recipe recipe = parse_recipe(read_file(file), file, overrides);
    if (input_files == InputFiles::below_recipe) check_input_files(recipe, file);
    complete_from_heightmap(recipe);
    if (const auto problem = recipe.from_heightmap.size ? size_problem(recipe) : std::nullopt) {
        throw UserError(fmt::format("{}: {}: {}", utf8_text(file), problem->first, problem->second));
    }
    return recipe;
}

}  // namespace terrain
