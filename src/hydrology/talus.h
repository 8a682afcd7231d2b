// Slopes above the angle of repose creep down; single-cell peaks and dry pits are eased.
#pragma once

#include "core/parallel.h"
#include "hydrology/commit.h"
#include "hydrology/erosion_map.h"
#include "hydrology/lakes.h"
#include "hydrology/parameters.h"

namespace terrain::hydrology {

/// One Jacobi pass over the map, conserving in integers. Each pair of neighbours above the repose slope exchanges
/// creep / 8 of its excess; a cell more than `relax` above all eight neighbours, or below all of them and dry,
/// gives or takes half of the excess. Source: hydrology findings, "Relax pass", and specification, section 7.
void creep(ErosionMap& map, Lakes& lakes, const TalusParameters& parameters, ThreadPool& pool);

}  // namespace terrain::hydrology
