// Keeps the ground near a planet's poles as smooth as elsewhere.
#pragma once

#include "core/parallel.h"
#include "hydrology/erosion_map.h"
#include "hydrology/lakes.h"

namespace terrain::hydrology {

/// Where cells are at most half as wide as high, replaces each cell's ground by the mean over a stretch of its row
/// about as long as a cell is high: columns of less would stand and fall as walls and shafts, whose slopes no map of
/// that size can show. Rows keep their volume (what rounds goes to sediment_left). Nothing on maps that are no planet.
/// Source: the polar filters of models on grids of longitude and latitude (Arakawa & Lamb 1977).
void smooth_poles(ErosionMap& map, Lakes& lakes, ThreadPool& pool);

}  // namespace terrain::hydrology
