// Keeps the ground of a running simulation draining: small hollows are silted up, lakes stand where the climate keeps
// them.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/parallel.h"
#include "hydrology/erosion_map.h"
#include "hydrology/hollows.h"
#include "hydrology/lakes.h"
#include "routing/router.h"

namespace terrain::hydrology {

/// What water sees of a map. Lakes of fewer than 8 cells count as dry.
struct Surface {
    Grid<float> metres;        ///< water where there is any, else ground
    Grid<std::uint8_t> water;  ///< 1: a lake or the sea
};
void see_surface(const ErosionMap& map, const Lakes& lakes, Surface& surface);

struct DrainageUpkeep {
    double hollow_depth_m = 0;  ///< dry hollows no deeper than this are filled until they drain
    double aridity = 0;         ///< cells of catchment whose water a cell of lake loses; 0: lakes are left to the drops
};

/// Memory that is kept from call to call.
struct DrainageScratch {
    Surface surface;
    Grid<float> before;
    Routing routing;
    Hollows hollows;
};

/// Finds the drainage of the map's surface. Fills its shallow dry hollows (the fill counts as sediment that comes into
/// the map) and, with `aridity`, raises the lake of each other hollow to what its catchment feeds (the water counts as
/// carried in).
void keep_drainage(ErosionMap& map, Lakes& lakes, const DrainageUpkeep& upkeep, std::uint64_t seed, ThreadPool& pool,
                   DrainageScratch& scratch);

}  // namespace terrain::hydrology
