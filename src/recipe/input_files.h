// Whether a recipe keeps to its folder.
#pragma once

#include <filesystem>

#include "recipe/recipe.h"

namespace terrain {

/// UserError if the recipe's heightmap lies outside of the recipe's folder, symbolic links followed. It need not exist.
void check_input_files(const Recipe& recipe, const std::filesystem::path& recipe_file);

}  // namespace terrain
