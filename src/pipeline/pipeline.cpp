#include "pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/errors.h"
#include "export/folder.h"
#include "export/pack.h"
#include "export/pack_journal.h"
#include "export/sha256.h"
#include "export/size_estimate.h"
#include "export/utf8_path.h"
#include "export/verify.h"
#include "hydrology/hydrology.h"
#include "import/heightmap.h"
#include "pipeline/map_stage.h"
#include "pipeline/memory_limit.h"
#include "pipeline/preview_stage.h"
#include "pipeline/routing_stage.h"
#include "pipeline/source_stage.h"
#include "pipeline/statistics.h"
#include "pipeline/wanted.h"
#include "preview/make_scene.h"

namespace terrain {
namespace {

// The estimate is an upper bound, of which measured peaks are 0.6 at least: what could not be had even at that is
// refused before any work.
void check_memory(std::string_view what, Shape size, std::uint64_t estimate) {
    const std::uint64_t limit = memory_limit();
    if (estimate / 10 * 6 <= limit) return;
    throw UserError(
        fmt::format("{} {} x {}: needs about {} MB of memory, and {} MB can be had here; choose a smaller size", what,
                    size.width, size.height, estimate >> 20, limit >> 20));
}

// A heightmap may be far larger than the map that is made of it, and its file far smaller.
void check_heightmap_memory(const Recipe& recipe) {
    constexpr std::uint64_t kBytesACell = 20;  // as generous: the heights, the gaps, copies of both, rows to decode
    const auto* parameters = std::get_if<HeightmapParameters>(&recipe.source);
    if (parameters == nullptr) return;
    const Shape shape = inspect_heightmap(recipe.folder / utf8_path(parameters->file), *parameters).shape;
    check_memory(fmt::format("heightmap {}:", parameters->file), shape, kBytesACell * shape.cells());
}

HydrologyResult run_water(const Recipe& recipe, std::function<Grid<float>(Shape)> ground, ThreadPool& pool,
                          Progress& progress) {
    HydrologyInput input;
    input.shape = recipe.size;
    input.world = recipe.world;
    input.seed = recipe.seed;
    input.parameters = recipe.hydrology;
    input.source = std::move(ground);
    return run_hydrology(input, pool, progress);
}

// The layers move into the terrain; what the statistics need stays.
Terrain take_layers(const Recipe& recipe, HydrologyResult& result) {
    Terrain terrain;
    terrain.shape = recipe.size;
    terrain.world = recipe.world;
    terrain.height = std::move(result.height);
    terrain.water_level = std::move(result.water_level);
    terrain.pool = std::move(result.pool);
    terrain.stream = std::move(result.stream);
    terrain.flow = std::move(result.flow);
    terrain.trees = std::move(result.trees);
    terrain.tree_list = std::move(result.tree_list);
    return terrain;
}

// A source that has a place keeps it.
GeoReference placed(const Recipe& recipe, GeoReference source) {
    const bool wanted = recipe.target == Target::gis || recipe.place.given();
    if (!source.empty() || !wanted) return source;
    return square_cells(recipe.place.epsg, {recipe.place.origin_m[0], recipe.place.origin_m[1]},
                        recipe.world.cell_size_m);
}

/// Of a heightmap, which no recipe describes in full: its name and hash.
nlohmann::ordered_json input_of(const Recipe& recipe) {
    const auto* parameters = std::get_if<HeightmapParameters>(&recipe.source);
    if (parameters == nullptr) return nullptr;
    const auto file = utf8_path(parameters->file);
    return {{"file", utf8_text(file.filename())}, {"sha256", sha256_of_file(recipe.folder / file)}};
}

void plan_preview(const Recipe& recipe, Plan& out) {
    const PreviewParameters& preview = recipe.preview;
    out.stages.push_back(fmt::format("preview: {} of {} x {} pixels", preview.views, preview.size[0], preview.size[1]));
    for (const std::string& file : preview_files(preview)) {
        for (const OutputSpec& spec : recipe.outputs) {
            const std::vector<std::string> names = file_names(spec, recipe.tiling, recipe.size);
            if (std::find(names.begin(), names.end(), file) == names.end()) continue;
            throw UserError(fmt::format("output \"{}\": the name is taken by the preview", file));
        }
        const std::uint64_t pixels = static_cast<std::uint64_t>(preview.size[0]) * preview.size[1];
        out.files.push_back({"preview", "png8", file, 1024 + 4 * pixels + pixels / 8});
    }
}

// The most that is needed while water runs, while files are made or while the preview is drawn. Measured peaks are 0.8
// to 0.95 of it, with routing 0.6.
std::uint64_t memory_bytes(const Recipe& recipe, int threads) {
    constexpr std::uint64_t kWaterBytesACell = 36;  // what the hydrology leaves, and the gaps of the source
    constexpr std::uint64_t kProgram = std::uint64_t{16} << 20;
    const std::uint64_t cells = recipe.size.cells();
    const int writers = threads > 0 ? threads : ThreadPool(0).threads();
    const std::uint64_t hydrology = water_runs(recipe) ? hydrology_memory(recipe.size) : 40 * cells + kProgram;
    const std::uint64_t packing = (kWaterBytesACell + Wanted(recipe).bytes_a_cell()) * cells + kProgram +
                                  export_memory_bytes(recipe.outputs, recipe.size, writers, recipe.tiling);
    const std::uint64_t layers = (kWaterBytesACell + Wanted(recipe).bytes_a_cell()) * cells + kProgram;
    const std::uint64_t preview = recipe.preview.write ? layers + preview_memory(recipe.size, recipe.preview) : 0;
    return std::max({hydrology, packing, preview});
}

/// Whether the folder may take the pack: UserError if it holds what is not the program's to replace.
void check_free(const Recipe& recipe, const RunOptions& options) {
    const bool overwrite = options.overwrite || holds_same_run(recipe, options.out);
    check_folder(options.out, overwrite);
    if (overwrite) return;
    std::vector<std::string> files;
    for (const OutputSpec& spec : recipe.outputs) {
        for (std::string& file : file_names(spec, recipe.tiling, recipe.size)) files.push_back(std::move(file));
    }
    if (recipe.preview.write) {
        for (const std::string& file : preview_files(recipe.preview)) files.push_back(file);
    }
    const PackNames remains = names_of_pack(options.out);
    for (const std::string& file : files) {
        std::error_code ignored;
        // A link is in the way wherever it leads.
        const auto status = std::filesystem::symlink_status(options.out / utf8_path(file), ignored);
        if (!std::filesystem::exists(status) || holds_as_listed(options.out, remains, file)) continue;
        throw UserError(fmt::format("output folder {}: it holds a file {} that is of no pack; --overwrite replaces it",
                                    utf8_text(options.out), file));
    }
}

}  // namespace

Plan plan(const Recipe& recipe, int threads) {
    check_outputs(recipe.outputs, recipe.tiling, recipe.size);
    Plan out;
    check_heightmap_memory(recipe);
    ThreadPool pool(1);
    Progress silent;
    // Throws for what the noise cannot do, and for a heightmap that cannot be read.
    const GeoReference geo = make_source(recipe, pool, silent).geo;
    if (!geo.empty() && recipe.place.given()) {
        throw UserError("world.epsg, world.origin_m: the heightmap is georeferenced itself; allowed: 0 and [0, 0]");
    }
    if (const auto* perlin = std::get_if<PerlinParameters>(&recipe.source)) {
        out.stages.push_back(fmt::format("source: Perlin noise, {} octaves", perlin->octaves));
    } else {
        const auto& parameters = std::get<HeightmapParameters>(recipe.source);
        out.stages.push_back(fmt::format("source: heightmap {}", parameters.file));
    }
    if (water_runs(recipe)) {
        std::string ladder;
        for (const Shape shape : hydrology_ladder(recipe.size)) {
            ladder += fmt::format("{}{}x{}", ladder.empty() ? "" : ", ", shape.width, shape.height);
        }
        out.stages.push_back(fmt::format("hydrology: {} cycles, {} drops a cell, at {}", recipe.hydrology.cycles,
                                         recipe.hydrology.drops_per_cell, ladder));
    } else {
        out.stages.push_back("hydrology: off");
    }
    if (Wanted(recipe).routing()) {
        out.stages.push_back(fmt::format("routing: {}streams from {} cells of drainage area",
                                         recipe.routing.multiple_flow ? "multiple flow, " : "",
                                         stream_threshold(recipe)));
    }
    out.stages.push_back("maps");
    out.stages.push_back("export");
    if (recipe.preview.write) plan_preview(recipe, out);
    for (const OutputSpec& spec : recipe.outputs) {
        const bool cut = recipe.tiling.cuts() && is_cut(spec);
        const Shape shape = cut ? tile_shape(recipe.tiling, recipe.size) : recipe.size;
        const std::vector<std::string> names = file_names(spec, recipe.tiling, recipe.size);
        out.files.push_back({std::string(name_of(spec.layer)), std::string(name_of(spec.format)),
                             cut ? fmt::format("{} to {}", names.front(), names.back()) : spec.file,
                             names.size() * file_bytes_at_most(spec, shape)});
    }
    out.memory_bytes = memory_bytes(recipe, threads);
    check_memory("size", recipe.size, out.memory_bytes);
    return out;
}

void check_output_folder(const Recipe& recipe, const RunOptions& options) {
    check_outputs(recipe.outputs, recipe.tiling, recipe.size);
    try {
        check_free(recipe, options);
    } catch (const UserError&) {
        // Another process may have finished the very same pack between two looks.
        if (!holds_same_run(recipe, options.out)) throw;
    }
}

Made make(const Recipe& recipe, ThreadPool& pool, Progress& progress) {
    pool.watch(&progress);
    Made made;
    made.description.input = input_of(recipe);
    Source source = make_source(recipe, pool, progress);
    HydrologyResult result = run_water(recipe, std::move(source.ground), pool, progress);
    progress.check();
    Terrain& terrain = made.terrain = take_layers(recipe, result);
    terrain.no_data = std::move(source.no_data);
    terrain.geo = placed(recipe, std::move(source.geo));
    derive_maps(terrain, recipe, result.source, pool, progress);

    PackDescription& description = made.description;
    description.seed = recipe.seed;
    description.recipe = nlohmann::ordered_json::parse(to_json(recipe));
    description.algorithm_versions = algorithm_versions();
    description.statistics = statistics_of(terrain, result);
    if (!terrain.statistics.empty()) {
        description.statistics["landscape"] = nlohmann::ordered_json::parse(terrain.statistics);
    }
    if (recipe.maps.splat.alpha == SplatAlpha::snow) description.splat_alpha = "snow";
    return made;
}

void run(const Recipe& recipe, const RunOptions& options, PreviewBackends& backends, Progress& progress) {
    check_output_folder(recipe, options);
    const bool overwrite = options.overwrite || holds_same_run(recipe, options.out);
    const OutputFolder held(options.out, true);
    ThreadPool pool(options.threads);
    const Made made = make(recipe, pool, progress);
    write_pack(options.out, overwrite, made.terrain, recipe.outputs, made.description, pool, progress,
               {recipe.target, recipe.tiling, options.read_back});
    if (!recipe.preview.write) return;
    try {
        add_preview(options.out, made.terrain, recipe, backends, pool, progress);
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        throw RunError(
            fmt::format("{}: no preview: {}; all other files of the pack are written", recipe.name, error.what()));
    }
}

void run_preview_only(const Recipe& recipe, const RunOptions& options, PreviewBackends& backends, Progress& progress) {
    const OutputFolder held(options.out, true);
    ThreadPool pool(options.threads);
    pool.watch(&progress);
    add_preview(options.out, read_pack_terrain(options.out, recipe), recipe, backends, pool, progress);
}

bool holds_same_run(const Recipe& recipe, const std::filesystem::path& folder) {
    std::ifstream file(folder / kManifestName, std::ios::binary);
    if (!file) return false;
    const auto manifest = nlohmann::ordered_json::parse(file, nullptr, false);
    if (!manifest.is_object() || !manifest.contains("recipe") || !manifest.contains("generator")) return false;
    const auto& generator = manifest["generator"];
    return manifest["recipe"] == nlohmann::ordered_json::parse(to_json(recipe)) && generator.is_object() &&
           generator.contains("algorithm_versions") && generator["algorithm_versions"] == algorithm_versions();
}

bool is_current(const Recipe& recipe, const std::filesystem::path& folder) {
    if (holds_journal(folder) || !holds_same_run(recipe, folder)) return false;
    const nlohmann::ordered_json manifest = read_sealed_manifest(folder);
    if (!manifest.is_object() || manifest["generator"].value("version", "") != TERRAIN_GEN_VERSION) return false;
    if (recipe.preview.write && !manifest.contains("preview")) return false;
    if (manifest.value("input", nlohmann::ordered_json()) != input_of(recipe)) return false;
    return verify_bytes(folder).empty();
}

nlohmann::ordered_json algorithm_versions() {
    return {{"noise", 1}, {"hydrology", kHydrologyVersion}, {"routing", 1}, {"maps", 1}};
}

}  // namespace terrain
