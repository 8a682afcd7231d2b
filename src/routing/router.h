// Flow routing: depression filling, receivers and drainage area of a height map.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/topology.h"

namespace terrain {

struct RoutingInput {
    const Grid<float>* height = nullptr;            ///< any unit; at least one cell, finite where there is data
    std::uint64_t seed = 0;                         ///< of the scatter on flats and planes
    std::optional<float> sea_level = std::nullopt;  ///< cells at or below it are outlets
    Topology topology{};                            ///< joined edges are neighbours and no outlets
    bool jitter = true;                             ///< false: no scatter (straight parallel streams, for comparison)
    const Grid<std::uint8_t>* no_data = nullptr;    ///< 1 = no data: no flow enters, and its neighbours are outlets
    /// Whether border cells are outlets. Without: the border is a wall; if the map then, or a map without any border,
    /// has neither a cell at sea level nor one without data, its lowest cells are the outlets.
    bool open_border = true;
    bool with_order = false;  ///< fill Routing::order too
};

/// The drainage of a map. Outlets (roots) are the border cells (unless closed), the cells at or below sea level and the
/// neighbours of cells without data.
struct Routing {
    Shape shape;
    Topology topology;
    /// Least height to which water rises at a cell before it runs to an outlet: the minimax height over all 8-connected
    /// paths. Never below the ground; lakes are exactly level. The input's value where there is no data.
    Grid<float> filled;
    Grid<std::uint8_t> receiver;  ///< ESRI D8 code (d8.h); 0 at outlets and where there is no data
    Grid<std::uint32_t>
        area;  ///< drainage area in cells (of whatever width), the own one included; 0 where there is no data
    /// All cells, each after its donors, if asked for (O'Callaghan & Mark's order; reversed, each after its receiver).
    std::vector<std::uint32_t> order;
};

/// Routes the flow over `input`. The result depends on the heights, the sea level, the data mask and the seed alone.
///
/// - Filling gives the surface of the Priority-Flood (Barnes, Lehman & Mulla 2014), through the graph of basins and
///   their passes: a minimum spanning forest rooted at the outlets.
/// - A cell with a lower neighbour on the filled surface drains by D8 whose diagonals count 1 / (2 - r) in place of
///   1 / sqrt 2, r in [0, 1) by the cell's hash (Rho8, Fairfield & Leymarie 1991): on a tilted plane the mean direction
///   is the plane's, where D8 draws parallel rulers. Equal candidates: the smaller hash, then the smaller index.
/// - A cell without one drains over cells of its own level along the shortest path to one that has; the length of a
///   step is scattered by a factor 1 to 3 by the hash of the cell it enters, so that streams on plains and lakes
///   wander.
///
/// Only differences and comparisons of heights count: scaling by a power of two or an exact offset changes nothing.
/// A closed border costs a copy of the map. On a planet lengths are metric: cells are narrower near the poles. A map
/// whose north and south edges are joined, and a planet, are routed on one thread.
/// @throws UserError for an empty map, a height that is not finite, masks of another shape, 2^32 cells and more.
Routing route(const RoutingInput& input, ThreadPool& pool);

/// As above, into the memory of an earlier result.
void route(const RoutingInput& input, ThreadPool& pool, Routing& result);

}  // namespace terrain
