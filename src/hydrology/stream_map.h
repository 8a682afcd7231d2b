// Stream map, discharge and momentum: running means of where the cycles' water went.
#pragma once

#include "core/parallel.h"
#include "hydrology/erosion_map.h"
#include "hydrology/parameters.h"

namespace terrain::hydrology {

/// Ends a cycle: discharge := mean of it and this cycle's share of the rain that crossed the cell (the linear mean is
/// kept and saturated afterwards: s = q / (q + half_share), so that s does not depend on the drops a cycle); clears the
/// tracks. drops: that rained in the cycle; with none nothing changes. rate: 0..1, weight of this cycle.
void update_streams(ErosionMap& map, std::uint64_t drops, float rate, const StreamParameters& parameters,
                    ThreadPool& pool);

/// The stream map from the discharge as it is, without a new cycle.
void saturate_streams(ErosionMap& map, const StreamParameters& parameters, ThreadPool& pool);

}  // namespace terrain::hydrology
