// Ambient occlusion: how much of the sky the ground around leaves open.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

struct AmbientOcclusionParameters {
    std::int32_t radius = 24;  ///< cells that the horizon is looked for in, >= 1
    int directions = 16;       ///< 8 or 16
};

/// Openness of the sky in [0, 1], 1 = all of it: the sky-view factor 1 - mean(sin of the horizon's elevation) over the
/// directions (Zaksek, Ostir & Kokalj 2011), the horizon being at least level. The directions are the eight to the
/// neighbours and, of 16, those of a knight's move; the latter are left out where the radius does not reach them.
/// Nothing rises beyond the map's border. Level ground, planes' crests and summits give exactly 1.
///
/// height_m in metres, the metric of its cells; the result has the shape of height_m.
/// @throws UserError for a parameter out of range.
Grid<float> ambient_occlusion(const Grid<float>& height_m, const Metric& metric,
                              const AmbientOcclusionParameters& parameters, ThreadPool& pool);

}  // namespace terrain
