#include "export/layer_raster.h"

#include <stdexcept>
#include <string>

#include "core/errors.h"

namespace terrain {

namespace {

const Grid<float>& scalar_layer(const Terrain& terrain, OutputLayer layer) {
    switch (layer) {
        case OutputLayer::height:
            return terrain.height;
        case OutputLayer::stream:
            return terrain.stream;
        case OutputLayer::pool:
            return terrain.pool;
        case OutputLayer::water_level:
            return terrain.water_level;
        case OutputLayer::trees:
            return terrain.trees;
        case OutputLayer::erosion:
            return terrain.erosion;
        case OutputLayer::deposition:
            return terrain.deposition;
        default:
            throw std::invalid_argument("scalar_layer: not a scalar layer");
    }
}

template <class T>
const Grid<T>& made(const Grid<T>& grid, const Terrain& terrain, OutputLayer layer) {
    if (grid.empty() || grid.shape() != terrain.shape) {
        throw RunError("layer " + std::string(name_of(layer)) + " was not made for this terrain: nothing was written");
    }
    return grid;
}

Raster colour_raster(const Grid<Rgb8>& image) {
    std::vector<std::uint8_t> samples;
    samples.reserve(3 * image.size());
    for (const Rgb8& colour : image) {
        samples.insert(samples.end(), {colour.x, colour.y, colour.z});
    }
    return {image.shape(), 3, std::move(samples)};
}

}  // namespace

LayerRaster layer_raster(const Terrain& terrain, const OutputSpec& spec) {
    if (!is_allowed(spec.layer, spec.format) || spec.format == OutputFormat::csv) {
        throw std::invalid_argument("layer_raster: the layer has no samples in this format");
    }
    const int bits = spec.format == OutputFormat::png8 ? 8 : 16;
    switch (spec.layer) {
        case OutputLayer::normal:
            return {quantise_normals(made(terrain.normal, terrain, spec.layer), spec.normal_y, bits), {}};
        case OutputLayer::flow:
            return {quantise_colours(made(terrain.flow_map, terrain, spec.layer), bits, name_of(spec.layer)), {}};
        case OutputLayer::hillshade:
            return {colour_raster(made(terrain.hillshade, terrain, spec.layer)), {}};
        default:
            break;
    }
    const Grid<float>& values = made(scalar_layer(terrain, spec.layer), terrain, spec.layer);
    if (spec.format == OutputFormat::tiff32f) {
        const QuantisedRange range = finite_range(values, name_of(spec.layer));
        return {{values.shape(), 1, std::vector<float>(values.begin(), values.end())}, range};
    }
    Quantised quantised = quantise(values, spec.range, bits, spec.layer);
    return {std::move(quantised.raster), quantised.range};
}

}  // namespace terrain
