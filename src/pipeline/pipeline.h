// The one place that knows the order of the stages: recipe -> source -> hydrology -> maps -> pack.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "core/progress.h"
#include "core/terrain.h"
#include "export/manifest.h"
#include "recipe/recipe.h"

namespace terrain {

struct RunOptions {
    std::filesystem::path out;  ///< the pack's folder
    bool overwrite = false;     ///< whether it may hold another pack
    int threads = 0;            ///< 0: all cores
    bool read_back = true;      ///< whether each file is read again and compared after it was written
};

/// What a run would do, without doing it.
struct Plan {
    struct File {
        std::string layer, format, file;
        std::uint64_t bytes_at_most = 0;
    };
    std::vector<File> files;
    std::uint64_t memory_bytes = 0;
    std::vector<std::string> stages;
};

/// Throws UserError for what cannot be done: outputs that clash, a heightmap that cannot be read.
Plan plan(const Recipe& recipe, int threads = 0);

/// The version of each stage's algorithm, as manifests state them.
nlohmann::ordered_json algorithm_versions();

/// Judges the output folder before any work, without creating anything. UserError or RunError.
void check_output_folder(const Recipe& recipe, const RunOptions& options);

/// Whether the folder holds a pack of this very recipe and these algorithms, be it whole or not.
bool holds_same_run(const Recipe& recipe, const std::filesystem::path& folder);

/// Whether run would change nothing: the folder holds the pack of this recipe, this version and these input files, and
/// every file of it is as its manifest says. Reads and hashes the files.
bool is_current(const Recipe& recipe, const std::filesystem::path& folder);

struct Made {
    Terrain terrain;
    PackDescription description;
};
/// All layers that the recipe's outputs need, in memory.
Made make(const Recipe& recipe, ThreadPool& pool, Progress& progress);

class PreviewBackends;

/// Makes the pack: every file of the recipe and the manifest, or nothing. The samples depend on the recipe alone. Then,
/// if the recipe asks for it, its preview; whatever fails there, the pack stays as it is, and a RunError says so.
void run(const Recipe& recipe, const RunOptions& options, PreviewBackends& backends, Progress& progress);

/// Renders a pack that exists anew, with a recipe from read_pack_recipe.
void run_preview_only(const Recipe& recipe, const RunOptions& options, PreviewBackends& backends, Progress& progress);

}  // namespace terrain
