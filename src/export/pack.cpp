#include "export/pack.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <thread>

#include "core/errors.h"
#include "export/atomic_file.h"
#include "export/folder.h"
#include "export/import_notes.h"
#include "export/layer_raster.h"
#include "export/pack_file.h"
#include "export/pack_journal.h"
#include "export/size_estimate.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// A file to make. Import notes come last: they tell of the others.
struct FileJob {
    OutputSpec spec;
    std::optional<Tile> tile;
    std::uint64_t bytes = 0;
};

std::vector<FileJob> jobs_of(const Terrain& terrain, const std::vector<OutputSpec>& outputs, const PackLayout& layout,
                             ThreadPool& pool) {
    std::vector<OutputSpec> specs = outputs;
    const bool cuts = layout.tiling.cuts();
    if (cuts) pool.parallel_for(specs.size(), [&](std::size_t i) { specs[i] = with_whole_range(terrain, specs[i]); });
    std::vector<FileJob> jobs;
    for (const OutputSpec& spec : specs) {
        if (!cuts || !is_cut(spec)) {
            jobs.push_back({spec, {}, file_bytes_at_most(spec, terrain.shape)});
            continue;
        }
        for (const Tile& tile : tiles_of(layout.tiling, terrain.shape)) {
            jobs.push_back({spec, tile, file_bytes_at_most(spec, tile.shape)});
            jobs.back().spec.file = tile_file_name(layout.tiling, spec.file, tile);
        }
    }
    return jobs;
}

/// The largest first, so that no thread is left with one at the end.
std::vector<std::size_t> order_of(const std::vector<FileJob>& jobs) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].spec.format != OutputFormat::md) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return jobs[a].bytes > jobs[b].bytes; });
    return order;
}

std::vector<PendingOutput> make_outputs(const fs::path& folder, const Terrain& terrain,
                                        const std::vector<FileJob>& jobs, const PackLayout& layout, ThreadPool& pool,
                                        Progress& progress) {
    std::vector<PendingOutput> outputs(jobs.size());
    const std::vector<std::size_t> order = order_of(jobs);
    const auto caller = std::this_thread::get_id();
    std::atomic<std::uint64_t> done{0};
    progress.begin("export", jobs.size(), "files");
    pool.parallel_for(order.size(), [&](std::size_t k) {
        const FileJob& job = jobs[order[k]];
        outputs[order[k]] = make_output(folder, terrain, job.spec, job.tile ? &*job.tile : nullptr, layout, progress);
        const std::uint64_t count = done.fetch_add(1) + 1;
        if (std::this_thread::get_id() == caller) progress.advance(count);
    });
    std::vector<PackedFile> files;
    for (const std::size_t k : order) files.push_back(outputs[k].file);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].spec.format != OutputFormat::md) continue;
        const std::string text = import_notes(layout.target, terrain, layout.tiling, files);
        outputs[i] = make_text(folder, jobs[i].spec, bytes_of(text), layout, progress);
    }
    progress.advance(jobs.size());
    progress.end();
    return outputs;
}

void warn_of_clamping(const PackedFile& file, const Terrain& terrain, Progress& progress) {
    if (file.range.clamped > 0) {
        progress.warn(file.spec.file + ": " + std::to_string(file.range.clamped) + " of " +
                      std::to_string((file.tile ? file.tile->shape : terrain.shape).cells()) +
                      " values lie outside of the range and were clamped to it");
    }
}

/// Hashes of the import notes, which tell of the other files.
void add_notes(const Terrain& terrain, const std::vector<FileJob>& jobs, const PackLayout& layout,
               const std::vector<std::size_t>& order, std::vector<PackedFile>& files) {
    std::vector<PackedFile> others;
    for (const std::size_t k : order) others.push_back(files[k]);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (jobs[i].spec.format != OutputFormat::md) continue;
        files[i] = hash_text(jobs[i].spec, bytes_of(import_notes(layout.target, terrain, layout.tiling, others)));
    }
}

/// A folder in the way of a file would make renaming fail half way.
void check_targets(const fs::path& folder, const std::vector<FileJob>& jobs) {
    const auto check = [&](const fs::path& path) {
        std::error_code error;
        if (fs::is_directory(path, error)) {
            throw RunError("cannot write " + utf8_text(path) + ": a folder of that name is in the way");
        }
    };
    for (const FileJob& job : jobs) check(folder / utf8_path(job.spec.file));
    check(folder / kManifestName);
}

/// The manifest as it was before pictures joined the pack.
std::string without_preview(const std::string& text) {
    auto manifest = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!manifest.is_object() || manifest.erase("preview") == 0) return text;
    return sealed_manifest(manifest.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

/// Gives the files their names. A manifest of another pack goes first, so that none ever describes files of this one;
/// files that it named, and that have no successor, go last. Killed anywhere, the journal says what is whose.
void put_in_place(const fs::path& folder, bool overwrite, std::vector<PendingOutput>& outputs,
                  const std::vector<PackedFile>& files, PendingFile& manifest, const std::string& text) {
    const FolderLock lock(folder);
    const fs::path path = folder / kManifestName;
    std::error_code error;
    bool same = false;
    if (fs::exists(path, error)) {
        std::ifstream stream(path, std::ios::binary);
        const std::string old{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
        same = old == text;
        if (!overwrite && without_preview(old) != text) {
            throw RunError("output folder " + utf8_text(folder) + ": another run has written its pack there meanwhile");
        }
    }
    const PackNames former = names_of_pack(folder);
    const bool journal = !same || holds_journal(folder);
    if (journal) {
        write_journal(folder, former, files);
        lock.flush();
    }
    if (!same && fs::exists(path, error) && !fs::remove(path, error)) {
        throw RunError("cannot replace " + utf8_text(path) + ": " + error.message());
    }
    for (PendingOutput& output : outputs) {
        output.pending->rename_into_place();
    }
    manifest.rename_into_place();
    lock.flush();
    if (journal) finish_journal(folder, former, files);
}

}  // namespace

namespace {

void check_output(const OutputSpec& spec, const std::string& where) {
    if (!is_allowed(spec.layer, spec.format)) {
        throw UserError(where + "layer " + std::string(name_of(spec.layer)) + " cannot be written as " +
                        std::string(name_of(spec.format)));
    }
    const OutputRange& range = spec.range;
    const bool rising = std::isfinite(range.lo) && std::isfinite(range.hi) && range.lo < range.hi;
    if (range.kind == OutputRange::Kind::fixed && takes_range(spec.layer, spec.format) && !rising) {
        throw UserError(where + "a fixed range needs two finite numbers, the first the lower");
    }
}

}  // namespace

void check_outputs(const std::vector<OutputSpec>& outputs, const TileLayout& tiling, Shape map) {
    if (tiling.cuts()) {
        if (const auto problem = tiling_problem(tiling, map)) throw UserError("tiles: " + *problem);
        if (const auto problem = tile_name_problem(tiling)) throw UserError("tiling.name: needs " + *problem);
        const auto cut = static_cast<std::size_t>(std::count_if(outputs.begin(), outputs.end(), is_cut));
        const std::size_t files = static_cast<std::size_t>(tiling.columns * tiling.rows) * cut;
        if (files > kMostTileFiles) {
            throw UserError("tiles: makes " + std::to_string(files) + " files; allowed: up to " +
                            std::to_string(kMostTileFiles));
        }
    }
    std::set<std::string> names;
    for (const OutputSpec& spec : outputs) {
        for (const std::string& file : file_names(spec, tiling, map)) {
            const std::string where = "output \"" + file + "\": ";
            if (const auto problem = file_name_problem(file)) throw UserError(where + "needs " + *problem);
            std::string folded = file;
            std::transform(folded.begin(), folded.end(), folded.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
            if (folded == kManifestName || !names.insert(folded).second) {
                throw UserError(where + "the name is taken by another file of the pack");
            }
        }
        check_output(spec, "output \"" + spec.file + "\": ");
    }
}

std::vector<PackedFile> hash_outputs(const Terrain& terrain, const std::vector<OutputSpec>& outputs,
                                     const PackLayout& layout, ThreadPool& pool, Progress& progress) {
    const std::vector<FileJob> jobs = jobs_of(terrain, outputs, layout, pool);
    std::vector<PackedFile> files(jobs.size());
    progress.begin("hash", jobs.size(), "files");
    const std::vector<std::size_t> order = order_of(jobs);
    pool.parallel_for(order.size(), [&](std::size_t k) {
        const FileJob& job = jobs[order[k]];
        progress.check();
        files[order[k]] = hash_output(terrain, job.spec, job.tile ? &*job.tile : nullptr);
    });
    add_notes(terrain, jobs, layout, order, files);
    progress.end();
    return files;
}

std::vector<PackedFile> write_pack(const fs::path& folder, bool overwrite, const Terrain& terrain,
                                   const std::vector<OutputSpec>& outputs, const PackDescription& description,
                                   ThreadPool& pool, Progress& progress, const PackLayout& layout) {
    check_outputs(outputs, layout.tiling, terrain.shape);
    const std::vector<FileJob> jobs = jobs_of(terrain, outputs, layout, pool);
    // A pack that was not there when the run began is judged at the end, when it is known whether it is the same.
    const OutputFolder held(folder, true);
    check_targets(folder, jobs);
    std::vector<PendingOutput> pending = make_outputs(folder, terrain, jobs, layout, pool, progress);
    std::vector<PackedFile> files;
    for (const PendingOutput& output : pending) {
        files.push_back(output.file);
        warn_of_clamping(output.file, terrain, progress);
    }
    const std::string text = manifest_text(description, layout, terrain, files);
    const auto manifest = write_pending(folder / kManifestName, bytes_of(text), progress);
    progress.check();
    put_in_place(folder, overwrite, pending, files, *manifest, text);
    return files;
}

}  // namespace terrain
