// The channels of a coarse level, cut into the ground of the next finer one.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/parallel.h"
#include "hydrology/simulation.h"

namespace terrain::hydrology {

/// Lowers the cells of `fine` (metres) that lie under a channel of `coarse`, or under the outlet of one of its lakes,
/// to the bed of the channel: between the banks, interpolation would raise a bed that is one cell wide, and with it the
/// lakes above it.
void burn_rivers(Simulation& coarse, std::uint64_t seed, ThreadPool& pool, Grid<float>& fine);

}  // namespace terrain::hydrology
