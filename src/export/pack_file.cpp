#include "export/pack_file.h"

#include <algorithm>
#include <cstring>

#include "core/errors.h"
#include "export/decode.h"
#include "export/exr.h"
#include "export/geojson.h"
#include "export/layer_raster.h"
#include "export/png.h"
#include "export/raw16.h"
#include "export/sha256.h"
#include "export/tiff.h"
#include "export/tree_csv.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

TiffOptions tiff_options(const Terrain& terrain, const OutputSpec& spec, const Tile* tile, Target target) {
    TiffOptions options;
    options.geo = tile == nullptr ? terrain.geo : terrain.geo.from(tile->x, tile->y);
    options.compression = spec.compression;
    options.layout = spec.layout;
    if ((terrain.no_data.empty() && target != Target::gis) || spec.format == OutputFormat::tiff16) return options;
    if (spec.format == OutputFormat::tiff8) {
        const LayerTraits traits = traits_of(spec.layer);
        if (traits.kind == LayerKind::codes) options.no_data = std::to_string(traits.no_data);
    } else {
        options.no_data = spec.format == OutputFormat::tiff32u ? "0" : "nan";
    }
    return options;
}

Bytes encode(const Raster& raster, const OutputSpec& spec, const TiffOptions& options,
             const std::function<void()>& check) {
    if (is_tiff(spec.format)) return encode_tiff(raster, check, options);
    if (spec.format == OutputFormat::exr32f) return encode_exr(raster, check);
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

[[noreturn]] void throw_differs(const OutputSpec& spec, const std::string& what) {
    throw RunError(spec.file + ": read back after writing, it " + what);
}

/// Bit for bit: NaN is the same as itself.
bool same_samples(const Raster& a, const Raster& b) {
    if (a.shape != b.shape || a.channels != b.channels || a.samples.index() != b.samples.index()) return false;
    return std::visit(
        [&](const auto& samples) {
            const auto& other = std::get<std::decay_t<decltype(samples)>>(b.samples);
            return samples.size() == other.size() &&
                   std::memcmp(samples.data(), other.data(), samples.size() * sizeof(samples[0])) == 0;
        },
        a.samples);
}

PackedFile describe_raster(const LayerRaster& layer, const OutputSpec& spec, const Tile* tile) {
    PackedFile file;
    file.spec = spec;
    if (tile != nullptr) file.tile = *tile;
    file.range = layer.range;
    file.samples_sha256 = samples_sha256(layer.raster);
    return file;
}

}  // namespace

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

void check_read_back(std::span<const std::uint8_t> bytes, const OutputSpec& spec, const Raster& written) {
    Raster read;
    try {
        read = decode_output(bytes, spec.format, spec.flip_y, written.shape);
    } catch (const RunError& error) {
        throw_differs(spec, error.what());
    }
    if (!same_samples(read, written)) throw_differs(spec, "holds other samples than were written");
}

PackedFile hash_text(const OutputSpec& spec, std::span<const std::uint8_t> text) {
    PackedFile file;
    file.spec = spec;
    file.bytes = text.size();
    file.sha256 = sha256_hex(text);
    return file;
}

PendingOutput make_text(const fs::path& folder, const OutputSpec& spec, std::span<const std::uint8_t> text,
                        const PackLayout& layout, const Progress& progress) {
    PendingOutput output;
    output.file = hash_text(spec, text);
    output.pending = write_pending(folder / utf8_path(spec.file), text, progress);
    if (layout.read_back) {
        const MappedFile file = output.pending->read_back();
        if (!std::ranges::equal(file.bytes(), text)) throw_differs(spec, "holds other text than was written");
    }
    return output;
}

PackedFile hash_output(const Terrain& terrain, const OutputSpec& spec, const Tile* tile) {
    if (!has_samples(spec.format)) return hash_text(spec, encode_text(terrain, spec));
    return describe_raster(layer_raster(terrain, spec, tile), spec, tile);
}

PendingOutput make_output(const fs::path& folder, const Terrain& terrain, const OutputSpec& spec, const Tile* tile,
                          const PackLayout& layout, const Progress& progress) {
    progress.check();
    if (!has_samples(spec.format)) return make_text(folder, spec, encode_text(terrain, spec), layout, progress);
    PendingOutput output;
    const LayerRaster layer = layer_raster(terrain, spec, tile);
    output.file = describe_raster(layer, spec, tile);
    {
        const Bytes bytes =
            encode(layer.raster, spec, tiff_options(terrain, spec, tile, layout.target), [&] { progress.check(); });
        output.file.bytes = bytes.size();
        output.file.sha256 = sha256_hex(bytes);
        output.pending = write_pending(folder / utf8_path(spec.file), bytes, progress);
    }
    if (layout.read_back) check_read_back(output.pending->read_back().bytes(), spec, layer.raster);
    return output;
}

}  // namespace terrain
