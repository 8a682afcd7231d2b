// From one level of the hydrology to the next finer one. Source: hydrology findings, "Coarse to fine".
#pragma once

#include <memory>
#include <vector>

#include "core/grid.h"
#include "hydrology/hydrology.h"
#include "hydrology/simulation.h"

namespace terrain::hydrology {

/// One level: its source and its running simulation.
struct Level {
    Grid<float> source;  ///< metres
    Simulation simulation;
    double net_change_m3 = 0;  ///< ground volume minus source volume, at the level's start
};

/// Cycles of each level (coarsest first): most where cells are few; at least one each while there are enough.
std::vector<int> share_cycles(int cycles, std::size_t levels);

/// Samples `coarse` bilinearly at the cell centres of `shape` (centres beyond the outermost ones take their value, but
/// across joined edges; at a planet's poles too).
Grid<float> upsample(const Grid<float>& coarse, Shape shape, const Topology& topology = {});

/// Sets the ground of a simulation to `ground` (metres) plus a uniform shift, so that its sum is that of the source
/// plus net_change_m3 to the last integer unit.
void set_ground(Simulation& simulation, const Grid<float>& source, const Grid<float>& ground, double net_change_m3);

/// Cuts valleys into the ground of a level that has no lakes yet (valleys.h).
void carve(Level& level, double time, int steps, const ValleyParameters& parameters, std::uint64_t seed,
           ThreadPool& pool);

/// The level of `shape`, ready for its cycles: the first one (coarse is null) carved from the source, the others
/// carried over from the level before. index counts the levels from 0.
std::unique_ptr<Level> climb(const HydrologyInput& input, Shape shape, int index, Level* coarse, ThreadPool& pool);

/// Carries ground, streams, lakes and trees of `coarse` to `fine`, whose source is known and whose map is empty.
void carry_over(Level& coarse, Level& fine, const HydrologyParameters& parameters, std::uint64_t seed,
                ThreadPool& pool);

}  // namespace terrain::hydrology
