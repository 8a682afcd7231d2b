// Many packs in one run: several recipes, several seeds, some at a time, what is done already left out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "batch/failure.h"
#include "batch/seed_list.h"
#include "core/progress.h"
#include "pipeline/pipeline.h"
#include "recipe/recipe.h"

namespace terrain {

struct BatchOptions {
    std::vector<std::string> recipes;  ///< files, UTF-8
    std::vector<Override> overrides;
    std::vector<std::uint64_t> seeds;  ///< of each recipe, in place of its own; empty: its own
    std::string out;                   ///< out_pattern.h; empty: out/{name}-{seed}
    int jobs = 1;                      ///< packs at a time
    int threads = 0;                   ///< of each pack; 0: the cores, shared by the jobs
    Shard shard;
    InputFiles input_files = InputFiles::below_recipe;
    bool overwrite = false;
    bool read_back = true;
    bool force = false;  ///< remake what is up to date
    bool many = false;   ///< a batch even if it comes to one pack
};

/// One pack of a batch and what became of it.
struct PackJob {
    enum class State { waiting, refused, current, made, failed };
    std::string file;  ///< of the recipe
    Recipe recipe;
    std::shared_ptr<const Plan> plan;
    RunOptions options;
    State state = State::waiting;
    Failure failure;
    double seconds = 0;
};

struct Batch {
    bool many = false;           ///< whether it reports as a batch (batch.json): several recipes, or asked for
    std::filesystem::path root;  ///< the folder that all packs lie in
    std::vector<PackJob> packs;  ///< of this shard: by recipe, then by seed
};

/// Reads and judges all recipes and output folders before any work. A recipe that is wrong, and a pack that cannot go
/// where it should, are packs with State::refused; the rest goes on. Throws UserError for options that are wrong
/// whatever the recipes, such as more jobs than there is memory for.
Batch plan_batch(const BatchOptions& options);

struct BatchHooks {
    std::function<std::unique_ptr<Progress>(const PackJob&)> progress;  ///< of the work on one pack
    std::function<void(const PackJob&)> done;  ///< after each pack, one call at a time, in the order of completion
};

/// Makes the packs that wait, `options.jobs` at a time; those that are up to date (is_current) are left as they are
/// unless options.force. A failure ends that pack alone; an interruption ends all (code kExitInterrupted).
void run_batch(Batch& batch, const BatchOptions& options, const BatchHooks& hooks);

/// The exit code of the whole.
int exit_code(const Batch& batch);

}  // namespace terrain
