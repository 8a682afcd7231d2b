// The scene that a recipe's preview asks for.
#pragma once

#include <string>
#include <vector>

#include "core/parallel.h"
#include "core/terrain.h"
#include "planet/scene.h"
#include "preview/parameters.h"

namespace terrain {

/// File names of the pictures: preview.png, or preview_000.png, preview_001.png ... of a turntable.
std::vector<std::string> preview_files(const PreviewParameters& preview);

/// Bytes that making and rendering the scene of a terrain takes, roughly.
std::uint64_t preview_memory(Shape terrain, const PreviewParameters& preview);

/// The bounds of single values are the recipe's to check. Throws UserError where values that are
/// right alone make no picture together (an eye inside the planet).
planet::Scene make_scene(const Terrain& terrain, bool is_planet, const PreviewParameters& preview, std::uint64_t seed,
                         ThreadPool& pool);

}  // namespace terrain
