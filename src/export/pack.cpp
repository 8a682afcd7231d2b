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
#include "export/geojson.h"
#include "export/layer_raster.h"
#include "export/png.h"
#include "export/raw16.h"
#include "export/sha256.h"
#include "export/size_estimate.h"
#include "export/tiff.h"
#include "export/tree_csv.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

struct PendingOutput {
    PackedFile file;
    std::unique_ptr<PendingFile> pending;
};

TiffTags tags_of(const Terrain& terrain, const OutputSpec& spec) {
    TiffTags tags{terrain.geo, {}};
    if (terrain.no_data.empty() || spec.format == OutputFormat::tiff16) return tags;
    if (spec.format == OutputFormat::tiff8) {
        tags.no_data = std::to_string(traits_of(spec.layer).no_data);
    } else {
        tags.no_data = spec.format == OutputFormat::tiff32u ? "0" : "nan";
    }
    return tags;
}

Bytes encode(const Raster& raster, const Terrain& terrain, const OutputSpec& spec, const std::function<void()>& check) {
    if (is_tiff(spec.format)) {
        const auto bytes = static_cast<std::uint64_t>(sample_bits(raster) / 8);
        return encode_tiff(raster, needs_big_tiff(raster.shape, bytes) ? TiffKind::big : TiffKind::classic, check,
                           tags_of(terrain, spec));
    }
    if (is_raw(spec.format)) {
        return encode_raw16(raster, spec.format == OutputFormat::raw16le ? ByteOrder::little : ByteOrder::big,
                            spec.flip_y);
    }
    return encode_png(raster, check);
}

Bytes encode_text(const Terrain& terrain, const OutputSpec& spec) {
    switch (spec.layer) {
        case OutputLayer::rivers:
            return encode_rivers(terrain);
        case OutputLayer::lakes:
            return encode_lakes(terrain);
        case OutputLayer::statistics:
            return Bytes(terrain.statistics.begin(), terrain.statistics.end());
        default:
            return encode_tree_csv(terrain.tree_list);
    }
}

std::unique_ptr<PendingFile> write_pending(const fs::path& path, std::span<const std::uint8_t> bytes,
                                           const Progress& progress) {
    auto pending = std::make_unique<PendingFile>(path);
    constexpr std::size_t kChunk = std::size_t{1} << 24;
    for (std::size_t first = 0; first < bytes.size(); first += kChunk) {
        progress.check();
        pending->write(bytes.subspan(first, std::min(kChunk, bytes.size() - first)));
    }
    progress.check();
    pending->finish();
    return pending;
}

PendingOutput make_output(const fs::path& folder, const Terrain& terrain, const OutputSpec& spec,
                          const Progress& progress) {
    progress.check();
    PendingOutput output;
    output.file.spec = spec;
    Bytes bytes;
    if (!has_samples(spec.format)) {
        bytes = encode_text(terrain, spec);
    } else {
        LayerRaster layer = layer_raster(terrain, spec);
        output.file.range = layer.range;
        output.file.samples_sha256 = samples_sha256(layer.raster);
        bytes = encode(layer.raster, terrain, spec, [&] { progress.check(); });
    }
    output.file.bytes = bytes.size();
    output.file.sha256 = sha256_hex(bytes);
    output.pending = write_pending(folder / utf8_path(spec.file), bytes, progress);
    return output;
}

std::vector<PendingOutput> make_outputs(const fs::path& folder, const Terrain& terrain,
                                        const std::vector<OutputSpec>& specs, ThreadPool& pool, Progress& progress) {
    std::vector<PendingOutput> outputs(specs.size());
    const auto caller = std::this_thread::get_id();
    std::atomic<std::uint64_t> done{0};
    progress.begin("export", specs.size(), "files");
    pool.parallel_for(specs.size(), [&](std::size_t i) {
        outputs[i] = make_output(folder, terrain, specs[i], progress);
        const std::uint64_t count = done.fetch_add(1) + 1;
        if (std::this_thread::get_id() == caller) {
            progress.advance(count);
        }
    });
    progress.advance(specs.size());
    progress.end();
    return outputs;
}

void warn_of_clamping(const PackedFile& file, const Terrain& terrain, Progress& progress) {
    if (file.range.clamped > 0) {
        progress.warn(file.spec.file + ": " + std::to_string(file.range.clamped) + " of " +
                      std::to_string(terrain.shape.cells()) +
                      " values lie outside of the range and were clamped to it");
    }
}

/// A folder in the way of a file would make renaming fail half way.
void check_targets(const fs::path& folder, const std::vector<OutputSpec>& outputs) {
    const auto check = [&](const fs::path& path) {
        std::error_code error;
        if (fs::is_directory(path, error)) {
            throw RunError("cannot write " + utf8_text(path) + ": a folder of that name is in the way");
        }
    };
    for (const OutputSpec& spec : outputs) {
        check(folder / utf8_path(spec.file));
    }
    check(folder / kManifestName);
}

/// The manifest as it was before pictures joined the pack.
std::string without_preview(const std::string& text) {
    auto manifest = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!manifest.is_object() || manifest.erase("preview") == 0) return text;
    return manifest.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

/// Gives the files their names. A manifest of another pack goes first, so that none ever describes files of this one.
void put_in_place(const fs::path& folder, bool overwrite, std::vector<PendingOutput>& outputs, PendingFile& manifest,
                  const std::string& text) {
    const FolderLock lock(folder);
    const fs::path path = folder / kManifestName;
    std::error_code error;
    if (fs::exists(path, error)) {
        std::ifstream stream(path, std::ios::binary);
        const std::string old =
            without_preview({std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()});
        if (old != text && !overwrite) {
            throw RunError("output folder " + utf8_text(folder) + ": another run has written its pack there meanwhile");
        }
        if (old != text && !fs::remove(path, error)) {
            throw RunError("cannot replace " + utf8_text(path) + ": " + error.message());
        }
    }
    for (PendingOutput& output : outputs) {
        output.pending->rename_into_place();
    }
    manifest.rename_into_place();
    lock.flush();
}

}  // namespace

void check_outputs(const std::vector<OutputSpec>& outputs) {
    std::set<std::string> names;
    for (const OutputSpec& spec : outputs) {
        const std::string where = "output \"" + spec.file + "\": ";
        if (const auto problem = file_name_problem(spec.file)) {
            throw UserError(where + "needs " + *problem);
        }
        std::string folded = spec.file;
        std::transform(folded.begin(), folded.end(), folded.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        if (folded == kManifestName || !names.insert(folded).second) {
            throw UserError(where + "the name is taken by another file of the pack");
        }
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
}

std::vector<PackedFile> write_pack(const fs::path& folder, bool overwrite, const Terrain& terrain,
                                   const std::vector<OutputSpec>& outputs, const PackDescription& description,
                                   ThreadPool& pool, Progress& progress) {
    check_outputs(outputs);
    // A pack that was not there when the run began is judged at the end, when it is known whether it is the same.
    prepare_folder(folder, true);
    check_targets(folder, outputs);
    std::vector<PendingOutput> pending = make_outputs(folder, terrain, outputs, pool, progress);
    std::vector<PackedFile> files;
    for (const PendingOutput& output : pending) {
        files.push_back(output.file);
        warn_of_clamping(output.file, terrain, progress);
    }
    const std::string text = manifest_text(description, terrain, files);
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto manifest = write_pending(folder / kManifestName, bytes, progress);
    progress.check();
    put_in_place(folder, overwrite, pending, *manifest, text);
    return files;
}

}  // namespace terrain
