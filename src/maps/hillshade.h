// Coloured relief for people to look at.
#pragma once

#include "core/grid.h"
#include "core/parallel.h"
#include "core/terrain.h"

namespace terrain {

/// A shaded relief of the terrain, sRGB, in the shape of terrain.height (empty without it). Any other layer may be
/// missing; then what it shows is missing too. Two of different shape throw std::invalid_argument.
///
/// - Light: four lights around the north-west and the sky (relief_light.h), on slopes in metres, scaled by
///   slope_factor (relief_statistics.h) where the relief as a whole is low or steep.
/// - Land: by height from meadow over dry grass to alpine ground, rock where steep, snow on top of high relief, forest
///   by tree density. A planet without sea, other water and trees is grey, as a moon is.
/// - Water: coloured by depth and lit as the flat surface it is, whatever the bed; sea and lakes from water_level, or
///   the sea alone from world.sea_level_m; shores are drawn where the surface cuts the ground, between cells; rivers
///   from the stream map.
/// Colours are mixed in linear light and converted to sRGB at the end.
Grid<Rgb8> hillshade(const Terrain& terrain, ThreadPool& pool);

}  // namespace terrain
