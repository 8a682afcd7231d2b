// Horton's laws of stream numbers and lengths.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "routing/router.h"

namespace terrain {

/// The streams of one Strahler order: unbroken runs of stream cells of that order. A lone outlet is none.
struct StreamOrder {
    int order = 1;
    std::uint64_t streams = 0;
    double length_m = 0;  ///< of all of them, each down to the stream it joins or to its outlet
};

/// Horton (1945) with Strahler's orders (1957). Ratios are exp(|slope|) of the straight line through ln(count) or
/// ln(mean length) over the order; none for less than two orders.
struct HortonLaws {
    std::vector<StreamOrder> orders;          ///< ascending, without gaps
    std::optional<double> bifurcation_ratio;  ///< streams of one order to those of the next; 3 to 5 in nature
    /// Mean length of one order to that of the one before; 1.5 to 3.5 in nature. From three orders on the highest one,
    /// which the map's edge cuts short, is left out.
    std::optional<double> length_ratio;
};

/// Of the streams of stream_mask(routing, threshold); cell_size_m in metres.
/// @throws std::invalid_argument when the routing has no order.
HortonLaws horton_laws(const Routing& routing, std::uint32_t threshold, double cell_size_m);

}  // namespace terrain
