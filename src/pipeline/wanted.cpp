#include "pipeline/wanted.h"

#include <algorithm>
#include <array>

namespace terrain {
namespace {

constexpr std::array kRouted{OutputLayer::drainage,   OutputLayer::stream_mask, OutputLayer::stream_order,
                             OutputLayer::basins,     OutputLayer::receivers,   OutputLayer::filled,
                             OutputLayer::lake_depth, OutputLayer::rivers,      OutputLayer::lakes,
                             OutputLayer::statistics, OutputLayer::wetness};

/// Bytes a cell that the layer itself takes in the Terrain.
std::uint64_t bytes_of(OutputLayer layer) {
    switch (layer) {
        case OutputLayer::height:
        case OutputLayer::stream:
        case OutputLayer::pool:
        case OutputLayer::water_level:
        case OutputLayer::trees:
            return 0;  // the hydrology's
        case OutputLayer::drainage:
            return 8;  // scale and cells
        case OutputLayer::lakes:
            return 13;  // ids, and the mask of the outlines
        default:
            break;
    }
    switch (traits_of(layer).kind) {
        case LayerKind::vectors:
            return 12;
        case LayerKind::picture:
            return 3;
        case LayerKind::codes:
            return 1;
        default:
            return 4;
    }
}

}  // namespace

bool Wanted::operator()(OutputLayer layer) const {
    return std::any_of(recipe_.outputs.begin(), recipe_.outputs.end(),
                       [&](const OutputSpec& spec) { return spec.layer == layer; });
}

bool Wanted::operator()(OutputLayer layer, WaterSource source) const {
    return std::any_of(recipe_.outputs.begin(), recipe_.outputs.end(),
                       [&](const OutputSpec& spec) { return spec.layer == layer && spec.source == source; });
}

bool Wanted::operator()(OutputLayer layer, OutputFormat format) const {
    return std::any_of(recipe_.outputs.begin(), recipe_.outputs.end(),
                       [&](const OutputSpec& spec) { return spec.layer == layer && spec.format == format; });
}

bool Wanted::routing() const {
    const auto& wanted = *this;
    return std::any_of(kRouted.begin(), kRouted.end(), [&](OutputLayer layer) { return wanted(layer); }) ||
           std::any_of(recipe_.outputs.begin(), recipe_.outputs.end(), [](const OutputSpec& spec) {
               return has_source(spec.layer) && spec.source == WaterSource::routing;
           });
}

std::uint64_t Wanted::bytes_a_cell() const {
    std::uint64_t bytes = 0;
    for (const OutputSpec& spec : recipe_.outputs) bytes += bytes_of(spec.layer);
    if ((*this)(OutputLayer::splat)) bytes += 8;  // water codes and coverage
    if (!routing()) return bytes;
    bytes += 30;  // surface, receivers, area and order, and as much again while they are made
    if (recipe_.routing.multiple_flow) bytes += 16;
    if ((*this)(OutputLayer::statistics)) bytes += 16;
    if ((*this)(OutputLayer::flow, WaterSource::routing)) bytes += 13;
    return bytes;
}

}  // namespace terrain
