// The hollows of a map: what fills up to one level and drains over one outlet.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "routing/router.h"

namespace terrain::hydrology {

struct Hollow {
    float spill = 0;          ///< level at which it runs over (unit of the heights)
    float depth = 0;          ///< of its deepest cell below the spill level
    std::uint32_t cells = 0;  ///< below the spill level
    bool wet = false;         ///< holds standing water
    std::uint32_t exit = 0;   ///< its cell that drains out of it
};

struct Hollows {
    static constexpr std::uint32_t kNone = 0xffffffffU;
    std::vector<std::uint32_t> of;  ///< a cell's hollow, or kNone
    std::vector<Hollow> list;
};

/// The hollows of `height` (water where there is any, else ground), of which `routing` (with its order) was made.
/// Nested hollows count as the one that holds them. water: 1 = under a lake or the sea.
const Hollows& find_hollows(const Grid<float>& height, const Grid<std::uint8_t>& water, const Routing& routing,
                            Hollows& out);

/// The least rise a cell of ground that drains: a small share of the map's mean slope (relief / longer side).
float drained_rise(const Grid<float>& height);

/// Raises the dry hollows no deeper than `depth` until they drain, along the receivers of `routing`, at least `rise`
/// (> 0) a cell: ground that water has worked on has none but its lakes. water: 1 = a lake or the sea, not raised.
void fill_hollows(Grid<float>& height, const Grid<std::uint8_t>& water, const Routing& routing, const Hollows& hollows,
                  float depth, float rise);

/// What the climate lets stand in each hollow: 0 to hollow.cells cells, by hollow. A lake loses over a cell of its
/// water what `aridity` cells of its catchment bring it, and hands on what is left; one that gets too little is as
/// large as what it gets.
std::vector<std::uint32_t> lake_areas(const Routing& routing, const Hollows& hollows, double aridity);

}  // namespace terrain::hydrology
