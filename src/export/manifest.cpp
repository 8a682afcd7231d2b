#include "export/manifest.h"

#include "export/sha256.h"

namespace terrain {

namespace {

using Json = nlohmann::ordered_json;

/// What the numbers of a layer of codes mean.
Json codes_of(OutputLayer layer, OutputFormat format) {
    switch (layer) {
        case OutputLayer::slope_class:
            return {{"1", "flat, up to 3 %"}, {"2", "gentle, up to 8 %"}, {"3", "medium, up to 20 %"}, {"4", "steep"}};
        case OutputLayer::landform:
            return {{"1", "flat"},  {"2", "summit"}, {"3", "ridge"},     {"4", "shoulder"}, {"5", "spur"},
                    {"6", "slope"}, {"7", "hollow"}, {"8", "footslope"}, {"9", "valley"},   {"10", "pit"}};
        case OutputLayer::water:
            return {{"0", "land"}, {"1", "sea"}, {"2", "lake"}, {"3", "river"}};
        case OutputLayer::stream_mask:
            return {{"0", "land"}, {format == OutputFormat::png8 ? "255" : "1", "stream"}};
        case OutputLayer::stream_order:
            return {{"0", "no stream"}, {"1", "Strahler order 1"}, {"2", "and so on"}};
        default:
            return {{"0", "outlet"},      {"1", "east"},       {"2", "south-east"},
                    {"4", "south"},       {"8", "south-west"}, {"16", "west"},
                    {"32", "north-west"}, {"64", "north"},     {"128", "north-east"}};
    }
}

void describe_encoding(Json& entry, const OutputSpec& spec, std::string_view splat_alpha) {
    switch (spec.layer) {
        case OutputLayer::normal:
            entry["normal"] = {{"y", spec.normal_y == NormalY::plus ? "+" : "-"},
                               {"space", "tangent"},
                               {"red", "east"},
                               {"green", spec.normal_y == NormalY::plus ? "north" : "south"},
                               {"blue", "up"}};
            break;
        case OutputLayer::flow:
            entry["flow"] = {{"red", "east"},
                             {"green", "south"},
                             {"blue", "strength"},
                             {"still", spec.format == OutputFormat::png8 ? Json{128, 128, 0} : Json{32768, 32768, 0}}};
            break;
        case OutputLayer::hillshade:
        case OutputLayer::statistics:
            entry["colour"] = "sRGB";
            break;
        case OutputLayer::splat:
            entry["splat"] = {{"red", "rock"}, {"green", "grass"}, {"blue", "sediment"}, {"alpha", splat_alpha}};
            break;
        case OutputLayer::drainage:
            entry["drainage"] = is_exact(spec.format) && !is_float(spec.format)
                                    ? Json("cells")
                                    : Json("ln(1 + cells) / ln(1 + cells of the map)");
            break;
        default:
            break;
    }
    if (traits_of(spec.layer).kind == LayerKind::codes) entry["codes"] = codes_of(spec.layer, spec.format);
    if (has_source(spec.layer)) entry["source"] = spec.source == WaterSource::routing ? "routing" : "particles";
}

/// What cells without data hold, where a number is kept for them.
void describe_no_data(Json& entry, const OutputSpec& spec) {
    const LayerKind kind = traits_of(spec.layer).kind;
    if (kind == LayerKind::codes && !(spec.layer == OutputLayer::stream_mask && spec.format == OutputFormat::png8)) {
        entry["no_data"] = traits_of(spec.layer).no_data;
    } else if (spec.format == OutputFormat::tiff32u) {
        entry["no_data"] = 0;
    } else if (is_exact(spec.format)) {
        entry["no_data"] = "NaN";
    }
}

Json describe(const PackedFile& file, const Terrain& terrain, std::string_view splat_alpha) {
    Json entry{{"file", file.spec.file},
               {"layer", name_of(file.spec.layer)},
               {"format", name_of(file.spec.format)},
               {"bytes", file.bytes},
               {"sha256", file.sha256}};
    if (!has_samples(file.spec.format)) {
        return entry;
    }
    entry["samples_sha256"] = file.samples_sha256;
    if (file.spec.layer == OutputLayer::statistics) {
        entry["size"] = {kStatisticsChartShape.width, kStatisticsChartShape.height};
    }
    if (file.tile) {
        const Tile& tile = *file.tile;
        entry["size"] = {tile.shape.width, tile.shape.height};
        entry["tile"] = {{"column", tile.column}, {"row", tile.row}, {"offset", {tile.x, tile.y}}};
    }
    entry["channels"] = channels_of(file.spec.layer);
    entry["bits"] = bits_of(file.spec.format);
    if (is_scalar(file.spec.layer) && (!is_exact(file.spec.format) || is_float(file.spec.format))) {
        entry["range"] = {{"lo", file.range.lo},
                          {"hi", file.range.hi},
                          {"unit", unit_of(file.spec.layer)},
                          {"clamped", file.range.clamped}};
    }
    if (is_raw(file.spec.format)) {
        entry["byte_order"] = file.spec.format == OutputFormat::raw16le ? "little" : "big";
    }
    entry["row_order"] = file.spec.flip_y && is_raw(file.spec.format) ? "south_to_north" : "north_to_south";
    describe_encoding(entry, file.spec, splat_alpha);
    if (!terrain.no_data.empty()) describe_no_data(entry, file.spec);
    return entry;
}

}  // namespace

std::string sealed_manifest(std::string text) {
    constexpr std::string_view kKey = "\"manifest_sha256\"";
    const std::size_t key = text.find(kKey);
    const std::size_t first = key == std::string::npos ? key : text.find('"', key + kKey.size());
    if (first == std::string::npos || text.size() - first < 66 || text[first + 65] != '"') return text;
    text.replace(first + 1, 64, 64, '0');
    const std::string hash = sha256_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    return text.replace(first + 1, 64, hash);
}

std::string content_sha256(const std::vector<std::pair<std::string, std::string>>& hashes_and_files) {
    Sha256 hash;
    for (const auto& [file_hash, file] : hashes_and_files) {
        const std::string line = file_hash + "  " + file + '\n';
        hash.update(line.data(), line.size());
    }
    return hash.hex_digest();
}

std::string manifest_text(const PackDescription& description, const PackLayout& layout, const Terrain& terrain,
                          const std::vector<PackedFile>& files) {
    Json entries = Json::array();
    for (const PackedFile& file : files) {
        entries.push_back(describe(file, terrain, description.splat_alpha));
    }
    std::vector<std::pair<std::string, std::string>> hashes;
    for (const PackedFile& file : files) {
        hashes.emplace_back(file.samples_sha256.empty() ? file.sha256 : file.samples_sha256, file.spec.file);
    }
    const World& world = terrain.world;
    Json manifest{
        {"manifest_sha256", std::string(64, '0')},
        {"content_sha256", content_sha256(hashes)},
        {"generator",
         {{"name", "terrain-gen"},
          {"version", TERRAIN_GEN_VERSION},
          {"algorithm_versions", description.algorithm_versions}}},
        {"recipe", description.recipe},
        {"seed", description.seed},
        {"size", {terrain.shape.width, terrain.shape.height}},
        {"world",
         {{"cell_size_m", world.cell_size_m},
          {"height_m", {world.low_m, world.high_m}},
          {"sea_level_m", world.sea_level_m ? Json(*world.sea_level_m) : Json(nullptr)}}},
    };
    if (layout.target != Target::none) manifest["target"] = name_of(layout.target);
    if (layout.tiling.cuts()) {
        const Shape tile = tile_shape(layout.tiling, terrain.shape);
        manifest["tiles"] = {{"count", {layout.tiling.columns, layout.tiling.rows}},
                             {"size", {tile.width, tile.height}},
                             {"shared_edges", layout.tiling.shared_edges}};
    }
    manifest["files"] = std::move(entries);
    manifest["statistics"] = description.statistics;
    if (!description.input.is_null()) manifest["input"] = description.input;
    return sealed_manifest(manifest.dump(2) + '\n');
}

}  // namespace terrain
