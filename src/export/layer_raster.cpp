#include "export/layer_raster.h"

#include <algorithm>
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

/// What is asked for of the terrain: all of it, or a tile.
struct Part {
    const Terrain& terrain;
    const OutputSpec& spec;
    const Tile* tile;

    /// The layer's cells there. A copy only for tiles.
    template <class T, class Make>
    LayerRaster of(const Grid<T>& grid, const Make& make) const {
        const Grid<T>& whole = made(grid, terrain, spec.layer);
        if (tile == nullptr) return make(whole, terrain.no_data);
        return make(cut(whole), terrain.no_data.empty() ? NoData() : cut(terrain.no_data));
    }

    template <class T>
    Grid<T> cut(const Grid<T>& whole) const {
        Grid<T> piece(tile->shape);
        for (std::int32_t y = 0; y < tile->shape.height; ++y) {
            const T* row = whole.row(tile->y + y) + tile->x;
            std::copy(row, row + tile->shape.width, piece.row(y));
        }
        return piece;
    }
};

template <class Colour>
Raster raster_of_colours(const Grid<Colour>& image) {
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

LayerRaster code_raster(const Part& part) {
    const OutputSpec& spec = part.spec;
    return part.of(code_layer(part.terrain, spec), [&](const Grid<std::uint8_t>& codes, const NoData& no_data) {
        Raster raster = exact_raster(codes, no_data, static_cast<std::uint8_t>(traits_of(spec.layer).no_data));
        if (spec.layer == OutputLayer::stream_mask && spec.format == OutputFormat::png8) {
            // A mask for people and engines: white on black.
            for (auto& v : std::get<std::vector<std::uint8_t>>(raster.samples)) v = v == 1 ? 255 : 0;
        }
        return LayerRaster{std::move(raster), {}};
    });
}

LayerRaster count_raster(const Part& part) {
    const Terrain& terrain = part.terrain;
    const auto whole = [](const Grid<std::uint32_t>& counts, const NoData& no_data) {
        return LayerRaster{exact_raster<std::uint32_t>(counts, no_data, 0U), {}};
    };
    if (part.spec.layer == OutputLayer::basins) return part.of(terrain.basins, whole);
    if (part.spec.format == OutputFormat::tiff32u) return part.of(terrain.drainage_cells, whole);
    const auto real = [](const auto& counts, const NoData& no_data) {
        return LayerRaster{exact_raster(counts, no_data, std::numeric_limits<double>::quiet_NaN()), {}};
    };
    return terrain.drainage.empty() ? part.of(terrain.drainage_cells, real) : part.of(terrain.drainage, real);
}

LayerRaster scalar_raster(const Part& part) {
    const OutputSpec& spec = part.spec;
    return part.of(scalar_layer(part.terrain, spec.layer), [&](const Grid<float>& values, const NoData& no_data) {
        if (is_float(spec.format)) {
            const QuantisedRange range = finite_range(values, name_of(spec.layer), no_data);
            return LayerRaster{exact_raster(values, no_data, std::numeric_limits<float>::quiet_NaN()), range};
        }
        Quantised quantised = quantise(values, spec.range, bits_of(spec.format), spec.layer, no_data);
        return LayerRaster{std::move(quantised.raster), quantised.range};
    });
}

LayerRaster colours(const Part& part) {
    const Terrain& terrain = part.terrain;
    const OutputSpec& spec = part.spec;
    const int bits = bits_of(spec.format);
    const bool routed = spec.source == WaterSource::routing;
    const auto bytes = [](const auto& image, const NoData&) { return LayerRaster{raster_of_colours(image), {}}; };
    switch (spec.layer) {
        case OutputLayer::normal:
            return part.of(terrain.normal, [&](const Grid<glm::vec3>& normals, const NoData&) {
                return LayerRaster{quantise_normals(normals, spec.normal_y, bits), {}};
            });
        case OutputLayer::flow:
            return part.of(routed ? terrain.flow_map_routed : terrain.flow_map,
                           [&](const Grid<glm::vec3>& flow, const NoData&) {
                               return LayerRaster{quantise_colours(flow, bits, name_of(spec.layer)), {}};
                           });
        case OutputLayer::hillshade:
            return part.of(terrain.hillshade, bytes);
        case OutputLayer::splat:
            return part.of(routed ? terrain.splat_routed : terrain.splat, bytes);
        default:
            if (terrain.statistics_chart.empty()) throw RunError("layer statistics was not made: nothing was written");
            return {raster_of_colours(terrain.statistics_chart), {}};
    }
}

}  // namespace

LayerRaster layer_raster(const Terrain& terrain, const OutputSpec& spec, const Tile* tile) {
    if (!is_allowed(spec.layer, spec.format) || !has_samples(spec.format)) {
        throw std::invalid_argument("layer_raster: the layer has no samples in this format");
    }
    const Part part{terrain, spec, tile};
    if (is_scalar(spec.layer) && !(is_exact(spec.format) && !is_float(spec.format))) return scalar_raster(part);
    switch (traits_of(spec.layer).kind) {
        case LayerKind::codes:
            return code_raster(part);
        case LayerKind::drainage:
        case LayerKind::numbers:
            return count_raster(part);
        default:
            return colours(part);
    }
}

OutputSpec with_whole_range(const Terrain& terrain, OutputSpec spec) {
    const bool own = traits_of(spec.layer).fixed && spec.range.kind == OutputRange::Kind::automatic;
    if (!takes_range(spec.layer, spec.format) || own || spec.range.kind == OutputRange::Kind::fixed) return spec;
    const Grid<float>& values = made(scalar_layer(terrain, spec.layer), terrain, spec.layer);
    const QuantisedRange range = finite_range(values, name_of(spec.layer), terrain.no_data);
    spec.range = {OutputRange::Kind::fixed, range.lo, range.hi};
    return spec;
}

Raster colour_raster(const Grid<Rgb8>& picture) { return raster_of_colours(picture); }

}  // namespace terrain
