// Mean of a layer over a square window.
#pragma once

#include "core/grid.h"
#include "core/parallel.h"
#include "core/topology.h"

namespace terrain {

/// The mean over the cells within `radius` (>= 0) of each cell along both axes, of those that lie on the map (joined
/// edges are no end).
/// Running sums: the cost does not depend on the radius. The result does not depend on the number of threads.
Grid<float> local_mean(const Grid<float>& values, std::int32_t radius, ThreadPool& pool, const Topology& topology = {});

}  // namespace terrain
