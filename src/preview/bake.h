// From the layers of a terrain to the three maps of a planet scene.
#pragma once

#include "core/parallel.h"
#include "core/terrain.h"
#include "planet/scene.h"
#include "preview/parameters.h"

namespace terrain {

/// Lays the terrain around the planet and fills in heights, normals, surface, detail and the bounds of the geometry.
/// A planet's own map is taken as it is; a flat one is tiled (Tiling) so that its cells come out about square at the
/// equator. terrain.height must be there; the other layers add what they have. Maps wider than
/// `widest` are made smaller.
/// Height 0 of the scene is the sea level, or the lowest ground where there is no sea.
void bake_maps(const Terrain& terrain, bool is_planet, const PreviewSurface& surface, std::int32_t widest,
               std::uint64_t seed, ThreadPool& pool, planet::Scene& scene);

/// Normals of a map of heights on the unit sphere: exact slopes with the latitude's term, by 3 x 3 Sobel weights, the
/// neighbours beyond a pole half a turn away. Rows of a pole are level. Slopes are
/// multiplied by `shading`.
planet::Map<planet::PackedNormal> sphere_normals(const planet::Map<float>& heights, float shading, ThreadPool& pool);

}  // namespace terrain
