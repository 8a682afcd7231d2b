// The validated description of one run, and its way from and to JSON.
//
// Every field is described once, in fields.cpp; the reader, the writer, the JSON Schema and the reference table all
// walk that description.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/grid.h"
#include "core/terrain.h"
#include "export/output_spec.h"
#include "export/target.h"
#include "hydrology/parameters.h"
#include "import/parameters.h"
#include "maps/splat.h"
#include "noise/parameters.h"
#include "preview/parameters.h"

namespace terrain {

inline constexpr int kMaximumSize = 32768;              ///< cells along one side
inline constexpr double kEarthEquatorM = 40030e3;       ///< the same of a planet
inline constexpr double kDefaultLongerSideM = 10240.0;  ///< metres along the longer side without a cell_size_m

struct RoutingParameters {
    std::optional<double> stream_area_m2;  ///< drainage area from which a cell is a stream; without: 1/4096 of the map
    bool multiple_flow = false;            ///< drainage, wetness and flow map by multiple-flow routing in place of D8
    double exponent = 1.1;                 ///< of multiple flow (multiple_flow.h)
    int flow_reach = 8;                    ///< cells (routed_flow.h)
    double lake_depth_m = 0.1;             ///< lakes less deep are left out of the list
};

struct MapParameters {
    double occlusion_radius = 6.0;   ///< cells of a map 256 across
    double landform_radius = 5.0;    ///< cells of a map 256 across
    double landform_flatness = 1.0;  ///< degrees
    double least_slope = 0.001;      ///< rise over run; of the wetness index
    SplatParameters splat;
};

/// Where the map lies, for maps that no source has placed.
struct MapPlace {
    int epsg = 0;                              ///< code of a projected system in metres; 0: a local one
    std::array<double, 2> origin_m{0.0, 0.0};  ///< easting and northing of the north-west corner

    [[nodiscard]] bool given() const { return epsg != 0 || origin_m != std::array{0.0, 0.0}; }
};

struct Recipe {
    std::string name;  ///< UTF-8, usable as a folder's name; by default the recipe file's name without its extension
    std::uint64_t seed = 42;
    Shape size{1024, 1024};
    World world;
    MapPlace place;
    Target target = Target::none;
    TileLayout tiling;
    std::variant<PerlinParameters, HeightmapParameters> source;
    HydrologyParameters hydrology;
    RoutingParameters routing;
    MapParameters maps;
    PreviewParameters preview;
    std::vector<OutputSpec> outputs;  ///< formats, file names and ranges resolved; file names are unique
    std::filesystem::path folder;     ///< of the recipe file: what relative input paths are relative to

    /// What read_recipe takes from a heightmap since the recipe does not say it.
    struct FromHeightmap {
        bool size = false;
        bool cell_size = false;
        bool scaled_cell_size = false;  ///< world.cell_size_m is that of the heightmap's own size
    } from_heightmap;
};

/// Whether the hydrology does anything.
inline bool water_runs(const Recipe& recipe) {
    return recipe.hydrology.cycles > 0 && recipe.hydrology.drops_per_cell > 0;
}

/// A value from the command line that takes the place of the recipe's.
struct Override {
    std::string path;   ///< "hydrology.drop.gravity", "outputs.0.format"; a leading "$." is allowed
    std::string value;  ///< JSON, or a bare string where it is no JSON
    std::string flag;   ///< as messages show it: "--set hydrology.cycles=5"
};

/// Where a recipe's heightmap may lie.
enum class InputFiles {
    below_recipe,  ///< in the recipe's folder or below it, links followed: for recipes that strangers wrote
    anywhere
};

/// Reads and validates one recipe file (strict JSON in UTF-8, with or without BOM, at most 16 MiB) with the overrides
/// applied in their order. Throws UserError naming file, line and column (or the flag), JSON path, value and what is
/// allowed; all errors of the fields are reported together, a line each.
///
/// An override of `size` changes the resolution, not the world: if the file itself gives world.cell_size_m, and no
/// override does, the cell size is scaled so that the longer side keeps its metres.
/// A heightmap's own size and, if it is georeferenced, its cell size (of cells that are not square, the side of a
/// square as large) stand where the recipe names none.
Recipe read_recipe(const std::filesystem::path& file, std::span<const Override> overrides = {},
                   InputFiles input_files = InputFiles::below_recipe);

/// The same for a recipe that is already in memory; `label` stands for the file in messages, and its stem is the
/// default name. No heightmap is looked at.
Recipe parse_recipe(std::string_view text, const std::filesystem::path& label,
                    std::span<const Override> overrides = {});

/// Nothing, or the JSON path and what is wrong with the size: for the tiles, or for the target.
std::optional<std::pair<std::string, std::string>> size_problem(const Recipe& recipe);

/// The full effective recipe as JSON, two spaces deep, with a line end. Reading it back gives the same Recipe, except
/// that an absolute path of a heightmap is cut to its file name, so that no output holds a path of this machine.
std::string to_json(const Recipe& recipe);

/// JSON Schema (draft 2020-12) of a recipe.
std::string recipe_schema();

/// The reference of all fields as a table in Markdown.
std::string recipe_reference();

}  // namespace terrain
