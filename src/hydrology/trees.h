// Trees: they seed, spread and die with the water and the slopes, and their roots hold the soil.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "hydrology/erosion_map.h"
#include "hydrology/parameters.h"

namespace terrain::hydrology {

struct Plant {
    std::uint32_t cell;
    float size;  ///< 0.5 at birth, towards 1
};

/// The trees of one level. Source: hydrology specification, sections 5 and B.6; the root kernel (5, 3, 2 fifths) is
/// kept in integers in ErosionMap::attributes.
class Forest {
  public:
    Forest(ErosionMap& map, const TreeParameters& parameters, std::uint64_t seed);

    /// Once the ground is set, before anything is planted: the tree line.
    void begin() { update_line(); }
    /// One cycle: trees seed at random places and beside others, grow, and die of water, steepness and chance.
    void grow();
    /// Plants trees brought from a coarser level, where they can stand.
    void plant(std::uint32_t cell, float size);
    /// Removes every tree that stands in water, in a stream, too steep or too high: at the end, when the map is final.
    void clear_unfit();

    [[nodiscard]] const std::vector<Plant>& trees() const { return trees_; }

  private:
    [[nodiscard]] bool fit(std::uint32_t cell) const;
    void root(std::uint32_t cell, int sign);
    void update_line();
    void seed(std::uint64_t pass);
    void spread(std::uint64_t pass);
    void die(std::uint64_t pass);

    ErosionMap& map_;
    const TreeParameters& parameters_;
    RandomStream seeds_, spreads_, deaths_;
    std::vector<Plant> trees_;
    std::uint64_t passes_ = 0;
    std::int32_t line_ = 0;  ///< tree line, height units
};

}  // namespace terrain::hydrology
