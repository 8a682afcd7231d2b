// Applies what a batch of drops did to the map.
#pragma once

#include <cstdint>
#include <vector>

#include "hydrology/drop.h"
#include "hydrology/erosion_map.h"

namespace terrain::hydrology {

struct GroundEvent {
    std::uint32_t cell;
    std::int32_t change;
};

/// Scratch of one worker.
struct CommitScratch {
    std::vector<std::uint32_t> touched, repeated;
    std::vector<GroundEvent> rest;
};

/// Sums the logged changes per cell, clamps each cell's total to the range of its neighbourhood (what does not fit
/// stays in map.change and its cell goes to `waiting`), spreads each total over 3 x 3 cells by the tent
/// (1/4, 1/8, 1/16), and adds the crossings to the track. Touches cells within one of those logged or waiting alone.
/// Changes near lakes are appended to `near_lakes`, for Lakes::ground_changed; what the kernel lays outside the map is
/// added to `left`. Integer sums: the result does not depend on the order of the log.
void commit(ErosionMap& map, std::span<const StepLog> log, std::vector<std::uint32_t>& waiting, CommitScratch& scratch,
            std::vector<GroundEvent>& near_lakes, std::int64_t& left);

}  // namespace terrain::hydrology
