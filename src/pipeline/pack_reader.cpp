// A pack's terrain read back from its files.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "export/decode.h"
#include "export/folder.h"
#include "export/utf8_path.h"
#include "pipeline/preview_stage.h"

namespace terrain {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uintmax_t kLargestManifest = std::uintmax_t{1} << 26;

Bytes read_bytes(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw RunError("cannot read " + utf8_text(path));
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

Json read_manifest(const fs::path& folder) {
    const fs::path path = folder / kManifestName;
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    if (error || size > kLargestManifest) {
        throw UserError(
            fmt::format("{}: no {} of a pack in it; allowed: the folder of a pack", utf8_text(folder), kManifestName));
    }
    const Bytes bytes = read_bytes(path);
    Json manifest = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
    if (!manifest.is_object() || !manifest.contains("recipe")) {
        throw UserError(fmt::format("{}: it is no manifest of a pack", utf8_text(path)));
    }
    return manifest;
}

/// The values of a scalar layer's file, in the layer's unit.
Grid<float> read_layer(const fs::path& folder, const OutputSpec& spec, const Json& entry, Shape shape) {
    const Bytes bytes = read_bytes(folder / utf8_path(entry.at("file").get<std::string>()));
    const Raster raster = decode_output(bytes, spec.format, spec.flip_y, shape);
    const double lo = entry.at("range").at("lo").get<double>();
    const double hi = entry.at("range").at("hi").get<double>();
    const double steps = sample_bits(raster) == 8 ? 255.0 : 65535.0;
    Grid<float> layer(shape);
    std::visit(
        [&](const auto& samples) {
            for (std::size_t i = 0; i < layer.size(); ++i) {
                const auto value = static_cast<double>(samples[i]);
                layer[i] = static_cast<float>(is_float(spec.format) ? value : lo + (hi - lo) * value / steps);
            }
        },
        raster.samples);
    return layer;
}

Grid<float>* place_of(Terrain& terrain, OutputLayer layer) {
    switch (layer) {
        case OutputLayer::height:
            return &terrain.height;
        case OutputLayer::water_level:
            return &terrain.water_level;
        case OutputLayer::pool:
            return &terrain.pool;
        case OutputLayer::stream:
            return &terrain.stream;
        case OutputLayer::trees:
            return &terrain.trees;
        default:
            return nullptr;
    }
}

const Json* entry_of(const Json& manifest, const std::string& file) {
    for (const Json& entry : manifest.at("files")) {
        if (entry.at("file") == file) return &entry;
    }
    return nullptr;
}

/// The whole layer, from its file or its tiles; empty if one is not in the manifest.
Grid<float> read_whole(const fs::path& folder, const OutputSpec& spec, const Json& manifest, const Recipe& recipe) {
    if (!recipe.tiling.cuts()) {
        const Json* entry = entry_of(manifest, spec.file);
        return entry == nullptr ? Grid<float>() : read_layer(folder, spec, *entry, recipe.size);
    }
    Grid<float> whole(recipe.size);
    for (const Tile& tile : tiles_of(recipe.tiling, recipe.size)) {
        const Json* entry = entry_of(manifest, tile_file_name(recipe.tiling, spec.file, tile));
        if (entry == nullptr) return {};
        const Grid<float> part = read_layer(folder, spec, *entry, tile.shape);
        for (std::int32_t y = 0; y < tile.shape.height; ++y) {
            std::copy(part.row(y), part.row(y) + tile.shape.width, whole.row(tile.y + y) + tile.x);
        }
    }
    return whole;
}

}  // namespace

Recipe read_pack_recipe(const fs::path& folder, std::span<const Override> overrides) {
    const Json manifest = read_manifest(folder);
    return parse_recipe(manifest["recipe"].dump(), folder / kManifestName, overrides);
}

Terrain read_pack_terrain(const fs::path& folder, const Recipe& recipe) {
    const Json manifest = read_manifest(folder);
    Terrain terrain;
    terrain.shape = recipe.size;
    terrain.world = recipe.world;
    try {
        for (const OutputSpec& spec : recipe.outputs) {
            Grid<float>* layer = has_samples(spec.format) ? place_of(terrain, spec.layer) : nullptr;
            if (layer == nullptr) continue;
            // Of several files of one layer floats win, else the first.
            if (!layer->empty() && !is_float(spec.format)) continue;
            Grid<float> read = read_whole(folder, spec, manifest, recipe);
            if (!read.empty()) *layer = std::move(read);
        }
    } catch (const Json::exception&) {
        throw RunError(fmt::format("{}: the manifest lacks what its files need", utf8_text(folder)));
    }
    if (terrain.height.empty()) {
        throw RunError(
            fmt::format("{}: the pack has no height file, so there is nothing to preview", utf8_text(folder)));
    }
    return terrain;
}

}  // namespace terrain
