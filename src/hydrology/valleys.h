// Valleys before the drops come: a landscape solve by stream power along the drainage.
#pragma once

#include <cstdint>
#include <optional>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/topology.h"

namespace terrain::hydrology {

struct ValleyCut {
    double time = 0;             ///< erodibility times time, dimensionless
    int steps = 1;               ///< in so many steps, with the drainage found anew before each
    double area_exponent = 0.5;  ///< of the drainage area
    double hollow_depth_m = 0;   ///< hollows no deeper than this are filled until they drain
    std::optional<double> sea_level_m;
    Topology topology{};
};

/// Lowers `ground` (metres) by the stream-power law (routing/stream_power.h), so that branching valleys run through to
/// the border or the sea, then fills shallow hollows. Lengths count in the map's longer side, so that the landscape is
/// the same at every size.
void carve_valleys(Grid<float>& ground, double cell_m, const ValleyCut& cut, std::uint64_t seed, ThreadPool& pool);

}  // namespace terrain::hydrology
