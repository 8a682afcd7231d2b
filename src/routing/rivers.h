// Rivers as lines: the reaches between heads, confluences and outlets.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

#include "routing/router.h"

namespace terrain {

struct Reach {
    /// Cells from the head or confluence down to the next confluence or the outlet, both ends included (so the last
    /// cell is the first one of the reach below); at least two. On a periodic map a step may cross the edge.
    std::vector<std::uint32_t> cells;
    int order = 1;           ///< Strahler
    double length_m = 0;     ///< along the cells' centres
    std::uint32_t area = 0;  ///< drainage area in cells at its lower end, without the other arms of a confluence
    std::int64_t next = -1;  ///< index of the reach below, or -1
};

/// The reaches of the streams of stream_mask(routing, threshold), by index of their first cell.
/// @throws std::invalid_argument when the routing has no order.
std::vector<Reach> find_rivers(const Routing& routing, std::uint32_t threshold, double cell_size_m);

/// Centre of a cell in metres east of the map's west edge and south of its north edge.
glm::dvec2 cell_centre_m(Shape shape, std::uint32_t cell, double cell_size_m);

}  // namespace terrain
