// What a run will do, in words.
#pragma once

#include <string>

#include "pipeline/pipeline.h"
#include "recipe/recipe.h"

namespace terrain {

/// Several lines: name, seed, size, world, output folder, stages, files with their greatest sizes, memory.
std::string plan_text(const Recipe& recipe, const Plan& plan, const std::string& recipe_file,
                      const std::filesystem::path& out);

}  // namespace terrain
