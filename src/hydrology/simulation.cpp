#include "hydrology/simulation.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "hydrology/descent.h"
#include "hydrology/drainage.h"
#include "hydrology/polar_filter.h"
#include "hydrology/stream_map.h"
#include "hydrology/talus.h"

namespace terrain::hydrology {
namespace {

// A difference of coordinates of neighbours, which may lie at opposite edges.
float one_step(std::int32_t difference) {
    return difference > 1 ? -1.0F : difference < -1 ? 1.0F : static_cast<float>(difference);
}

constexpr std::uint64_t kUpkeepShare = 80;  // of the cells: so many drops are worth a pass over the map
// Colatitude in half turns below which a share of the planet's surface lies: rain falls evenly on the ground.
float share_of_meridian(float share) {
    const double cosine = 1.0 - 2.0 * static_cast<double>(share);
    const double sine = std::sqrt(std::max(0.0, 1.0 - cosine * cosine));
    return static_cast<float>(math::atan2(sine, cosine) / math::kPi);
}

constexpr std::int64_t kFloodDrops = 8;
constexpr std::int32_t kRestShare = 4;  // of a border step: the change that may wait on a cell

}  // namespace

Simulation::Simulation(const LevelScale& scale, const HydrologyParameters& parameters, std::uint64_t seed, int level,
                       ThreadPool& pool)
    : parameters_(parameters),
      map_(scale),
      lakes_(map_),
      drop_end_(map_, lakes_),
      forest_(map_, parameters.trees, mix64(seed + static_cast<std::uint64_t>(level))),
      positions_(mix64(seed ^ mix64(static_cast<std::uint64_t>(level) + 1)), "drops"),
      pool_(pool),
      grid_(scale.shape, scale.topology),
      tiles_(grid_.count()),
      colours_(grid_.colours()) {}

std::size_t Simulation::tile_of(const Drop& drop) const {
    return grid_.tile(static_cast<std::int32_t>(drop.x), static_cast<std::int32_t>(drop.y));
}

std::uint64_t Simulation::drops_in_flight() const {
    std::uint64_t count = 0;
    for (const Tile& tile : tiles_) count += tile.drops.size();
    return count;
}

std::uint64_t Simulation::drops_until(std::uint64_t cycle) const {
    return static_cast<std::uint64_t>(static_cast<double>(cycle) * map_.scale.drops_per_cycle + 0.5);
}

void Simulation::rain_per_cycle(double drops) { map_.scale.drops_per_cycle = drops; }

void Simulation::rain() {
    const auto width = static_cast<float>(map_.width);
    const auto height = static_cast<float>(map_.height);
    rained_ = drops_until(cycles_ + 1) - drops_until(cycles_);
    for (std::uint64_t k = 0; k < rained_; ++k) {
        const std::uint64_t index = map_.drops++;
        Drop drop;
        drop.x = std::min(unit_float(positions_(2 * index)) * width, width - 0.001F * width);
        const float v = unit_float(positions_(2 * index + 1));
        drop.y = std::min((map_.planet ? share_of_meridian(v) : v) * height, height - 0.001F * height);
        drop.volume = map_.scale.full_volume;
        drop.rounds = static_cast<std::uint8_t>(map_.scale.spill_rounds);
        drop.cell = map_.index(static_cast<std::int32_t>(drop.x), static_cast<std::int32_t>(drop.y));
        map_.water_rained += drop.volume;
        if (map_.wet(drop.cell)) {
            drop.state = DropState::in_water;
            if (!drop_end_.finish(drop)) continue;
        }
        place(drop);
    }
}

// One visit of a tile: its drops in batches, each on the terrain that the batch before left.
void Simulation::visit(Tile& tile) {
    thread_local StepLogs log;
    thread_local CommitScratch scratch;
    tile.walked.swap(tile.drops);
    tile.drops.clear();
    const auto batch = static_cast<std::size_t>(map_.scale.batch);
    for (std::size_t first = 0; first < tile.walked.size(); first += batch) {
        const std::size_t last = std::min(first + batch, tile.walked.size());
        log.clear();
        tile.evaporated += descend(map_, tile.walked.data() + first, last - first, kSegment, log);
        tile.steps += log.size();
        commit(map_, log.entries(), tile.waiting, scratch, tile.near_lakes, tile.left);
    }
}

// What waits on a cell for long would grow a cone there, or a shaft. The order of the list is the log's, which has
// none.
void Simulation::move_rests(Tile& tile) {
    std::sort(tile.waiting.begin(), tile.waiting.end());
    tile.waiting.erase(std::unique(tile.waiting.begin(), tile.waiting.end()), tile.waiting.end());
    std::erase_if(tile.waiting, [&](std::uint32_t i) {
        const std::int32_t rest = map_.change[i];
        if (std::abs(rest) <= map_.scale.border_step / kRestShare) return false;
        map_.change[i] = 0;
        drop_end_.move_rest(i, rest);
        return true;
    });
}

// After the visits of one colour, in order of the tiles: lakes learn of changed ground, drops end.
void Simulation::collect(Tile& tile, std::vector<Drop>& next) {
    for (const GroundEvent& event : tile.near_lakes) lakes_.ground_changed(event.cell, event.change);
    tile.near_lakes.clear();
    map_.sediment_left += tile.left;
    map_.water_evaporated += tile.evaporated;
    map_.steps += tile.steps;
    tile.left = tile.evaporated = 0;
    tile.steps = 0;
    for (Drop& drop : tile.walked) {
        if (drop_end_.finish(drop)) next.push_back(drop);
    }
    tile.walked.clear();
    move_rests(tile);
}

// The overflow of a lake goes on from the outlet as a drop, if the drops that fed the lake have a round left.
void Simulation::run_over(const Spill& spill) {
    // The drop starts beyond the outlet: on it, the next step could lead back into the lake.
    const std::uint32_t i = spill.beyond;
    if (map_.on_border(i) || map_.lake[i] == kSea) {
        map_.water_left += spill.water;
        map_.sediment_left += spill.sediment;
        return;
    }
    if (spill.rounds == 0) {  // the end of the chain: the water dries up below the outlet, its load stays behind
        map_.water_evaporated += spill.water;
        drop_end_.lay_down(i, static_cast<std::int32_t>(std::min<std::int64_t>(spill.sediment, 2000000000LL)));
        map_.sediment_left += std::max<std::int64_t>(0, spill.sediment - 2000000000LL);
        return;
    }
    // A great overflow is a few great drops: as many drops of one size would all take the same ground at once.
    constexpr std::int64_t kMost = 1LL << 30;
    std::int64_t water = spill.water;
    std::int64_t sediment = spill.sediment;
    auto parts = static_cast<int>(std::clamp<std::int64_t>(water / (4LL * map_.scale.full_volume) + 1, 1, kFloodDrops));
    while (parts > 0) {
        Drop drop;
        drop.x = static_cast<float>(map_.x_of(i)) + 0.5F;
        drop.y = static_cast<float>(map_.y_of(i)) + 0.5F;
        drop.vx = one_step(map_.x_of(i) - map_.x_of(spill.outlet));
        drop.vy = one_step(map_.y_of(i) - map_.y_of(spill.outlet));
        drop.volume = static_cast<std::int32_t>(std::min(kMost, water / parts));
        drop.sediment = static_cast<std::int32_t>(std::min<std::int64_t>(kMost, sediment / parts));
        drop.rounds = spill.rounds;
        drop.cell = i;
        water -= drop.volume;
        sediment -= drop.sediment;
        --parts;
        if (map_.wet(i)) drop.state = DropState::in_water;
        if (drop.state == DropState::running || drop_end_.finish(drop)) place(drop);
    }
    map_.water_evaporated += water;  // more than the numbers hold: runs off unseen
    map_.sediment_left += sediment;
}

void Simulation::settle_lakes() {
    lakes_.settle_all(spills_);
    for (std::size_t k = 0; k < spills_.size(); ++k) run_over(spills_[k]);
    spills_.clear();
}

void Simulation::send_waiting() {
    for (const std::uint32_t i : map_.waiting) {
        tiles_[grid_.tile(map_.x_of(i), map_.y_of(i))].waiting.push_back(i);
    }
    map_.waiting.clear();
}

void Simulation::drain(double aridity) {
    const ValleyParameters& valleys = parameters_.valleys;
    DrainageUpkeep upkeep;
    upkeep.hollow_depth_m = valleys.enabled ? valleys.hollow_depth * map_.scale.relief_m : 0.0;
    upkeep.aridity = parameters_.pools.enabled ? aridity : 0.0;
    if (upkeep.hollow_depth_m <= 0 && upkeep.aridity <= 0) return;
    keep_drainage(map_, lakes_, upkeep, mix64(positions_(0) + cycles_), pool_, drainage_);
    lakes_.split_all();
    lakes_.settle_all(spills_);
    for (std::size_t k = 0; k < spills_.size(); ++k) run_over(spills_[k]);
    spills_.clear();
    map_.refresh_near_lake();
}

void Simulation::cycle(float stream_rate, Progress& progress, std::uint64_t& done) {
    if (drain_next_) drain(0.0);
    drain_next_ = false;
    rain();
    settle_lakes();
    std::vector<Drop> next;
    const std::uint64_t total = rained_;
    while (const std::uint64_t flying = drops_in_flight()) {
        for (const auto& colour : colours_) {
            send_waiting();
            pool_.parallel_for(colour.size(), [&](std::size_t k) { visit(tiles_[colour[k]]); });
            next.clear();
            for (const std::uint32_t tile : colour) collect(tiles_[tile], next);
            for (const Drop& drop : next) place(drop);
            settle_lakes();
        }
        progress.advance(done + total - std::min(total, flying));
    }
    done += total;
    progress.advance(done);
    ++cycles_;
    unkept_cycles_ += 1;
    unkept_drops_ += rained_;
    stream_rate_ = stream_rate;
    if (unkept_drops_ * kUpkeepShare >= map_.scale.shape.cells()) keep_up();
}

// The passes over the whole map: once a cycle, or, where cycles are of few drops, once for several.
void Simulation::keep_up() {
    float kept = 1.0F;
    for (std::uint64_t k = 0; k < unkept_cycles_; ++k) kept *= 1.0F - stream_rate_;
    update_streams(map_, unkept_drops_, 1.0F - kept, parameters_.streams, pool_);
    if (parameters_.talus.enabled) creep(map_, lakes_, parameters_.talus, pool_);
    smooth_poles(map_, lakes_, pool_);
    map_.refresh_sea();
    if (parameters_.trees.enabled) forest_.grow();
    lakes_.end_cycles(unkept_cycles_, spills_);
    for (std::size_t k = 0; k < spills_.size(); ++k) run_over(spills_[k]);
    spills_.clear();
    map_.refresh_near_lake();
    unkept_cycles_ = unkept_drops_ = 0;
    drain_next_ = true;
}

void Simulation::finish() {
    if (unkept_cycles_ > 0) keep_up();
    drain(parameters_.pools.aridity);
    drainage_ = {};
    // Drops that lakes handed on at the end of the last cycle have no cycle left to walk in.
    for (Tile& tile : tiles_) {
        for (Drop& drop : tile.drops) {
            drop.state = DropState::evaporated;
            drop.cell = map_.index(static_cast<std::int32_t>(drop.x), static_cast<std::int32_t>(drop.y));
            drop_end_.finish(drop);
        }
        tile.drops.clear();
        map_.waiting.insert(map_.waiting.end(), tile.waiting.begin(), tile.waiting.end());
        tile.waiting.clear();
    }
    lakes_.lay_all_load();
    std::vector<std::uint32_t> waiting;
    std::vector<GroundEvent> near_lakes;
    CommitScratch scratch;
    for (int pass = 0; pass < 64; ++pass) {
        waiting.insert(waiting.end(), map_.waiting.begin(), map_.waiting.end());
        map_.waiting.clear();
        if (waiting.empty()) break;
        commit(map_, {}, waiting, scratch, near_lakes, map_.sediment_left);
        for (const GroundEvent& event : near_lakes) lakes_.ground_changed(event.cell, event.change);
        near_lakes.clear();
    }
    for (const std::uint32_t i : waiting) {  // found no room in 64 passes: counted as carried away
        const std::int32_t rest = map_.change[i];
        map_.change[i] = 0;
        map_.sediment_left += map_.volume_of(i, rest);
    }
    if (parameters_.talus.enabled) {  // what the last cycle's drops left standing alone
        for (int pass = 0; pass < 4; ++pass) creep(map_, lakes_, parameters_.talus, pool_);
    }
    smooth_poles(map_, lakes_, pool_);
    lakes_.finish();
    map_.refresh_sea();
}

std::int64_t Simulation::sediment_total() const {
    std::int64_t sum = map_.ground_sum() + map_.sediment_left + lakes_.suspended();
    for (std::int32_t y = 0; y < map_.height; ++y) {
        for (std::uint32_t i = map_.index(0, y); i < map_.index(map_.width, y); ++i) {
            sum += map_.volume_of(i, static_cast<std::int64_t>(map_.change[i]));
        }
    }
    for (const Tile& tile : tiles_) {
        for (const Drop& drop : tile.drops) sum += drop.sediment;
    }
    return sum;
}

std::int64_t Simulation::water_residual() const {
    std::int64_t sum =
        map_.water_rained + map_.water_carried_in - map_.water_evaporated - map_.water_left - lakes_.water();
    for (const Tile& tile : tiles_) {
        for (const Drop& drop : tile.drops) sum -= drop.volume;
    }
    return sum;
}

}  // namespace terrain::hydrology
