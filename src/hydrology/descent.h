// Descent of drops over frozen terrain.
#pragma once

#include <vector>

#include "hydrology/drop.h"
#include "hydrology/erosion_map.h"

namespace terrain::hydrology {

/// Walks a running drop up to `steps` steps of one cell over the map as it is, without changing it; what each step
/// would do is appended to `log`. On return drop.state says whether it still runs. Source: hydrology findings, "Step".
void descend(const ErosionMap& map, Drop& drop, int steps, std::vector<StepLog>& log);

}  // namespace terrain::hydrology
