#include "pipeline/routing_stage.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/metric.h"
#include "maps/drainage_scale.h"
#include "maps/flow_map.h"
#include "maps/landscape_statistics.h"
#include "maps/outlines.h"
#include "maps/routed_flow.h"
#include "maps/statistics_chart.h"
#include "maps/water_mask.h"
#include "maps/wetness_index.h"
#include "pipeline/landscape_json.h"
#include "pipeline/wanted.h"
#include "routing/lakes.h"
#include "routing/multiple_flow.h"
#include "routing/rivers.h"
#include "routing/streams.h"
#include "routing/watersheds.h"

namespace terrain {
namespace {

Routing route_ground(const Terrain& terrain, const Recipe& recipe, ThreadPool& pool) {
    RoutingInput input;
    input.height = &terrain.height;
    input.seed = recipe.seed;
    if (terrain.world.sea_level_m) input.sea_level = static_cast<float>(*terrain.world.sea_level_m);
    if (!terrain.no_data.empty()) input.no_data = &terrain.no_data;
    input.topology = terrain.world.topology();
    input.with_order = true;
    return route(input, pool);
}

template <class Area>
void area_maps(Terrain& terrain, const Grid<Area>& area, const Recipe& recipe, ThreadPool& pool) {
    const Wanted wanted(recipe);
    if (wanted(OutputLayer::drainage)) terrain.drainage_scale = drainage_map(area, pool);
    if (wanted(OutputLayer::wetness)) {
        terrain.wetness =
            wetness_index(area, terrain.height, Metric(terrain.world, terrain.shape), recipe.maps.least_slope, pool);
    }
}

void flow_and_area(Terrain& terrain, const Routing& routing, const Recipe& recipe, ThreadPool& pool) {
    const Wanted wanted(recipe);
    const bool flow = wanted(OutputLayer::flow, WaterSource::routing);
    const int reach = recipe.routing.flow_reach;
    RoutedFlow routed;
    if (recipe.routing.multiple_flow && (flow || wanted(OutputLayer::drainage) || wanted(OutputLayer::wetness))) {
        MultipleFlow multiple = multiple_flow(routing, recipe.routing.exponent);
        area_maps(terrain, multiple.area, recipe, pool);
        if (flow) routed = routed_flow(routing, multiple, reach, pool);
        if (wanted(OutputLayer::drainage)) terrain.drainage = std::move(multiple.area);
    } else {
        area_maps(terrain, routing.area, recipe, pool);
        if (flow) routed = routed_flow(routing, reach, pool);
    }
    if (flow) terrain.flow_map_routed = flow_map(routed.direction, routed.strength, pool);
}

std::vector<River> rivers_of(const Routing& routing, std::uint32_t threshold, double cell_size_m) {
    std::vector<River> rivers;
    for (Reach& reach : find_rivers(routing, threshold, cell_size_m)) {
        const double area = static_cast<double>(reach.area) * cell_size_m * cell_size_m;
        rivers.push_back({std::move(reach.cells), reach.order, reach.length_m, area, reach.next});
    }
    return rivers;
}

std::vector<Lake> lakes_of(const Terrain& terrain, const Routing& routing, double least_depth_m) {
    const FilledLakes found = find_lakes(terrain.height, routing, terrain.world.cell_size_m);
    std::vector<std::vector<Polygon>> rings = outlines(found.id, found.list.size());
    std::vector<Lake> lakes;
    for (std::size_t k = 0; k < found.list.size(); ++k) {
        const FilledLake& lake = found.list[k];
        if (static_cast<double>(lake.depth_m) < least_depth_m) continue;
        lakes.push_back({lake.area_m2, lake.volume_m3, lake.level_m, lake.depth_m, lake.outlet, std::move(rings[k])});
    }
    return lakes;
}

void statistics(Terrain& terrain, const Routing& routing, const Recipe& recipe, ThreadPool& pool) {
    Grid<WaterCode> water;
    LandscapeInput input;
    input.height_m = &terrain.height;
    input.routing = &routing;
    input.cell_size_m = terrain.world.cell_size_m;
    input.sea_level_m = terrain.world.sea_level_m;
    input.stream_threshold = stream_threshold(recipe);
    if (water_runs(recipe)) {
        const WaterMaskInput mask{&terrain.height, &terrain.water_level, terrain.world.sea_level_m};
        water = water_mask(mask, pool);
        input.water = &water;
    }
    const LandscapeStatistics result = landscape_statistics(input, pool);
    terrain.statistics = landscape_json(result, terrain.shape, terrain.world.cell_size_m).dump(2) + '\n';
    if (Wanted(recipe)(OutputLayer::statistics, OutputFormat::png8)) {
        terrain.statistics_chart = statistics_chart(result);
    }
}

Grid<float> as_strength(const Grid<std::uint8_t>& mask) {
    Grid<float> strength(mask.shape());
    std::copy(mask.begin(), mask.end(), strength.begin());
    return strength;
}

void stream_maps(Terrain& terrain, const Routing& routing, const Recipe& recipe, ThreadPool& pool) {
    const Wanted wanted(recipe);
    const std::uint32_t threshold = stream_threshold(recipe);
    const bool water = wanted(OutputLayer::water, WaterSource::routing);
    const bool splat = wanted(OutputLayer::splat, WaterSource::routing);
    if (wanted(OutputLayer::stream_mask) || water || splat) terrain.stream_mask = stream_mask(routing, threshold);
    if (wanted(OutputLayer::stream_order)) terrain.stream_order = strahler_order(routing, threshold);
    if (wanted(OutputLayer::rivers)) terrain.rivers = rivers_of(routing, threshold, terrain.world.cell_size_m);
    if (!water && !splat) return;
    const Grid<float> river = as_strength(terrain.stream_mask);
    if (water) terrain.water_routed = water_codes(terrain, routing.filled, river, pool);
    if (splat) terrain.splat_routed = splat_weights(terrain, recipe.maps, routing.filled, river, pool);
}

}  // namespace

std::uint32_t stream_threshold(const Recipe& recipe) {
    if (!recipe.routing.stream_area_m2) return default_stream_threshold(recipe.size);
    const double cell = recipe.world.cell_size_m;
    const double cells = std::floor(*recipe.routing.stream_area_m2 / (cell * cell) + 0.5);
    return static_cast<std::uint32_t>(std::clamp(cells, 1.0, 4294967295.0));
}

Grid<std::uint8_t> water_codes(const Terrain& terrain, const Grid<float>& surface_m, const Grid<float>& river,
                               ThreadPool& pool) {
    WaterMaskInput input{&terrain.height, &surface_m, terrain.world.sea_level_m, &river};
    input.metric = Metric(terrain.world, terrain.shape);
    const Grid<WaterCode> mask = water_mask(input, pool);
    Grid<std::uint8_t> codes(mask.shape());
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::uint8_t>(mask[i]);
    return codes;
}

Grid<Rgba8> splat_weights(const Terrain& terrain, const MapParameters& parameters, const Grid<float>& surface_m,
                          const Grid<float>& river, ThreadPool& pool) {
    WaterMaskInput input{&terrain.height, &surface_m, terrain.world.sea_level_m, &river};
    input.metric = Metric(terrain.world, terrain.shape);
    const Grid<float> water = water_coverage(input, water_mask(input, pool), pool);
    SplatInput layers;
    layers.height_m = &terrain.height;
    layers.metric = input.metric;
    layers.water = &water;
    if (!terrain.deposition.empty()) layers.deposition_m = &terrain.deposition;
    if (!terrain.trees.empty()) layers.trees = &terrain.trees;
    Grid<Rgba8> splat = splat_map(layers, parameters.splat, pool);
    for (std::size_t i = 0; i < terrain.no_data.size(); ++i) {
        if (terrain.no_data[i] != 0) splat[i] = Rgba8(0);
    }
    return splat;
}

void derive_drainage(Terrain& terrain, const Recipe& recipe, ThreadPool& pool, Progress& progress) {
    const Wanted wanted(recipe);
    if (!wanted.routing()) return;
    progress.begin("routing", 5, "steps");
    Routing routing = route_ground(terrain, recipe, pool);
    progress.advance(1);
    flow_and_area(terrain, routing, recipe, pool);
    progress.advance(2);
    stream_maps(terrain, routing, recipe, pool);
    progress.advance(3);
    if (wanted(OutputLayer::statistics)) statistics(terrain, routing, recipe, pool);
    progress.advance(4);
    if (wanted(OutputLayer::basins)) terrain.basins = find_watersheds(routing).id;
    if (wanted(OutputLayer::lakes)) terrain.lakes = lakes_of(terrain, routing, recipe.routing.lake_depth_m);
    if (wanted(OutputLayer::lake_depth)) terrain.lake_depth = lake_depth(terrain.height, routing);
    if (wanted(OutputLayer::filled)) terrain.filled = std::move(routing.filled);
    if (wanted(OutputLayer::receivers)) terrain.receivers = std::move(routing.receiver);
    if (wanted(OutputLayer::drainage)) terrain.drainage_cells = std::move(routing.area);
    progress.advance(5);
    progress.end();
}

}  // namespace terrain
