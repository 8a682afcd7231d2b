// Watersheds: which outlet each cell drains to.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/router.h"

namespace terrain {

struct Watershed {
    std::uint32_t outlet = 0;  ///< row-major index
    std::uint32_t cells = 0;
};

struct Watersheds {
    Grid<std::uint32_t> id;       ///< 1 + index into list; 0 where there is no data
    std::vector<Watershed> list;  ///< by index of the outlet, ascending
};

/// Every outlet has one, if only of its own cell. @throws std::invalid_argument when the routing has no order.
Watersheds find_watersheds(const Routing& routing);

}  // namespace terrain
