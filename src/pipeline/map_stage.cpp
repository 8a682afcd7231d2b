#include "pipeline/map_stage.h"

#include <algorithm>
#include <cmath>

#include "core/metric.h"
#include "maps/ambient_occlusion.h"
#include "maps/aspect.h"
#include "maps/curvature.h"
#include "maps/flow_map.h"
#include "maps/geomorphons.h"
#include "maps/hillshade.h"
#include "maps/normals.h"
#include "maps/slope_maps.h"
#include "maps/steady_direction.h"
#include "pipeline/routing_stage.h"
#include "pipeline/wanted.h"

namespace terrain {
namespace {

void net_change(Terrain& terrain, const Grid<float>& source) {
    terrain.erosion = terrain.deposition = Grid<float>(terrain.shape);
    for (std::size_t i = 0; i < source.size(); ++i) {
        const float change = terrain.height[i] - source[i];
        terrain.erosion[i] = std::max(0.0F, -change);
        terrain.deposition[i] = std::max(0.0F, change);
    }
}

template <class Code>
Grid<std::uint8_t> bytes_of(const Grid<Code>& codes) {
    Grid<std::uint8_t> bytes(codes.shape());
    for (std::size_t i = 0; i < codes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(codes[i]);
    return bytes;
}

/// Reference cells (of a map 256 across) as whole cells of this one, at least 1.
std::int32_t cells_of(double reference_cells, Shape shape) {
    const double cells = reference_cells * std::max(shape.width, shape.height) / 256.0;
    return static_cast<std::int32_t>(std::max(1.0, std::floor(cells + 0.5)));
}

void relief_maps(Terrain& terrain, const Recipe& recipe, ThreadPool& pool) {
    const Wanted wanted(recipe);
    const Grid<float>& height = terrain.height;
    const Metric cell(terrain.world, terrain.shape);
    if (wanted(OutputLayer::normal)) terrain.normal = surface_normals(height, cell, pool);
    if (wanted(OutputLayer::slope)) terrain.slope = slope_percent(height, cell, pool);
    if (wanted(OutputLayer::slope_degrees)) terrain.slope_degrees = slope_degrees(height, cell, pool);
    if (wanted(OutputLayer::slope_class)) terrain.slope_class = bytes_of(slope_classes(height, cell, pool));
    if (wanted(OutputLayer::aspect)) terrain.aspect = aspect_degrees(height, cell, pool);
    if (wanted(OutputLayer::profile_curvature) || wanted(OutputLayer::plan_curvature)) {
        Curvature both = curvature(height, cell, pool);
        terrain.profile_curvature = std::move(both.profile);
        terrain.plan_curvature = std::move(both.plan);
    }
}

void far_sighted_maps(Terrain& terrain, const Recipe& recipe, ThreadPool& pool) {
    const Wanted wanted(recipe);
    const Metric cell(terrain.world, terrain.shape);
    if (wanted(OutputLayer::landform)) {
        const GeomorphonParameters parameters{cells_of(recipe.maps.landform_radius, terrain.shape),
                                              recipe.maps.landform_flatness};
        terrain.landform = bytes_of(geomorphons(terrain.height, cell, parameters, pool));
    }
    if (wanted(OutputLayer::ambient_occlusion)) {
        const AmbientOcclusionParameters parameters{cells_of(recipe.maps.occlusion_radius, terrain.shape)};
        terrain.ambient_occlusion = ambient_occlusion(terrain.height, cell, parameters, pool);
    }
}

void water_maps(Terrain& terrain, const Recipe& recipe, ThreadPool& pool) {
    const Wanted wanted(recipe);
    if (wanted(OutputLayer::flow, WaterSource::particles)) {
        terrain.flow_map = flow_map(steady_direction(terrain.flow, terrain.stream, pool, terrain.world.topology()),
                                    terrain.stream, pool);
    }
    if (wanted(OutputLayer::water, WaterSource::particles)) {
        terrain.water = water_codes(terrain, terrain.water_level, terrain.stream, pool);
    }
    if (wanted(OutputLayer::splat, WaterSource::particles)) {
        terrain.splat = splat_weights(terrain, recipe.maps, terrain.water_level, terrain.stream, pool);
    }
}

/// Colours have no number for "no data": level ground, still water, black.
void blank_gaps(Terrain& terrain) {
    for (std::size_t i = 0; i < terrain.no_data.size(); ++i) {
        if (terrain.no_data[i] == 0) continue;
        if (!terrain.normal.empty()) terrain.normal[i] = {0.0F, 0.0F, 1.0F};
        if (!terrain.hillshade.empty()) terrain.hillshade[i] = Rgb8(0);
        if (!terrain.flow_map.empty()) terrain.flow_map[i] = {0.5F, 0.5F, 0.0F};
        if (!terrain.flow_map_routed.empty()) terrain.flow_map_routed[i] = {0.5F, 0.5F, 0.0F};
    }
}

}  // namespace

void derive_maps(Terrain& terrain, const Recipe& recipe, const Grid<float>& source, ThreadPool& pool,
                 Progress& progress) {
    const Wanted wanted(recipe);
    if (wanted(OutputLayer::erosion) || wanted(OutputLayer::deposition) || wanted(OutputLayer::splat)) {
        net_change(terrain, source);
    }
    derive_drainage(terrain, recipe, pool, progress);
    progress.begin("maps", 4, "maps");
    relief_maps(terrain, recipe, pool);
    progress.advance(1);
    far_sighted_maps(terrain, recipe, pool);
    progress.advance(2);
    water_maps(terrain, recipe, pool);
    progress.advance(3);
    if (wanted(OutputLayer::hillshade)) terrain.hillshade = hillshade(terrain, pool);
    blank_gaps(terrain);
    progress.advance(4);
    progress.end();
}

}  // namespace terrain
