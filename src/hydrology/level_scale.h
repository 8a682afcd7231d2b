// The parameters of one level of the coarse-to-fine ladder, in the level's own cells and integer units.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/terrain.h"
#include "core/topology.h"
#include "hydrology/parameters.h"

namespace terrain::hydrology {

/// Heights, carried sediment and lake sums are integers of `unit` cells so that sums are exact and order-free.
struct LevelScale {
    Shape shape;
    Topology topology;
    double cell_m = 1;      ///< metres a cell: square root of the cell's area
    double height_m = 1;    ///< metres that a height of one cell stands for
    double origin_m = 0;    ///< metres of integer height 0
    float unit = 0x1p-20F;  ///< cells per integer height step, a power of two
    float inverse_unit = 0x1p20F;
    float ratio = 1;  ///< longer side / 256: reference cells to cells

    // drops
    float gravity, keep_speed_friction, capacity, stream_capacity, deposition, evaporation, limit, momentum_transfer;
    float soil_binding;
    std::int32_t full_volume = 0;     ///< water units (unit x cell^3) of a whole drop
    std::int32_t minimum_volume = 0;  ///< likewise
    float inverse_full_volume = 0;
    std::int32_t track_units = 2048;  ///< what a whole drop counts on the track
    std::int32_t maximum_steps = 0;
    int spill_rounds = 0, batch = 64;
    // pools, talus, border
    double relief_m = 0;  ///< of the ground that the level starts from
    bool pools = true;
    std::int32_t seepage = 0;         ///< height units a cycle
    std::int32_t smallest_spill = 0;  ///< water units
    double sediment_passed = 0;
    std::int32_t border_step = 0;  ///< how far the ground outside lies below the border, height units
    bool has_sea = false;
    std::int32_t sea = 0;        ///< height units
    double drops_per_cycle = 0;  ///< on tiny maps less than one

    [[nodiscard]] std::int32_t to_units(double metres) const;
    [[nodiscard]] double to_metres(std::int64_t units) const {
        return origin_m + static_cast<double>(units) * (unit * height_m);
    }
};

/// low_m, high_m: the range of the ground that the level starts from (metres); it fixes the integer unit: the
/// finest in which eight times the relief, and a few drops, fit in 32 bits.
LevelScale make_level_scale(Shape shape, const World& world, Shape full_shape, double low_m, double high_m,
                            const HydrologyParameters& parameters);

}  // namespace terrain::hydrology
