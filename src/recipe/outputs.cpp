#include "recipe/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "recipe/text.h"

namespace terrain {
namespace {

WaterSource source_named(std::string_view name) {
    return name == kWaterSources[1] ? WaterSource::routing : WaterSource::particles;
}

using Report = std::function<void(std::string_view field, const std::string& message)>;

OutputFormat default_format(OutputLayer layer) {
    switch (traits_of(layer).kind) {
        case LayerKind::scalar:
            return unit_of(layer) == "1" ? OutputFormat::png8 : OutputFormat::png16;
        case LayerKind::drainage:
            return OutputFormat::png16;
        case LayerKind::numbers:
            return OutputFormat::tiff32u;
        case LayerKind::lines:
            return OutputFormat::geojson;
        case LayerKind::statistics:
            return OutputFormat::json;
        case LayerKind::notes:
            return OutputFormat::md;
        default:
            return OutputFormat::png8;
    }
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
    return out;
}

bool has_extension_of(std::string_view file, OutputFormat format) {
    const std::string name = lower(file);
    if (is_tiff(format)) return name.ends_with(".tif") || name.ends_with(".tiff");
    if (!is_raw(format)) return name.ends_with(extension_of(format));
    // Engines ask for .raw, .r16 and others; only what another format owns would mislead.
    constexpr std::array<std::string_view, 8> kOwned{".png", ".tif",     ".tiff", ".exr",
                                                     ".csv", ".geojson", ".json", ".md"};
    return std::none_of(kOwned.begin(), kOwned.end(), [&](std::string_view end) { return name.ends_with(end); });
}

OutputRange resolved_range(const OutputFields& fields, const OutputSpec& spec) {
    if (!takes_range(spec.layer, spec.format)) return {};
    if (fields.range.kind != OutputRange::Kind::automatic) return fields.range;
    const LayerTraits traits = traits_of(spec.layer);
    if (traits.fixed) return {OutputRange::Kind::fixed, traits.lo, traits.hi};
    return {OutputRange::Kind::minmax, 0.0, 0.0};
}

/// Index of the name; 0 for none.
template <class Names>
std::size_t index_of(const Names& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
}

void resolve_tiff(const OutputFields& fields, OutputSpec& spec, const Report& report) {
    spec.compression = static_cast<TiffCompression>(index_of(kTiffCompressions, fields.compression));
    spec.layout = static_cast<TiffLayout>(index_of(kTiffLayouts, fields.layout));
    if (is_tiff(spec.format)) return;
    for (const auto& [field, text] : {std::pair("compression", &fields.compression), {"layout", &fields.layout}}) {
        if (text->empty()) continue;
        report(field, fmt::format("has no meaning for {}; allowed: with the tiff formats", name_of(spec.format)));
    }
}

OutputSpec resolve(const OutputFields& fields, WaterSource source, const Report& report) {
    OutputSpec spec;
    spec.layer = output_layer(fields.layer).value();
    spec.format = fields.format.empty() ? default_format(spec.layer) : output_format(fields.format).value();
    const std::string_view format = name_of(spec.format);
    spec.file = fields.file;
    if (spec.file.empty()) spec.file = fmt::format("{}{}", name_of(spec.layer), extension_of(spec.format));
    if (!has_extension_of(spec.file, spec.format)) {
        report("file",
               fmt::format("\"{}\" has not the extension of its format, {}; allowed: {}", printable(spec.file), format,
                           is_raw(spec.format) ? "any that is no other format's" : extension_of(spec.format)));
    }
    if (fields.range.kind == OutputRange::Kind::fixed && !takes_range(spec.layer, spec.format)) {
        report("range", fmt::format("has no meaning for {} as {}; allowed: with the integer formats of layers of "
                                    "one number a cell (height, stream, slope, drainage, ...)",
                                    fields.layer, format));
    }
    spec.range = resolved_range(fields, spec);
    if (!fields.y.empty() && spec.layer != OutputLayer::normal) {
        report("y", fmt::format("has no meaning for {}; allowed: with normal", fields.layer));
    }
    spec.normal_y = fields.y == "-" ? NormalY::minus : NormalY::plus;
    if (!fields.source.empty() && !has_source(spec.layer)) {
        report("source", fmt::format("has no meaning for {}; allowed: with flow, water, splat", fields.layer));
    }
    if (has_source(spec.layer)) spec.source = fields.source.empty() ? source : source_named(fields.source);
    if (fields.flip_y && !is_raw(spec.format)) {
        report("flip_y", fmt::format("has no meaning for {}; allowed: with raw16le, raw16be", format));
    }
    spec.flip_y = fields.flip_y.value_or(false);
    resolve_tiff(fields, spec, report);
    return spec;
}

}  // namespace

std::vector<OutputFields> default_outputs() {
    std::vector<OutputFields> outputs;
    for (const OutputLayer layer :
         {OutputLayer::height, OutputLayer::normal, OutputLayer::flow, OutputLayer::hillshade}) {
        outputs.emplace_back().layer = name_of(layer);
    }
    return outputs;
}

std::vector<OutputSpec> resolve_outputs(
    const std::vector<OutputFields>& outputs, WaterSource source,
    const std::function<void(std::size_t, std::string_view, const std::string&)>& report) {
    std::vector<OutputSpec> specs;
    std::map<std::string, std::size_t> seen;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        specs.push_back(resolve(outputs[k], source, [&](std::string_view field, const std::string& message) {
            report(k, field, message);
        }));
        // Without regard to case: some file systems know no difference.
        const auto [first, is_new] = seen.emplace(lower(specs.back().file), k);
        if (!is_new) {
            report(k, "file",
                   fmt::format("\"{}\" is also the file of $.outputs[{}]; allowed: each name once",
                               printable(specs.back().file), first->second));
        }
    }
    return specs;
}

OutputFields written_output(const OutputSpec& spec) {
    OutputFields fields;
    fields.layer = name_of(spec.layer);
    fields.format = name_of(spec.format);
    fields.file = spec.file;
    fields.range = spec.range;
    if (spec.layer == OutputLayer::normal) fields.y.assign(1, spec.normal_y == NormalY::minus ? '-' : '+');
    if (has_source(spec.layer)) fields.source = kWaterSources[static_cast<std::size_t>(spec.source)];
    if (is_raw(spec.format)) fields.flip_y = spec.flip_y;
    if (is_tiff(spec.format)) {
        fields.compression = kTiffCompressions[static_cast<std::size_t>(spec.compression)];
        fields.layout = kTiffLayouts[static_cast<std::size_t>(spec.layout)];
    }
    return fields;
}

}  // namespace terrain
