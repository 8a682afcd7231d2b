// Hypsometry: how the area is spread over the heights, and what that says of the relief's age.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "routing/watersheds.h"

namespace terrain {

/// The stages of the cycle of erosion by the hypsometric integral (Strahler 1952, "Hypsometric (area-altitude) analysis
/// of erosional topography"): youth above 0.60, maturity from 0.35, old age below.
enum class ReliefAge : std::uint8_t { youth, maturity, old_age };

constexpr ReliefAge relief_age(double integral) {
    return integral > 0.60 ? ReliefAge::youth : integral >= 0.35 ? ReliefAge::maturity : ReliefAge::old_age;
}

/// Heights in metres; all 0 without cells.
struct ReliefRange {
    std::uint64_t cells = 0;
    double min_m = 0;
    double mean_m = 0;
    double max_m = 0;
    /// (mean - min) / (max - min), 0 to 1; none where all heights are equal or there are no cells.
    std::optional<double> integral;
    std::optional<ReliefAge> age;
};

inline constexpr int kHypsometricPoints = 51;

struct Hypsometry {
    ReliefRange range;
    /// [k]: the share of the area at or above min + k / 50 * (max - min); never rises, [0] is 1. Empty without cells.
    std::vector<double> curve;
};

/// Of the cells where mask is not 0; both of one shape, height_m in metres.
Hypsometry hypsometry(const Grid<float>& height_m, const Grid<std::uint8_t>& mask, ThreadPool& pool);

struct BasinRelief {
    std::uint32_t outlet = 0;  ///< row-major index
    ReliefRange range;
};

/// The `most` basins with the most cells under the mask, largest first (equal ones by outlet).
std::vector<BasinRelief> basin_relief(const Grid<float>& height_m, const Grid<std::uint8_t>& mask,
                                      const Watersheds& basins, std::size_t most);

}  // namespace terrain
