// What a recipe asks the export to write: one OutputSpec a file. Plain data; knows no JSON and no files.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace terrain {

enum class OutputLayer { height, normal, flow, stream, pool, water_level, trees, erosion, deposition, hillshade };

enum class OutputFormat { png8, png16, tiff32f, tiff16, raw16le, raw16be, csv };

/// The recipe's names, in the order of the enumerations.
inline constexpr std::array<std::pair<OutputLayer, std::string_view>, 10> kOutputLayers{{
    {OutputLayer::height, "height"},
    {OutputLayer::normal, "normal"},
    {OutputLayer::flow, "flow"},
    {OutputLayer::stream, "stream"},
    {OutputLayer::pool, "pool"},
    {OutputLayer::water_level, "water_level"},
    {OutputLayer::trees, "trees"},
    {OutputLayer::erosion, "erosion"},
    {OutputLayer::deposition, "deposition"},
    {OutputLayer::hillshade, "hillshade"},
}};

inline constexpr std::array<std::pair<OutputFormat, std::string_view>, 7> kOutputFormats{{
    {OutputFormat::png8, "png8"},
    {OutputFormat::png16, "png16"},
    {OutputFormat::tiff32f, "tiff32f"},
    {OutputFormat::tiff16, "tiff16"},
    {OutputFormat::raw16le, "raw16le"},
    {OutputFormat::raw16be, "raw16be"},
    {OutputFormat::csv, "csv"},
}};

constexpr std::string_view name_of(OutputLayer layer) { return kOutputLayers[static_cast<std::size_t>(layer)].second; }
constexpr std::string_view name_of(OutputFormat format) {
    return kOutputFormats[static_cast<std::size_t>(format)].second;
}

constexpr std::optional<OutputLayer> output_layer(std::string_view name) {
    for (const auto& [layer, layer_name] : kOutputLayers) {
        if (layer_name == name) {
            return layer;
        }
    }
    return std::nullopt;
}

constexpr std::optional<OutputFormat> output_format(std::string_view name) {
    for (const auto& [format, format_name] : kOutputFormats) {
        if (format_name == name) {
            return format;
        }
    }
    return std::nullopt;
}

/// How the values of a one-channel layer become integers.
struct OutputRange {
    enum class Kind {
        automatic,  ///< minmax for layers in metres, [0, 1] for stream and trees
        minmax,     ///< the least value of the layer becomes 0, the greatest the largest integer
        fixed       ///< lo becomes 0, hi the largest integer; values outside are clamped and counted
    };
    Kind kind = Kind::automatic;
    double lo = 0;  ///< in the layer's unit; fixed alone; finite, lo < hi
    double hi = 0;

    friend bool operator==(const OutputRange&, const OutputRange&) = default;
};

/// Green of a normal map: up the image is + (OpenGL) or - (DirectX).
enum class NormalY { plus, minus };

struct OutputSpec {
    OutputLayer layer = OutputLayer::height;
    OutputFormat format = OutputFormat::png16;
    std::string file;  ///< plain file name, UTF-8: file_name_problem says what is allowed
    OutputRange range;
    NormalY normal_y = NormalY::plus;  ///< normal alone
    bool flip_y = false;               ///< RAW alone: the southernmost row comes first

    friend bool operator==(const OutputSpec&, const OutputSpec&) = default;
};

/// One value a cell, that integers can stand for through a range: every layer but normal, flow and hillshade.
constexpr bool is_scalar(OutputLayer layer) {
    return layer != OutputLayer::normal && layer != OutputLayer::flow && layer != OutputLayer::hillshade;
}

/// "m" or "1" (a share): the unit of a scalar layer's values.
constexpr std::string_view unit_of(OutputLayer layer) {
    return layer == OutputLayer::stream || layer == OutputLayer::trees ? "1" : "m";
}

constexpr bool is_raw(OutputFormat format) {
    return format == OutputFormat::raw16le || format == OutputFormat::raw16be;
}

/// Whether the layer can be written in the format: normal and flow as png8 or png16, hillshade as png8, csv for trees
/// alone, anything else but csv for the scalar layers.
constexpr bool is_allowed(OutputLayer layer, OutputFormat format) {
    if (layer == OutputLayer::hillshade) {
        return format == OutputFormat::png8;
    }
    if (!is_scalar(layer)) {
        return format == OutputFormat::png8 || format == OutputFormat::png16;
    }
    return format != OutputFormat::csv || layer == OutputLayer::trees;
}

/// Whether `range` means anything there: scalar layers as integers.
constexpr bool takes_range(OutputLayer layer, OutputFormat format) {
    return is_scalar(layer) && format != OutputFormat::tiff32f && format != OutputFormat::csv;
}

/// ".png", ".tif", ".raw" or ".csv".
constexpr std::string_view extension_of(OutputFormat format) {
    switch (format) {
        case OutputFormat::png8:
        case OutputFormat::png16:
            return ".png";
        case OutputFormat::tiff32f:
        case OutputFormat::tiff16:
            return ".tif";
        case OutputFormat::raw16le:
        case OutputFormat::raw16be:
            return ".raw";
        case OutputFormat::csv:
            break;
    }
    return ".csv";
}

/// Nothing if `file` may name an output, else what is allowed instead. An output lies in the pack's folder itself:
/// no separators, no control characters, none of the names the pack needs for itself.
inline std::optional<std::string> file_name_problem(std::string_view file) {
    if (file.empty() || file == "." || file == "..") {
        return "a file name, not empty";
    }
    if (file.size() > 200) {
        return "a file name of at most 200 bytes";
    }
    const bool odd = std::any_of(file.begin(), file.end(), [](char c) {
        return c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    });
    if (odd) {
        return "a plain file name, without '/', '\\', ':' and control characters";
    }
    if (file == "manifest.json" || file.starts_with(".terrain-gen-")) {
        return "a file name other than manifest.json and .terrain-gen-*";
    }
    return std::nullopt;
}

}  // namespace terrain
