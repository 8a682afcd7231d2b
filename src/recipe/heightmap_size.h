// What a recipe takes from its heightmap.
#pragma once

#include "recipe/recipe.h"

namespace terrain {

/// Sets the size and the cell size that recipe.from_heightmap asks for. UserError for a heightmap that cannot be read
/// or a cell size out of range.
void complete_from_heightmap(Recipe& recipe);

}  // namespace terrain
