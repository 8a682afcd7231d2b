// The sectors that one view draws, and with which tessellation factors.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "planet/cull.h"
#include "planet/lod.h"
#include "planet/scene.h"
#include "planet/sectors.h"

namespace terrain::planet {

/// A sector to draw. border: factor of each Side's edge, the lesser of the sector's own and the neighbour's, whether
/// the neighbour is drawn or not: so that culling changes no triangle of what is drawn.
struct Instance {
    std::int32_t sector = 0;
    std::int32_t level = 0;
    std::int32_t factor = 1;
    std::array<std::int32_t, 4> border{1, 1, 1, 1};

    friend bool operator==(const Instance&, const Instance&) = default;
};

struct Selection {
    std::vector<LodLevel> levels;
    std::vector<Instance> instances;  ///< by sector
};

/// Pass 1 gives every sector its level and whether it is seen; pass 2 takes the borders from the neighbours' levels.
/// With CullMode::off every sector is seen; cpu and gpu are the same here.
Selection select_sectors(const std::vector<Sector>& sectors, const Scene& scene, const View& view);

}  // namespace terrain::planet
