// Direction and strength of the flow from routing, for the flow map (flow_map.h).
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>

#include "core/grid.h"
#include "core/parallel.h"
#include "routing/multiple_flow.h"
#include "routing/router.h"

namespace terrain {

struct RoutedFlow {
    /// Unit vectors, x east, y south; 0 where nothing flows: without data, and at outlets that no cell drains to.
    Grid<glm::vec2> direction;
    Grid<float> strength;  ///< drainage area on the log scale of drainage_scale.h, 0 to 1; 0 where there is no data
};

/// The flow along the D8 receivers. Their eight directions are smoothed along the water's own way: a cell takes the
/// direction from where its main stream was `reach` steps above (at each step the donor with the largest drainage area,
/// then the least index) to where it is `reach` steps below. Nothing is mixed across divides. An outlet goes on as its
/// main stream comes. reach: 0 to 64; 0 gives the plain eight directions.
/// @throws UserError for another reach.
RoutedFlow routed_flow(const Routing& routing, int reach, ThreadPool& pool);

/// The flow of multiple-flow routing: smooth on hillslopes; level water (lakes and plains), outlets and cells whose
/// directions cancel take the one along the receivers.
/// `multiple` is multiple_flow(routing). @throws UserError for a reach out of range.
RoutedFlow routed_flow(const Routing& routing, const MultipleFlow& multiple, int reach, ThreadPool& pool);

}  // namespace terrain
