// The ground before any water ran, at any size.
#pragma once

#include <functional>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "recipe/recipe.h"

namespace terrain {

/// Metres at a size: the recipe's Perlin noise without the octaves that the size cannot show, or the heightmap
/// resampled. Throws what reading the heightmap throws. The pool and the progress must outlive the result.
std::function<Grid<float>(Shape)> make_source(const Recipe& recipe, ThreadPool& pool, Progress& progress);

}  // namespace terrain
