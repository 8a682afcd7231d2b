// The ground before any water ran, at any size.
#pragma once

#include <functional>

#include "core/georeference.h"
#include "core/grid.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "recipe/recipe.h"

namespace terrain {

struct Source {
    /// Metres at a size: the recipe's Perlin noise without the octaves that the size cannot show, or the heightmap
    /// resampled.
    std::function<Grid<float>(Shape)> ground;
    Grid<std::uint8_t> no_data;  ///< at the recipe's size: 1 = no data (then `ground` is what lies near); empty: none
    GeoReference geo;            ///< at the recipe's size
};

/// Throws what reading the heightmap throws. The pool and the progress must outlive the result. Cells without data are
/// an error when the hydrology is on and the recipe gives them no height.
Source make_source(const Recipe& recipe, ThreadPool& pool, Progress& progress);

}  // namespace terrain
