// The maps made from the finished ground.
#pragma once

#include "core/parallel.h"
#include "core/progress.h"
#include "core/terrain.h"
#include "recipe/recipe.h"

namespace terrain {

/// Fills in the layers that the outputs ask for. source: the ground before the hydrology.
void derive_maps(Terrain& terrain, const Recipe& recipe, const Grid<float>& source, ThreadPool& pool,
                 Progress& progress);

}  // namespace terrain
