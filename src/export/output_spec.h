// What a recipe asks the export to write: one OutputSpec a file. Plain data; knows no JSON and no files.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace terrain {

enum class OutputLayer {
    height,
    normal,
    flow,
    stream,
    pool,
    water_level,
    trees,
    erosion,
    deposition,
    hillshade,
    slope,
    slope_degrees,
    slope_class,
    aspect,
    profile_curvature,
    plan_curvature,
    landform,
    wetness,
    ambient_occlusion,
    splat,
    water,
    drainage,
    stream_mask,
    stream_order,
    basins,
    receivers,
    filled,
    lake_depth,
    rivers,
    lakes,
    statistics,
    import_notes,
};

enum class OutputFormat {
    png8,
    png16,
    tiff8,
    tiff16,
    tiff32u,
    tiff32f,
    tiff64f,
    raw16le,
    raw16be,
    exr32f,
    csv,
    geojson,
    json,
    md
};

/// The recipe's names, in the order of the enumerations.
inline constexpr std::array<std::pair<OutputLayer, std::string_view>, 32> kOutputLayers{{
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
    {OutputLayer::slope, "slope"},
    {OutputLayer::slope_degrees, "slope_degrees"},
    {OutputLayer::slope_class, "slope_class"},
    {OutputLayer::aspect, "aspect"},
    {OutputLayer::profile_curvature, "profile_curvature"},
    {OutputLayer::plan_curvature, "plan_curvature"},
    {OutputLayer::landform, "landform"},
    {OutputLayer::wetness, "wetness"},
    {OutputLayer::ambient_occlusion, "ambient_occlusion"},
    {OutputLayer::splat, "splat"},
    {OutputLayer::water, "water"},
    {OutputLayer::drainage, "drainage"},
    {OutputLayer::stream_mask, "stream_mask"},
    {OutputLayer::stream_order, "stream_order"},
    {OutputLayer::basins, "basins"},
    {OutputLayer::receivers, "receivers"},
    {OutputLayer::filled, "filled"},
    {OutputLayer::lake_depth, "lake_depth"},
    {OutputLayer::rivers, "rivers"},
    {OutputLayer::lakes, "lakes"},
    {OutputLayer::statistics, "statistics"},
    {OutputLayer::import_notes, "import"},
}};

inline constexpr std::array<std::pair<OutputFormat, std::string_view>, 14> kOutputFormats{{
    {OutputFormat::png8, "png8"},
    {OutputFormat::png16, "png16"},
    {OutputFormat::tiff8, "tiff8"},
    {OutputFormat::tiff16, "tiff16"},
    {OutputFormat::tiff32u, "tiff32u"},
    {OutputFormat::tiff32f, "tiff32f"},
    {OutputFormat::tiff64f, "tiff64f"},
    {OutputFormat::raw16le, "raw16le"},
    {OutputFormat::raw16be, "raw16be"},
    {OutputFormat::exr32f, "exr32f"},
    {OutputFormat::csv, "csv"},
    {OutputFormat::geojson, "geojson"},
    {OutputFormat::json, "json"},
    {OutputFormat::md, "md"},
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
        automatic,  ///< the layer's own (traits_of), else minmax
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

/// Where running water and lakes are taken from: the drops of the hydrology, or the routing of the drainage.
enum class WaterSource { particles, routing };

enum class TiffCompression { deflate, zstd, none };
/// Strips of whole rows, or tiles of 256 x 256 samples.
enum class TiffLayout { strips, tiles };

struct OutputSpec {
    OutputLayer layer = OutputLayer::height;
    OutputFormat format = OutputFormat::png16;
    std::string file;  ///< plain file name, UTF-8: file_name_problem says what is allowed
    OutputRange range;
    NormalY normal_y = NormalY::plus;                        ///< normal alone
    bool flip_y = false;                                     ///< RAW alone: the southernmost row comes first
    WaterSource source = WaterSource::particles;             ///< of the layers that has_source names
    TiffCompression compression = TiffCompression::deflate;  ///< TIFF alone
    TiffLayout layout = TiffLayout::strips;                  ///< TIFF alone

    friend bool operator==(const OutputSpec&, const OutputSpec&) = default;
};

/// What a layer's values are, which decides the formats they can have.
enum class LayerKind {
    scalar,      ///< numbers that integers can stand for through a range; any image format
    drainage,    ///< scalar; and exact cell counts in tiff32u and tiff64f
    vectors,     ///< three channels in [0, 1] or [-1, 1]: png8 or png16
    picture,     ///< bytes of three channels: png8
    weights,     ///< bytes of four channels: png8
    codes,       ///< bytes that stand for classes: png8 or tiff8
    numbers,     ///< 32-bit numbers of areas: tiff32u
    lines,       ///< geojson
    statistics,  ///< json, or png8 with a size of its own
    notes,       ///< md
};

struct LayerTraits {
    LayerKind kind = LayerKind::scalar;
    std::string_view unit = "m";  ///< scalar; "1" is a share
    bool fixed = false;           ///< whether integers stand for [lo, hi] unless the recipe says otherwise
    double lo = 0;
    double hi = 0;
    int no_data = 0;  ///< codes: what cells without data hold
};

constexpr LayerTraits traits_of(OutputLayer layer) {
    switch (layer) {
        case OutputLayer::normal:
        case OutputLayer::flow:
            return {LayerKind::vectors, ""};
        case OutputLayer::hillshade:
            return {LayerKind::picture, ""};
        case OutputLayer::splat:
            return {LayerKind::weights, ""};
        case OutputLayer::stream:
        case OutputLayer::trees:
        case OutputLayer::ambient_occlusion:
            return {LayerKind::scalar, "1", true, 0, 1};
        case OutputLayer::drainage:
            return {LayerKind::drainage, "1", true, 0, 1};
        case OutputLayer::slope:
            return {LayerKind::scalar, "%"};
        case OutputLayer::slope_degrees:
            return {LayerKind::scalar, "degree", true, 0, 90};
        case OutputLayer::aspect:
            return {LayerKind::scalar, "degree", true, -1, 360};
        case OutputLayer::profile_curvature:
        case OutputLayer::plan_curvature:
            return {LayerKind::scalar, "1/m"};
        case OutputLayer::wetness:
            return {LayerKind::scalar, "ln(m)"};
        case OutputLayer::slope_class:
        case OutputLayer::landform:
            return {LayerKind::codes, ""};
        case OutputLayer::water:
        case OutputLayer::stream_mask:
        case OutputLayer::stream_order:
        case OutputLayer::receivers:
            return {LayerKind::codes, "", false, 0, 0, 255};
        case OutputLayer::basins:
            return {LayerKind::numbers, ""};
        case OutputLayer::rivers:
        case OutputLayer::lakes:
            return {LayerKind::lines, ""};
        case OutputLayer::statistics:
            return {LayerKind::statistics, ""};
        case OutputLayer::import_notes:
            return {LayerKind::notes, ""};
        default:
            return {};
    }
}

/// One value a cell, that integers can stand for through a range.
constexpr bool is_scalar(OutputLayer layer) {
    const LayerKind kind = traits_of(layer).kind;
    return kind == LayerKind::scalar || kind == LayerKind::drainage;
}

/// The unit of a scalar layer's values: "m", "1" (a share), ...
constexpr std::string_view unit_of(OutputLayer layer) { return traits_of(layer).unit; }

/// Samples a cell, 1 to 4.
constexpr int channels_of(OutputLayer layer) {
    switch (traits_of(layer).kind) {
        case LayerKind::vectors:
        case LayerKind::picture:
        case LayerKind::statistics:
            return 3;
        case LayerKind::weights:
            return 4;
        default:
            return 1;
    }
}

/// Whether the recipe can choose the water's source.
constexpr bool has_source(OutputLayer layer) {
    return layer == OutputLayer::flow || layer == OutputLayer::water || layer == OutputLayer::splat;
}

constexpr bool is_raw(OutputFormat format) {
    return format == OutputFormat::raw16le || format == OutputFormat::raw16be;
}

constexpr bool is_tiff(OutputFormat format) { return format >= OutputFormat::tiff8 && format <= OutputFormat::tiff64f; }

/// Whether the format holds samples, and not text.
constexpr bool has_samples(OutputFormat format) { return format < OutputFormat::csv; }

/// Bits of a sample; 0 for text.
constexpr int bits_of(OutputFormat format) {
    switch (format) {
        case OutputFormat::png8:
        case OutputFormat::tiff8:
            return 8;
        case OutputFormat::tiff32u:
        case OutputFormat::tiff32f:
        case OutputFormat::exr32f:
            return 32;
        case OutputFormat::tiff64f:
            return 64;
        default:
            return has_samples(format) ? 16 : 0;
    }
}

/// Whether the format holds the values themselves and not integers that stand for them.
constexpr bool is_exact(OutputFormat format) { return bits_of(format) >= 32; }

/// Whether the format holds a scalar layer's values as 32-bit floats.
constexpr bool is_float(OutputFormat format) {
    return format == OutputFormat::tiff32f || format == OutputFormat::exr32f;
}

/// Whether the layer can be written in the format: LayerKind says what goes with what; csv is for trees alone.
constexpr bool is_allowed(OutputLayer layer, OutputFormat format) {
    const bool is_count = format == OutputFormat::tiff32u || format == OutputFormat::tiff64f;
    const bool is_image = has_samples(format) && !is_count && format != OutputFormat::tiff8;
    switch (traits_of(layer).kind) {
        case LayerKind::scalar:
            return is_image || (format == OutputFormat::csv && layer == OutputLayer::trees);
        case LayerKind::drainage:
            return is_image || is_count;
        case LayerKind::vectors:
            return format == OutputFormat::png8 || format == OutputFormat::png16;
        case LayerKind::codes:
            return format == OutputFormat::png8 || format == OutputFormat::tiff8;
        case LayerKind::numbers:
            return format == OutputFormat::tiff32u;
        case LayerKind::lines:
            return format == OutputFormat::geojson;
        case LayerKind::statistics:
            return format == OutputFormat::json || format == OutputFormat::png8;
        case LayerKind::notes:
            return format == OutputFormat::md;
        default:
            return format == OutputFormat::png8;
    }
}

/// Whether `range` means anything there: scalar layers as integers.
constexpr bool takes_range(OutputLayer layer, OutputFormat format) {
    return is_scalar(layer) && has_samples(format) && !is_exact(format);
}

/// ".png", ".tif", ".raw", ".exr", ".csv", ".geojson", ".json" or ".md".
constexpr std::string_view extension_of(OutputFormat format) {
    if (format == OutputFormat::csv) return ".csv";
    if (format == OutputFormat::geojson) return ".geojson";
    if (format == OutputFormat::json) return ".json";
    if (format == OutputFormat::md) return ".md";
    if (format == OutputFormat::exr32f) return ".exr";
    return is_raw(format) ? ".raw" : is_tiff(format) ? ".tif" : ".png";
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
