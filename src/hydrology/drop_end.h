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

    /// Lays sediment at a dry cell, bounded by the surroundings, what finds no room downhill from there.
    void lay_down(std::uint32_t cell, std::int32_t sediment);

  private:
    bool stop_in_pit(Drop& drop);
    void enter_water(Drop& drop);
    std::int32_t lay_under_water(std::uint32_t cell, std::int32_t sediment);
    void leave(const Drop& drop);
    void change(std::uint32_t cell, std::int32_t amount);

    ErosionMap& map_;
    Lakes& lakes_;
};

}  // namespace terrain::hydrology
