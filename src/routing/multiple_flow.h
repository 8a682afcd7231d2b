// Multiple-flow routing: smooth drainage on hillslopes.
#pragma once

#include <glm/vec2.hpp>

#include "routing/router.h"

namespace terrain {

struct MultipleFlow {
    Grid<double> area;          ///< drainage area in cells, the own one included; 0 where there is no data
    Grid<glm::vec2> direction;  ///< mean of the directions out of the cell (x east, y south), by share; 0 at outlets
};

/// Each cell hands its flow to all lower neighbours of the filled surface, in proportion to slope ^ exponent (Freeman
/// 1991, whose exponent is 1.1); a flat cell hands it to its receiver. Higher exponents are closer to D8.
/// @throws UserError unless exponent is finite and > 0.
MultipleFlow multiple_flow(const Routing& routing, double exponent = 1.1);

}  // namespace terrain
