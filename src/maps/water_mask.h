// Where the map is under water, as codes and as shares of cells.
#pragma once

#include <cstdint>
#include <optional>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

enum class WaterCode : std::uint8_t { land = 0, sea = 1, lake = 2, river = 3 };

/// Layers of one shape; null is a layer that there is not.
struct WaterMaskInput {
    const Grid<float>* height_m = nullptr;   ///< the ground
    const Grid<float>* surface_m = nullptr;  ///< the water's surface, the ground where there is none
    std::optional<double> sea_level_m = std::nullopt;
    const Grid<float>* river = nullptr;  ///< strength of running water, 0 to 1
    float river_from = 0.5F;             ///< the strength from which a cell is a river, > 0
    Metric metric{10.0};
};

/// Sea: ground below the sea level, unless a surface above that level makes it a lake. Lake: a surface more than 1 cm
/// above the ground. River: elsewhere, strength from river_from on.
/// @throws std::invalid_argument without height or for layers of another shape; UserError unless river_from > 0.
Grid<WaterCode> water_mask(const WaterMaskInput& input, ThreadPool& pool);

/// The share of each cell that is under water, 0 to 1. Sea and lakes: all of the cell, but at the shore, where the
/// surface cuts the ground's slope: half a cell at a depth of 0, so that the waterline runs between cells. Rivers:
/// their strength, whatever river_from. `mask` is water_mask(input). Throws as water_mask does.
Grid<float> water_coverage(const WaterMaskInput& input, const Grid<WaterCode>& mask, ThreadPool& pool);

}  // namespace terrain
