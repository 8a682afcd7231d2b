// Where drops end: what they carry is laid down, their water goes into lakes, over the border or into the air.
#pragma once

#include "hydrology/drop.h"
#include "hydrology/erosion_map.h"
#include "hydrology/lakes.h"

namespace terrain::hydrology {

/// Ends drops on the map, one after the other. Source: hydrology specification, Part B, points 3 and 4.
class DropEnd {
  public:
    DropEnd(ErosionMap& map, Lakes& lakes) : map_(map), lakes_(lakes) {}

    /// Books a drop that no longer runs. True: it runs on (drop.state is `running` again), because it filled the pit
    /// that it stood in.
    bool finish(Drop& drop);

    /// Lays sediment at a cell, bounded by the surroundings, and what finds no room downhill from there. What finds
    /// none on all that way counts as carried off the map.
    void lay_down(std::uint32_t cell, std::int32_t sediment);

    /// A change for which `cell` had no room: deposits go downhill, what was worn is taken from the bank (by way of
    /// map.waiting).
    void move_rest(std::uint32_t cell, std::int32_t rest);

  private:
    bool stop_in_pit(Drop& drop);
    void enter_water(Drop& drop);
    [[nodiscard]] std::int32_t room_below_inflow(std::uint32_t cell) const;
    std::int32_t lay_under_water(std::uint32_t cell, std::int32_t sediment);
    void leave(const Drop& drop);
    void change(std::uint32_t cell, std::int32_t amount);

    ErosionMap& map_;
    Lakes& lakes_;
};

}  // namespace terrain::hydrology
