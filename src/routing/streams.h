// Streams: the cells whose drainage area reaches a threshold, and their Strahler order.
#pragma once

#include <cstdint>

#include "routing/router.h"

namespace terrain {

/// 1 where the drainage area is at least `threshold` cells (>= 1), else 0.
Grid<std::uint8_t> stream_mask(const Routing& routing, std::uint32_t threshold);

/// Strahler's order (1957) of the streams of stream_mask: 1 from a head on; where two or more of the greatest order k
/// meet, k + 1. 0 off the streams.
/// @throws std::invalid_argument when the routing has no order.
Grid<std::uint8_t> strahler_order(const Routing& routing, std::uint32_t threshold);

/// @throws std::invalid_argument unless `routing` was made with its topological order.
void require_order(const Routing& routing);

}  // namespace terrain
