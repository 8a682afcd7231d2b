// How the length and the slope of channels go with their drainage area.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "routing/router.h"

namespace terrain {

/// Cells with a drainage area of 2^k to 2^(k+1) - 1 cells.
struct AreaBin {
    double area_m2 = 0;  ///< mean
    double median = 0;   ///< of the quantity (the lower one of an even number), > 0
    std::uint64_t cells = 0;
};

/// quantity = factor * area^exponent (area in m^2): least squares through the logarithms of the bins' medians, weighted
/// by the root of the number of cells (more cells tell more, but those along one channel tell much the same). Used are
/// the bins of at least kFitCells cells whose areas all reach the threshold; there is no law with less than three.
struct ScalingLaw {
    std::vector<AreaBin> bins;  ///< ascending; those whose median is 0 are left out
    std::optional<double> exponent;
    std::optional<double> factor;
};

inline constexpr std::uint64_t kFitCells = 10;

/// Hack's law (1957), L ~ A^h: the length in metres of the longest watercourse that ends in a cell (its first cell
/// counts with its width) over the cell's drainage area, for all cells from `threshold` cells of area on. In nature h
/// is 0.5 to 0.6. @throws std::invalid_argument when the routing has no order.
ScalingLaw hack_law(const Routing& routing, std::uint32_t threshold, double cell_size_m);

/// Slope-area relation (Flint 1974), S ~ A^-theta; the concavity theta is minus the exponent, in nature 0.3 to 0.6. The
/// slope is the drop of the filled surface to the receiver, rise over run; lakes, outlets and cells without data are
/// left out. The bins begin at one cell, so that hillslopes show; the law at `threshold` cells.
/// height_m: the map that the routing was made from.
ScalingLaw slope_area_law(const Grid<float>& height_m, const Routing& routing, std::uint32_t threshold,
                          double cell_size_m);

}  // namespace terrain
