// The drainage of the finished ground, and the layers taken from it.
#pragma once

#include <nlohmann/json.hpp>

#include "core/parallel.h"
#include "core/progress.h"
#include "core/terrain.h"
#include "recipe/recipe.h"

namespace terrain {

/// Routes the flow over terrain.height once and fills in the layers that the outputs ask for; does nothing when none
/// does. Needs terrain.water where statistics are wanted from the hydrology's lakes.
void derive_drainage(Terrain& terrain, const Recipe& recipe, ThreadPool& pool, Progress& progress);

/// Drainage area in cells from which a cell is a stream.
std::uint32_t stream_threshold(const Recipe& recipe);

/// What water_mask says, as bytes. surface_m and river as in WaterMaskInput.
Grid<std::uint8_t> water_codes(const Terrain& terrain, const Grid<float>& surface_m, const Grid<float>& river,
                               ThreadPool& pool);

/// The splat map of the terrain for that water; 0 where there is no data.
Grid<Rgba8> splat_weights(const Terrain& terrain, const MapParameters& parameters, const Grid<float>& surface_m,
                          const Grid<float>& river, ThreadPool& pool);

}  // namespace terrain
