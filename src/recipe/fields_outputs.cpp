#include "recipe/fields.h"

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
    auto& [layer, format, file, range, y, flip_y] = p;
    v.name({"layer", "what to write"}, layer, {kLayerNames, "", {}, nullptr, true});
    v.name({"format", "png8, png16, tiff32f (metres or shares), tiff16, raw16le, raw16be; csv: a list of trees", "",
            "png8 for normal, flow, stream, trees and hillshade, else png16"},
           format, {kFormatNames, "layer", kLayerNames, layer_allows, false});
    v.text({"file", "name in the output folder", "", "the layer with .png, .tif, .raw or .csv"}, file,
           {file_name_problem, "a plain file name with the format's extension, used once"});
    v.range({"range", "integer formats: what 0 and the largest integer stand for; minmax: the layer's own ends",
             "m; stream and trees: 1", "minmax; [0, 1] for stream and trees"},
            range, {-1e6, 1e6});
    v.name({"y", "normal alone: whether green points up the image (+, OpenGL) or down (-, DirectX)", "", "+"}, y,
           {kNormalY});
    v.flag({"flip_y", "RAW alone: the southernmost row comes first", "", "false"}, flip_y);
}

}  // namespace

void describe_outputs(FieldVisitor& v, std::vector<OutputFields>& outputs) {
    constexpr std::size_t kMost = 64;
    v.list(
        {"outputs", "files to write besides manifest.json", "", "height, normal, flow, hillshade"}, outputs.size(),
        kMost, [&](std::size_t size) { outputs.assign(size, {}); },
        [&](std::size_t index) { describe_output(v, outputs.at(index)); });
}

}  // namespace terrain
