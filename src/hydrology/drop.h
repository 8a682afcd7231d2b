// A drop of water on its way down.
#pragma once

#include <cstdint>

namespace terrain::hydrology {

enum class DropState : std::uint8_t {
    running,
    left,        ///< over the border
    evaporated,  ///< too little is left of it, or it is too old
    stopped,     ///< in a dry depression or on flat ground
    in_water,    ///< at a lake or the sea
};

struct Drop {
    float x = 0, y = 0;         ///< position in cells; cell (i, j) spans [i, i+1) x [j, j+1)
    float vx = 0, vy = 0;       ///< velocity
    std::int32_t volume = 0;    ///< water units
    std::int32_t sediment = 0;  ///< carried, height units x cells
    std::uint32_t cell = 0;     ///< where it ended
    std::uint16_t age = 0;      ///< steps
    std::uint8_t rounds = 0;    ///< how often it may still go on from a lake
    DropState state = DropState::running;
};

/// What one step does to the map, applied after the batch.
struct StepLog {
    std::uint32_t cell;
    std::int32_t change;  ///< of the ground, height units
    std::int32_t track;   ///< volume in track units
    std::int16_t dx, dy;  ///< direction, 2^14 = 1
};

}  // namespace terrain::hydrology
