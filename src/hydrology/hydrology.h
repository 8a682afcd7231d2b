// Hydrology: drops that descend and flood, streams, pools, trees and talus, from a coarse map to the size asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "core/terrain.h"
#include "hydrology/parameters.h"

namespace terrain {

/// Changes whenever the same input gives other samples than before.
constexpr int kHydrologyVersion = 2;

struct HydrologyInput {
    Shape shape;
    World world;  ///< cell_size_m is that of `shape`
    std::uint64_t seed = 0;
    HydrologyParameters parameters;
    /// The uneroded ground in metres at any size: the same landscape, without detail finer than that size shows.
    std::function<Grid<float>(Shape)> source;
};

/// Volumes in cubic metres. before = after + left_map + residual; residual is 0 but for rounding.
struct MassBudget {
    double before = 0, after = 0, left_map = 0, residual = 0;
};
/// Cubic metres, over all levels. rained + carried_in = evaporated (and seeped) + left_map + handed_on + stored +
/// residual; carried_in is what the lakes began each finer level with, handed_on what they held at the end of the
/// coarser one.
struct WaterBudget {
    double rained = 0, carried_in = 0, evaporated = 0, left_map = 0, handed_on = 0, stored = 0, residual = 0;
};

struct LakeSummary {
    double area_m2 = 0, volume_m3 = 0, level_m = 0, deepest_m = 0;
    std::int32_t x = 0, y = 0;  ///< its deepest cell
};

struct HydrologyResult {
    Grid<float> source;       ///< metres, at the size asked for
    Grid<float> height;       ///< ground, metres
    Grid<float> water_level;  ///< metres
    Grid<float> pool;         ///< depth of lakes and sea, metres
    Grid<float> stream;       ///< 0..1
    Grid<glm::vec2> flow;     ///< mean direction of motion, x east, y south; length 0..1
    Grid<float> trees;        ///< plant density, 0..1
    std::vector<Tree> tree_list;
    MassBudget mass;
    WaterBudget water;
    std::vector<LakeSummary> lakes;  ///< by area, largest first
    std::uint64_t drops = 0, steps = 0;
};

/// The sizes that the hydrology runs at, coarsest first, the last one `shape`; each about twice the one before.
std::vector<Shape> hydrology_ladder(Shape shape);

/// Bytes of memory the hydrology takes at its peak for a map of `shape`, inputs and results included.
std::uint64_t hydrology_memory(Shape shape);

/// Determined by the input alone, whatever the threads. cycles == 0 returns the source's ground unchanged (bit for
/// bit).
HydrologyResult run_hydrology(const HydrologyInput& input, ThreadPool& pool, Progress& progress);

}  // namespace terrain
