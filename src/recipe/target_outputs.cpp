#include "recipe/target_outputs.h"

#include <fmt/format.h>

#include <algorithm>

namespace terrain {
namespace {

OutputFields output(OutputLayer layer, OutputFormat format, std::string_view file) {
    OutputFields fields;
    fields.layer = name_of(layer);
    fields.format = name_of(format);
    fields.file = file;
    return fields;
}

std::vector<OutputFields> layers_of(Target target) {
    using enum OutputLayer;
    switch (target) {
        case Target::unity: {
            std::vector<OutputFields> outputs{output(height, OutputFormat::raw16le, "height.raw")};
            outputs.front().flip_y = true;  // its terrains begin in the south-west
            return outputs;
        }
        case Target::godot:
        case Target::blender:
            return {output(height, OutputFormat::exr32f, "height.exr")};
        case Target::gis:
            return {output(height, OutputFormat::tiff32f, "height.tif"),
                    output(water, OutputFormat::tiff8, "water.tif"),
                    output(rivers, OutputFormat::geojson, "rivers.geojson"),
                    output(lakes, OutputFormat::geojson, "lakes.geojson")};
        default:
            return {output(height, OutputFormat::png16, "height.png")};
    }
}

char normal_y_of(Target target) { return target == Target::unreal ? '-' : '+'; }

/// What the target wants of an output that it does not name itself.
void fill(OutputFields& fields, Target target) {
    if (fields.layer == name_of(OutputLayer::normal) && fields.y.empty()) fields.y.assign(1, normal_y_of(target));
    const bool raw = fields.format == name_of(OutputFormat::raw16le) || fields.format == name_of(OutputFormat::raw16be);
    if (!raw) return;
    if (target == Target::unity && !fields.flip_y) fields.flip_y = true;
    if (target == Target::godot && fields.file.empty()) fields.file = fmt::format("{}.r16", fields.layer);
}

bool takes_place(const OutputFields& listed, const OutputFields& own) {
    return listed.layer == own.layer && (listed.format.empty() || listed.format == own.format);
}

}  // namespace

std::vector<OutputFields> target_outputs(Target target) {
    std::vector<OutputFields> outputs = layers_of(target);
    if (target != Target::gis) {
        outputs.push_back(output(OutputLayer::normal, OutputFormat::png8, "normal.png"));
        outputs.back().y.assign(1, normal_y_of(target));
        outputs.push_back(output(OutputLayer::flow, OutputFormat::png8, "flow.png"));
    }
    outputs.push_back(output(OutputLayer::hillshade, OutputFormat::png8, "hillshade.png"));
    outputs.push_back(output(OutputLayer::import_notes, OutputFormat::md, "import.md"));
    return outputs;
}

std::vector<OutputFields> with_target(std::vector<OutputFields> listed, Target target) {
    const std::vector<OutputFields> own = target_outputs(target);
    std::vector<bool> taken(own.size());
    for (OutputFields& fields : listed) {
        for (std::size_t k = 0; k < own.size(); ++k) {
            if (taken[k] || !takes_place(fields, own[k])) continue;
            taken[k] = true;
            if (fields.format.empty()) fields.format = own[k].format;
            if (fields.file.empty()) fields.file = own[k].file;
            if (fields.y.empty()) fields.y = own[k].y;
            if (!fields.flip_y) fields.flip_y = own[k].flip_y;
            break;
        }
        fill(fields, target);
    }
    for (std::size_t k = 0; k < own.size(); ++k) {
        const bool needed = k == 0 || own[k].layer == name_of(OutputLayer::import_notes);
        if (needed && !taken[k]) listed.push_back(own[k]);
    }
    return listed;
}

}  // namespace terrain
