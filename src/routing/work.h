// What the router's stages share. Internal to the module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "routing/cell_hash.h"
#include "routing/d8.h"
#include "routing/router.h"
#include "routing/row_kernels.h"

namespace terrain::routing_detail {

/// A way between two basins (0: the outlets) and the key of its height (height_key); keys sort as heights do.
struct Pass {
    std::uint32_t key;
    std::uint32_t a;
    std::uint32_t b;
};

/// A band of rows. The stages work band by band, as many at once as there are threads; their number follows from the
/// map alone.
struct Strip {
    int first_row = 0;
    int last_row = 0;
    std::uint32_t basins = 0;          ///< labels 1 to basins are the strip's own
    std::uint32_t base = 0;            ///< basins of all strips before
    std::vector<Pass> passes;          ///< spanning forest of the strip's basins, ascending, with labels of the map
    std::vector<std::uint32_t> flats;  ///< cells without a lower neighbour on the filled surface
    std::vector<std::pair<std::uint32_t, std::uint32_t>> outflow;  ///< (cell of another strip, area it receives)
    std::size_t ordered = 0;  ///< cells of the strip in its part of the topological order
};

struct Work {
    Work(Shape map_shape, const Topology& topology, ThreadPool& threads)
        : shape(map_shape), step(map_shape, topology), pool(threads) {}

    Shape shape;
    D8Steps step;
    ThreadPool& pool;
    std::uint64_t key = 0;
    bool jitter = true;
    float sea = 0;
    const float* height = nullptr;
    const std::uint8_t* no_data = nullptr;

    float* filled = nullptr;
    std::uint8_t* state = nullptr;    ///< rows::CellState
    std::uint8_t* scratch = nullptr;  ///< mask of filled cells, then donors << 4 | state
    std::uint32_t* number = nullptr;  ///< basin labels, then path lengths on flats, then drainage area
    std::uint32_t* order = nullptr;   ///< or null
    std::vector<Strip> strips;

    [[nodiscard]] std::size_t row_start(int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(shape.width);
    }
    template <class Body>
    void each_strip(const Body& body) {
        pool.parallel_for(strips.size(), [&](std::size_t s) { body(strips[s]); });
    }
};

/// Throws UserError on a height of row y that is not finite, unless there is no data.
void check_finite(const Grid<float>& height, const Grid<std::uint8_t>* no_data, int y);

/// All stages in one, one thread, over any topology: slower, and simple.
void route_around(const RoutingInput& input, ThreadPool& pool, Routing& result);

/// Stage 1: steepest descent on the ground.
void descend(Work& work);

/// The direction of steepest descent from cell i on `surface`, ties settled; kPit where none is lower. All eight
/// neighbours must exist.
int steepest_direction(const Work& work, const float* surface, std::size_t i);

/// Stage 2: labels every cell with the basin it descends to; 0 for the outlets'.
void label_basins(Work& work);

/// Stage 3: the height to which each basin (by label + base; 0: outlets, minus infinity) fills.
std::vector<float> basin_levels(Work& work);

/// Stage 4: filled surface; new directions where it is not the ground; lists the flats, whose `number` becomes
/// 0xffffffff (all others' 0).
void fill_basins(Work& work, const std::vector<float>& level);

/// Stage 5: directions of the flat cells.
void route_flats(Work& work);

/// Stage 6: drainage area into `number`, and the topological order if asked for.
void accumulate(Work& work);

}  // namespace terrain::routing_detail
