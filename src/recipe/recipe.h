// The validated description of one run, and its way from and to JSON.
//
// Every field is described once, in fields.cpp; the reader, the writer, the JSON Schema and the reference table all
// walk that description.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/grid.h"
#include "core/terrain.h"
#include "export/output_spec.h"
#include "hydrology/parameters.h"
#include "import/parameters.h"
#include "noise/parameters.h"

namespace terrain {

inline constexpr int kMaximumSize = 32768;              ///< cells along one side
inline constexpr double kEarthEquatorM = 40030e3;       ///< the same of a planet
inline constexpr double kDefaultLongerSideM = 10240.0;  ///< metres along the longer side without a cell_size_m

struct Recipe {
    std::string name;  ///< UTF-8, usable as a folder's name; by default the recipe file's name without its extension
    std::uint64_t seed = 42;
    Shape size{1024, 1024};
    World world;
    std::variant<PerlinParameters, HeightmapParameters> source;
    HydrologyParameters hydrology;
    std::vector<OutputSpec> outputs;  ///< formats, file names and ranges resolved; file names are unique
    std::filesystem::path folder;     ///< of the recipe file: what relative input paths are relative to
};

/// A value from the command line that takes the place of the recipe's.
struct Override {
    std::string path;   ///< "hydrology.drop.gravity", "outputs.0.format"; a leading "$." is allowed
    std::string value;  ///< JSON, or a bare string where it is no JSON
    std::string flag;   ///< as messages show it: "--set hydrology.cycles=5"
};

/// Reads and validates one recipe file (strict JSON in UTF-8, with or without BOM, at most 16 MiB) with the overrides
/// applied in their order. Throws UserError naming file, line and column (or the flag), JSON path, value and what is
/// allowed; all errors of the fields are reported together, a line each.
///
/// An override of `size` changes the resolution, not the world: if the file itself gives world.cell_size_m, and no
/// override does, the cell size is scaled so that the longer side keeps its metres.
Recipe read_recipe(const std::filesystem::path& file, std::span<const Override> overrides = {});

/// The same for a recipe that is already in memory; `label` stands for the file in messages, and its stem is the
/// default name.
Recipe parse_recipe(std::string_view text, const std::filesystem::path& label,
                    std::span<const Override> overrides = {});

/// The full effective recipe as JSON, two spaces deep, with a line end. Reading it back gives the same Recipe, except
/// that an absolute path of a heightmap is cut to its file name, so that no output holds a path of this machine.
std::string to_json(const Recipe& recipe);

/// JSON Schema (draft 2020-12) of a recipe.
std::string recipe_schema();

/// The reference of all fields as a table in Markdown.
std::string recipe_reference();

}  // namespace terrain
