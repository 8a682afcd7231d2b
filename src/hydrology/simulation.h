// The hydrology of one level: cycles of drops, lakes, streams, talus and trees.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hash.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "hydrology/commit.h"
#include "hydrology/drainage.h"
#include "hydrology/drop_end.h"
#include "hydrology/erosion_map.h"
#include "hydrology/lakes.h"
#include "hydrology/parameters.h"
#include "hydrology/trees.h"

namespace terrain::hydrology {

/// Drops walk in tiles. All tiles of one of four colours (2 x 2) go at a time, in parallel: within one visit a drop
/// takes at most kSegment steps, so that with its surroundings it stays clear of the other tiles of its colour. The
/// tiles, not the threads, partition the work: the result does not depend on the number of threads.
constexpr std::int32_t kTile = 64;
constexpr int kSegment = kTile / 2 - 4;

/// The tiles of a map and their colours. Where edges are joined, tiles of one colour keep their distance over the
/// joint, too: then tiles share an axis evenly, an even number of them; beside a pole tiles have colours of their own,
/// which differ from those half a turn away.
class TileGrid {
  public:
    TileGrid(Shape shape, const Topology& topology);
    [[nodiscard]] std::size_t tile(std::int32_t x, std::int32_t y) const {
        return static_cast<std::size_t>(along(y, shape_.height, rows_, even_y_) * columns_ +
                                        along(x, shape_.width, columns_, even_x_));
    }
    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(columns_ * rows_); }
    /// The tiles of each colour, ascending.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> colours() const;

  private:
    static std::int32_t along(std::int32_t i, std::int32_t size, std::int32_t tiles, bool even) {
        return even ? static_cast<std::int32_t>(static_cast<std::int64_t>(i) * tiles / size) : i / kTile;
    }
    [[nodiscard]] std::size_t colour(std::int32_t x, std::int32_t y) const;
    Shape shape_;
    Topology topology_;
    bool even_x_, even_y_;
    std::int32_t columns_, rows_;
};

class Simulation {
  public:
    /// level: distinguishes the random streams of the levels of a ladder.
    Simulation(const LevelScale& scale, const HydrologyParameters& parameters, std::uint64_t seed, int level,
               ThreadPool& pool);

    ErosionMap& map() { return map_; }
    [[nodiscard]] const ErosionMap& map() const { return map_; }
    Lakes& lakes() { return lakes_; }
    Forest& forest() { return forest_; }

    /// One cycle: drops, then once: streams, talus, trees, lakes (where cycles are of few drops, once for several).
    /// progress counts drops, from `done` on. stream_rate: share of the running means renewed.
    void cycle(float stream_rate, Progress& progress, std::uint64_t& done);

    /// Before drops fall: silts up shallow hollows; with aridity > 0 fills the others with lakes (drainage.h).
    void drain(double aridity);

    /// So many drops a cycle from now on, in place of the recipe's.
    void rain_per_cycle(double drops);

    /// Ends the level: what waits is laid down, lakes settle exactly.
    void finish();

    /// Everything that the ground was made of at the start of the level (height units x cells): constant.
    [[nodiscard]] std::int64_t sediment_total() const;
    /// Water: rained - evaporated - left - in lakes - in drops; 0 (water units).
    [[nodiscard]] std::int64_t water_residual() const;

  private:
    struct Tile {
        std::vector<Drop> drops;   ///< to walk at the next visit
        std::vector<Drop> walked;  ///< of this visit, in order
        std::vector<std::uint32_t> waiting;
        std::vector<GroundEvent> near_lakes;
        std::int64_t left = 0, evaporated = 0;
        std::uint64_t steps = 0;
    };

    void rain();
    [[nodiscard]] std::uint64_t drops_until(std::uint64_t cycle) const;
    void visit(Tile& tile);
    void collect(Tile& tile, std::vector<Drop>& next);
    void move_rests(Tile& tile);
    void place(const Drop& drop) { tiles_[tile_of(drop)].drops.push_back(drop); }
    void run_over(const Spill& spill);
    void keep_up();
    void settle_lakes();
    void send_waiting();
    [[nodiscard]] std::size_t tile_of(const Drop& drop) const;
    [[nodiscard]] std::uint64_t drops_in_flight() const;

    const HydrologyParameters& parameters_;
    ErosionMap map_;
    Lakes lakes_;
    DropEnd drop_end_;
    Forest forest_;
    RandomStream positions_;
    ThreadPool& pool_;
    TileGrid grid_;
    std::vector<Tile> tiles_;
    std::vector<std::vector<std::uint32_t>> colours_;
    std::vector<Spill> spills_;
    DrainageScratch drainage_;
    std::uint64_t cycles_ = 0;
    std::uint64_t unkept_cycles_ = 0, unkept_drops_ = 0;  ///< since the last passes over the map
    float stream_rate_ = 0;
    bool drain_next_ = false;
    std::uint64_t rained_ = 0;  ///< drops of this cycle
};

}  // namespace terrain::hydrology
