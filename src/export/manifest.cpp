#include "export/manifest.h"

namespace terrain {

namespace {

using Json = nlohmann::ordered_json;

int bits_of(OutputFormat format) {
    switch (format) {
        case OutputFormat::png8:
            return 8;
        case OutputFormat::tiff32f:
            return 32;
        default:
            return 16;
    }
}

void describe_encoding(Json& entry, const OutputSpec& spec) {
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
            entry["colour"] = "sRGB";
            break;
        default:
            break;
    }
}

Json describe(const PackedFile& file) {
    Json entry{{"file", file.spec.file},
               {"layer", name_of(file.spec.layer)},
               {"format", name_of(file.spec.format)},
               {"bytes", file.bytes},
               {"sha256", file.sha256}};
    if (file.spec.format == OutputFormat::csv) {
        return entry;
    }
    entry["samples_sha256"] = file.samples_sha256;
    entry["channels"] = is_scalar(file.spec.layer) ? 1 : 3;
    entry["bits"] = bits_of(file.spec.format);
    if (is_scalar(file.spec.layer)) {
        entry["range"] = {{"lo", file.range.lo},
                          {"hi", file.range.hi},
                          {"unit", unit_of(file.spec.layer)},
                          {"clamped", file.range.clamped}};
    }
    if (is_raw(file.spec.format)) {
        entry["byte_order"] = file.spec.format == OutputFormat::raw16le ? "little" : "big";
    }
    entry["row_order"] = file.spec.flip_y && is_raw(file.spec.format) ? "south_to_north" : "north_to_south";
    describe_encoding(entry, file.spec);
    return entry;
}

}  // namespace

std::string manifest_text(const PackDescription& description, const Terrain& terrain,
                          const std::vector<PackedFile>& files) {
    Json entries = Json::array();
    for (const PackedFile& file : files) {
        entries.push_back(describe(file));
    }
    const World& world = terrain.world;
    const Json manifest{
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
        {"files", std::move(entries)},
        {"statistics", description.statistics},
    };
    return manifest.dump(2) + '\n';
}

}  // namespace terrain
