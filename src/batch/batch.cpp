#include "batch/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "batch/out_pattern.h"
#include "core/errors.h"
#include "export/contained_path.h"
#include "export/folder.h"
#include "export/utf8_path.h"
#include "pipeline/memory_limit.h"
#include "pipeline/preview_stage.h"

namespace terrain {
namespace {

using Clock = std::chrono::steady_clock;

int threads_of(const BatchOptions& options) {
    if (options.threads > 0 || options.jobs == 1) return options.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / options.jobs);
}

/// Gives the jobs of a recipe their folders, in the order of the seeds.
class Planner {
  public:
    Planner(const BatchOptions& options, Batch& batch, OutPattern pattern)
        : options_(options), batch_(batch), pattern_(std::move(pattern)) {}

    void add(const std::string& file) {
        const std::size_t count = std::max<std::size_t>(1, options_.seeds.size());
        const std::size_t first = next_;
        next_ += count;
        PackJob job;
        job.file = file;
        job.recipe.name = utf8_text(utf8_path(file).stem());
        bool wanted = false;
        for (std::size_t k = 0; k < count; ++k) wanted = wanted || options_.shard.takes(first + k);
        if (!wanted) return;
        job.failure = failure_of(file, [&] {
            job.recipe = read_recipe(utf8_path(file), options_.overrides, options_.input_files);
            job.plan = std::make_shared<const Plan>(plan(job.recipe, threads_of(options_)));
        });
        if (job.failure.code != kExitOk) {
            job.state = PackJob::State::refused;
            batch_.packs.push_back(std::move(job));
            return;
        }
        for (std::size_t k = 0; k < count; ++k) {
            if (!options_.seeds.empty()) job.recipe.seed = options_.seeds[k];
            if (options_.shard.takes(first + k)) place(job);
        }
    }

  private:
    void place(PackJob job) {
        job.options.out = pattern_.folder(job.recipe.name, job.recipe.seed);
        job.options.threads = threads_of(options_);
        job.options.overwrite = options_.overwrite;
        job.options.read_back = options_.read_back;
        job.failure = failure_of(job.file, [&] {
            if (!folders_.insert(job.options.out.lexically_normal()).second) {
                throw UserError(fmt::format(
                    "{}: another recipe of this run already writes to {}; allowed: one name and seed a recipe",
                    job.file, utf8_text(job.options.out)));
            }
            // What varies is the recipe's choice: no link that lies there may lead elsewhere.
            if (!lies_below(job.options.out, pattern_.root())) {
                throw UserError(
                    fmt::format("output folder {}: a link leads out of {}; allowed: to give --out the folder itself",
                                utf8_text(job.options.out), utf8_text(pattern_.root())));
            }
            check_output_folder(job.recipe, job.options);
        });
        if (job.failure.code != kExitOk) job.state = PackJob::State::refused;
        batch_.packs.push_back(std::move(job));
    }

    const BatchOptions& options_;
    Batch& batch_;
    OutPattern pattern_;
    std::set<std::filesystem::path> folders_;
    std::size_t next_ = 0;
};

// Each pack fits by itself (plan); together they must, too.
void check_memory(const BatchOptions& options, const Batch& batch) {
    std::vector<std::uint64_t> needs;
    for (const PackJob& job : batch.packs) {
        if (job.plan) needs.push_back(job.plan->memory_bytes);
    }
    std::sort(needs.rbegin(), needs.rend());
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < std::min(needs.size(), static_cast<std::size_t>(options.jobs)); ++k) sum += needs[k];
    const std::uint64_t limit = memory_limit();
    if (options.jobs == 1 || sum / 2 <= limit) return;
    throw UserError(
        fmt::format("--jobs {}: so many packs at a time need about {} MB of memory, and {} MB can be had "
                    "here; allowed: fewer",
                    options.jobs, sum >> 20, limit >> 20));
}

void run_job(PackJob& job, const BatchOptions& options, PreviewBackends& backends, const BatchHooks& hooks) {
    const Clock::time_point start = Clock::now();
    bool current = false;
    job.failure = failure_of(job.file, [&] {
        const std::unique_ptr<Progress> progress = hooks.progress(job);
        progress->check();
        current = !options.force && is_current(job.recipe, job.options.out);
        if (current) {
            remove_stale_temporaries(job.options.out);
        } else {
            run(job.recipe, job.options, backends, *progress);
        }
    });
    job.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (job.failure.code == kExitInterrupted) return;
    job.state = job.failure.code != kExitOk ? PackJob::State::failed
                : current                   ? PackJob::State::current
                                            : PackJob::State::made;
}

}  // namespace

Batch plan_batch(const BatchOptions& options) {
    Batch batch;
    batch.many = options.many || options.recipes.size() > 1 || !options.seeds.empty() || options.shard.count > 1;
    OutPattern pattern(options.out.empty() ? "out/{name}-{seed}" : options.out);
    if (batch.many && !pattern.varies()) pattern = pattern.with_folders();
    batch.root = pattern.root();
    if (options.recipes.size() > kMostPacks / std::max<std::size_t>(1, options.seeds.size())) {
        throw UserError(fmt::format("{} recipes with {} seeds each; allowed: at most {} packs", options.recipes.size(),
                                    options.seeds.size(), kMostPacks));
    }
    Planner planner(options, batch, pattern);
    for (const std::string& file : options.recipes) planner.add(file);
    check_memory(options, batch);
    return batch;
}

void run_batch(Batch& batch, const BatchOptions& options, const BatchHooks& hooks) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex one_at_a_time;
    PreviewBackends backends;
    const auto work = [&] {
        for (std::size_t k = next++; k < batch.packs.size() && !stop; k = next++) {
            PackJob& job = batch.packs[k];
            if (job.state == PackJob::State::waiting) run_job(job, options, backends, hooks);
            if (job.failure.code == kExitInterrupted) stop = true;
            const std::lock_guard lock(one_at_a_time);
            hooks.done(job);
        }
    };
    std::vector<std::thread> others;
    const std::size_t count = std::min(static_cast<std::size_t>(options.jobs), batch.packs.size());
    for (std::size_t k = 1; k < count; ++k) others.emplace_back(work);
    work();
    for (std::thread& thread : others) thread.join();
}

int exit_code(const Batch& batch) {
    int code = kExitOk;
    for (const PackJob& job : batch.packs) {
        if (job.failure.code == kExitInterrupted) return kExitInterrupted;
        code = worse(code, job.failure.code);
    }
    return code;
}

}  // namespace terrain
