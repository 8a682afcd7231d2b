// Values from the command line put into the tree of a recipe file, before anything is validated.
#pragma once

#include "recipe/json_tree.h"
#include "recipe/recipe.h"

namespace terrain {

/// Sets the value at the override's path, making objects on the way and appending to an array at its end. `index` is
/// the override's, for the places of what it sets. Throws UserError naming the flag.
void apply_override(JsonNode& root, const Override& change, int index);

}  // namespace terrain
