#include "recipe/fields.h"
#include "recipe/outputs.h"

namespace terrain {
namespace {

template <class Table>
constexpr auto names_of(const Table& table) {
    std::array<std::string_view, std::tuple_size_v<Table>> names{};
    for (std::size_t k = 0; k < names.size(); ++k) names[k] = table[k].second;
    return names;
}

constexpr auto kLayerNames = names_of(kOutputLayers);
constexpr auto kFormatNames = names_of(kOutputFormats);
constexpr std::array<std::string_view, 2> kNormalY{"+", "-"};

bool layer_allows(std::string_view layer, std::string_view format) {
    const auto known_layer = output_layer(layer);
    const auto known_format = output_format(format);
    return !known_layer || !known_format || is_allowed(*known_layer, *known_format);
}

void describe_output(FieldVisitor& v, OutputFields& p) {
    auto& [layer, format, file, range, y, flip_y, source, compression, layout] = p;
    v.name({"layer", "what to write"}, layer, {kLayerNames, "", {}, nullptr, true});
    v.name({"format",
            "tiff32f, exr32f: the values themselves; tiff32u, tiff64f: cell counts and basins; tiff8: codes; csv: a "
            "list of "
            "trees; geojson: rivers, lakes; json: statistics; md: import notes",
            "", "png16 for numbers, png8 for shares, colours and codes; the only one there is for others"},
           format, {kFormatNames, "layer", kLayerNames, layer_allows, false});
    v.text({"file", "name in the output folder", "", "the layer with its format's extension"}, file,
           {file_name_problem, "a plain file name with the format's extension, used once"});
    v.range({"range", "integer formats: what 0 and the largest integer stand for; minmax: the layer's own ends",
             "the layer's unit", "minmax; [0, 1] for shares, [0, 90] and [-1, 360] for degrees of slope and aspect"},
            range, {-1e6, 1e6});
    v.name({"y", "normal alone: whether green points up the image (+, OpenGL) or down (-, DirectX)", "", "+"}, y,
           {kNormalY});
    v.flag({"flip_y", "RAW alone: the southernmost row comes first", "", "false"}, flip_y);
    v.name({"source", "flow, water and splat alone: where rivers and lakes come from", "",
            "particles; routing where the hydrology is off"},
           source, {kWaterSources});
    v.name({"compression", "TIFF alone", "", "deflate"}, compression, {kTiffCompressions});
    v.name({"layout", "TIFF alone: strips of rows, or tiles of 256 x 256", "", "strips"}, layout, {kTiffLayouts});
}

}  // namespace

void describe_outputs(FieldVisitor& v, std::vector<OutputFields>& outputs) {
    constexpr std::size_t kMost = 128;
    v.list(
        {"outputs", "files to write besides manifest.json", "", "height, normal, flow, hillshade; the target's"},
        outputs.size(), kMost, [&](std::size_t size) { outputs.assign(size, {}); },
        [&](std::size_t index) { describe_output(v, outputs.at(index)); });
}

}  // namespace terrain
