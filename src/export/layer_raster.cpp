#include "export/layer_raster.h"

#include <limits>
#include <stdexcept>
#include <string>

#include "core/errors.h"

namespace terrain {

namespace {

const Grid<float>& scalar_layer(const Terrain& t, OutputLayer layer) {
    switch (layer) {
        case OutputLayer::height:
            return t.height;
        case OutputLayer::stream:
            return t.stream;
        case OutputLayer::pool:
            return t.pool;
        case OutputLayer::water_level:
            return t.water_level;
        case OutputLayer::trees:
            return t.trees;
        case OutputLayer::erosion:
            return t.erosion;
        case OutputLayer::deposition:
            return t.deposition;
        case OutputLayer::slope:
            return t.slope;
        case OutputLayer::slope_degrees:
            return t.slope_degrees;
        case OutputLayer::aspect:
            return t.aspect;
        case OutputLayer::profile_curvature:
            return t.profile_curvature;
        case OutputLayer::plan_curvature:
            return t.plan_curvature;
        case OutputLayer::wetness:
            return t.wetness;
        case OutputLayer::ambient_occlusion:
            return t.ambient_occlusion;
        case OutputLayer::drainage:
            return t.drainage_scale;
        case OutputLayer::filled:
            return t.filled;
        case OutputLayer::lake_depth:
            return t.lake_depth;
        default:
            throw std::invalid_argument("scalar_layer: not a scalar layer");
    }
}

const Grid<std::uint8_t>& code_layer(const Terrain& t, const OutputSpec& spec) {
    switch (spec.layer) {
        case OutputLayer::slope_class:
            return t.slope_class;
        case OutputLayer::landform:
            return t.landform;
        case OutputLayer::water:
            return spec.source == WaterSource::routing ? t.water_routed : t.water;
        case OutputLayer::stream_mask:
            return t.stream_mask;
        case OutputLayer::stream_order:
            return t.stream_order;
        case OutputLayer::receivers:
            return t.receivers;
        default:
            throw std::invalid_argument("code_layer: not a layer of codes");
    }
}

template <class T>
const Grid<T>& made(const Grid<T>& grid, const Terrain& terrain, OutputLayer layer) {
    if (grid.empty() || grid.shape() != terrain.shape) {
        throw RunError("layer " + std::string(name_of(layer)) + " was not made for this terrain: nothing was written");
    }
    return grid;
}

template <class Colour>
Raster colour_raster(const Grid<Colour>& image) {
    const int channels = Colour::length();
    std::vector<std::uint8_t> samples;
    samples.reserve(static_cast<std::size_t>(channels) * image.size());
    for (const Colour& colour : image) {
        for (int k = 0; k < channels; ++k) samples.push_back(colour[k]);
    }
    return {image.shape(), channels, std::move(samples)};
}

/// The values as they are, with `missing` where there is no data.
template <class Sample, class T>
Raster exact_raster(const Grid<T>& values, const NoData& no_data, Sample missing) {
    std::vector<Sample> samples(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        samples[i] = is_missing(no_data, i) ? missing : static_cast<Sample>(values[i]);
    }
    return {values.shape(), 1, std::move(samples)};
}

Raster code_raster(const Terrain& terrain, const OutputSpec& spec) {
    const auto missing = static_cast<std::uint8_t>(traits_of(spec.layer).no_data);
    Raster raster = exact_raster(made(code_layer(terrain, spec), terrain, spec.layer), terrain.no_data, missing);
    if (spec.layer == OutputLayer::stream_mask && spec.format == OutputFormat::png8) {
        // A mask for people and engines: white on black.
        for (auto& v : std::get<std::vector<std::uint8_t>>(raster.samples)) v = v == 1 ? 255 : 0;
    }
    return raster;
}

Raster count_raster(const Terrain& terrain, const OutputSpec& spec) {
    if (spec.layer == OutputLayer::basins) {
        return exact_raster<std::uint32_t>(made(terrain.basins, terrain, spec.layer), terrain.no_data, 0U);
    }
    if (spec.format == OutputFormat::tiff32u) {
        return exact_raster<std::uint32_t>(made(terrain.drainage_cells, terrain, spec.layer), terrain.no_data, 0U);
    }
    constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
    if (!terrain.drainage.empty()) {
        return exact_raster(made(terrain.drainage, terrain, spec.layer), terrain.no_data, kMissing);
    }
    return exact_raster(made(terrain.drainage_cells, terrain, spec.layer), terrain.no_data, kMissing);
}

LayerRaster scalar_raster(const Terrain& terrain, const OutputSpec& spec) {
    const Grid<float>& values = made(scalar_layer(terrain, spec.layer), terrain, spec.layer);
    if (spec.format == OutputFormat::tiff32f) {
        const QuantisedRange range = finite_range(values, name_of(spec.layer), terrain.no_data);
        return {exact_raster(values, terrain.no_data, std::numeric_limits<float>::quiet_NaN()), range};
    }
    Quantised quantised = quantise(values, spec.range, bits_of(spec.format), spec.layer, terrain.no_data);
    return {std::move(quantised.raster), quantised.range};
}

}  // namespace

LayerRaster layer_raster(const Terrain& terrain, const OutputSpec& spec) {
    if (!is_allowed(spec.layer, spec.format) || !has_samples(spec.format)) {
        throw std::invalid_argument("layer_raster: the layer has no samples in this format");
    }
    const int bits = bits_of(spec.format);
    const bool routed = spec.source == WaterSource::routing;
    switch (spec.layer) {
        case OutputLayer::normal:
            return {quantise_normals(made(terrain.normal, terrain, spec.layer), spec.normal_y, bits), {}};
        case OutputLayer::flow:
            return {quantise_colours(made(routed ? terrain.flow_map_routed : terrain.flow_map, terrain, spec.layer),
                                     bits, name_of(spec.layer)),
                    {}};
        case OutputLayer::hillshade:
            return {colour_raster(made(terrain.hillshade, terrain, spec.layer)), {}};
        case OutputLayer::splat:
            return {colour_raster(made(routed ? terrain.splat_routed : terrain.splat, terrain, spec.layer)), {}};
        case OutputLayer::statistics:
            if (terrain.statistics_chart.empty()) throw RunError("layer statistics was not made: nothing was written");
            return {colour_raster(terrain.statistics_chart), {}};
        default:
            break;
    }
    if (traits_of(spec.layer).kind == LayerKind::codes) return {code_raster(terrain, spec), {}};
    if (spec.format == OutputFormat::tiff32u || spec.format == OutputFormat::tiff64f) {
        return {count_raster(terrain, spec), {}};
    }
    return scalar_raster(terrain, spec);
}

}  // namespace terrain
