// Valleys before the drops come: a landscape solve by stream power along the drainage.
#pragma once

#include <cstdint>
#include <optional>

#include "core/grid.h"
#include "core/parallel.h"

namespace terrain::hydrology {

/// Lowers `ground` (metres) by the stream-power law (routing/stream_power.h), so that branching valleys run through to
/// the border or the sea. Lengths count in the map's longer side, so that the landscape is the same at every size.
/// time: erodibility times time, dimensionless; taken in `steps` steps, with the drainage found anew before each.
void carve_valleys(Grid<float>& ground, double cell_m, std::optional<double> sea_level_m, double time, int steps,
                   double area_exponent, std::uint64_t seed, ThreadPool& pool);

}  // namespace terrain::hydrology
