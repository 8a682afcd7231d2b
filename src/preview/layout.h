// How a flat map is laid around a planet, and what is done to a map at the poles.
#pragma once

#include "core/grid.h"
#include "core/parallel.h"
#include "core/topology.h"
#include "planet/scene.h"
#include "preview/parameters.h"

namespace terrain {

/// A planet's map from a terrain's cells: copies side by side, each second one mirrored if tiling says so, and then as
/// many cells as `shape`.
struct Layout {
    Shape shape;              ///< of the planet's map
    std::int32_t across = 1;  ///< copies around the equator; even where mirrored
    std::int32_t down = 1;    ///< copies from pole to pole
    bool mirrors = false;
    Topology topology;  ///< of the terrain
};

/// At most `widest` columns and half as many rows.
Layout layout_of(Shape terrain, bool is_planet, Tiling tiling, std::int32_t widest);

/// The layer, laid out. An empty layer gives an empty map.
planet::Map<float> lay_out(const Grid<float>& layer, const Layout& layout);

/// Near a pole texels are narrower than they are high: there each row is averaged around the pole over as many texels
/// as make one's height, and the first and last row altogether. `stride` values a texel.
void round_poles(std::vector<float>& values, Shape shape, std::size_t stride, ThreadPool& pool);

}  // namespace terrain
