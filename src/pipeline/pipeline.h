// The one place that knows the order of the stages: recipe -> source -> hydrology -> maps -> pack.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/progress.h"
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

/// Judges the output folder before any work, without creating anything. UserError or RunError.
void check_output_folder(const Recipe& recipe, const RunOptions& options);

class PreviewBackends;

/// Makes the pack: every file of the recipe and the manifest, or nothing. The samples depend on the recipe alone. Then,
/// if the recipe asks for it, its preview; whatever fails there, the pack stays as it is, and a RunError says so.
void run(const Recipe& recipe, const RunOptions& options, PreviewBackends& backends, Progress& progress);

/// Renders a pack that exists anew, with a recipe from read_pack_recipe.
void run_preview_only(const Recipe& recipe, const RunOptions& options, PreviewBackends& backends, Progress& progress);

}  // namespace terrain
