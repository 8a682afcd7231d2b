// The direction of running water, steadied for flow maps.
#pragma once

#include <glm/vec2.hpp>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/topology.h"

namespace terrain {

/// The hydrology's mean directions hold the wandering of single drops. Here each cell gets the mean of the 7 x 7 cells
/// around it, weighted by their strength, as a unit vector; zero where the strength is too small for 8 bits to show,
/// and where no direction prevails. direction: x east, y south; strength: 0 to 1; of one shape. The 7 x 7 cells reach
/// over joined edges, but not over a pole, where directions turn round.
Grid<glm::vec2> steady_direction(const Grid<glm::vec2>& direction, const Grid<float>& strength, ThreadPool& pool,
                                 const Topology& topology = {});

}  // namespace terrain
