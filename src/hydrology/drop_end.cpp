#include "hydrology/drop_end.h"

#include <algorithm>
#include <limits>

namespace terrain::hydrology {
namespace {

constexpr int kSearchSteps = 64;         // downhill, for the bottom of a depression
constexpr int kLaySteps = 256;           // downhill, for room to lay sediment
constexpr int kDeltaSteps = 24;          // over the lake bed
constexpr std::int32_t kDeltaShare = 2;  // a deposit takes at most 1/2 of the depth at once

// Every stay in a lake costs a round: that is what ends the exchange between a lake and its outlet.
std::uint8_t one_less(std::uint8_t rounds) { return rounds > 0 ? static_cast<std::uint8_t>(rounds - 1) : rounds; }

}  // namespace

void DropEnd::change(std::uint32_t cell, std::int32_t amount) {
    if (amount == 0) return;
    map_.set_ground(cell, map_.ground(cell) + amount);
    if (map_.lake[cell] != kNoLake || (map_.attributes[cell] & kShore)) lakes_.ground_changed(cell, amount);
    if (map_.on_edge(cell)) map_.refresh_ghost(cell);
}

void DropEnd::leave(const Drop& drop) {
    map_.sediment_left += drop.sediment;
    map_.water_left += drop.volume;
}

// How much may be laid on a dry cell without it damming the water that comes to it: up to its lowest higher neighbour,
// half of that on a slope, all in a pit.
std::int32_t DropEnd::room_below_inflow(std::uint32_t cell) const {
    const std::int32_t here = map_.surface[cell];
    std::int32_t inflow = std::numeric_limits<std::int32_t>::max();
    bool pit = true;
    for (int n = 0; n < 8; ++n) {
        const std::int32_t other = map_.surface[map_.neighbour(cell, n)];
        if (other > here) inflow = std::min(inflow, other);
        pit = pit && other > here;
    }
    if (inflow == std::numeric_limits<std::int32_t>::max()) return 0;
    return pit ? inflow - here + 1 : (inflow - here) / 2;
}

void DropEnd::lay_down(std::uint32_t cell, std::int32_t sediment) {
    for (int k = 0; k < kLaySteps && sediment > 0; ++k) {
        if (map_.wet(cell)) {
            sediment = lay_under_water(cell, sediment);
            if (sediment > 0 && map_.lake[cell] != kSea) {
                lakes_.add_water(cell, 0, sediment, 0);
                return;
            }
            break;
        }
        const std::int32_t laid = std::min(room_below_inflow(cell), map_.height_of(cell, sediment));
        change(cell, laid);
        sediment -= map_.volume_of(cell, laid);
        const std::uint32_t next = map_.steepest_neighbour(cell);
        if (!map_.inside(next)) break;
        if (map_.surface[next] > map_.surface[cell]) break;
        cell = next;
    }
    map_.sediment_left += sediment;  // no room on all that way: the rivers carry it off
}

void DropEnd::move_rest(std::uint32_t cell, std::int32_t rest) {
    if (rest > 0) {
        lay_down(cell, map_.volume_of(cell, rest));
        return;
    }
    std::uint32_t bank = cell;  // the bank is undermined
    for (int n = 0; n < 8; ++n) {
        const std::uint32_t j = map_.neighbour(cell, n);
        if (map_.inside(j) && !map_.wet(j) && map_.surface[j] > map_.surface[bank]) bank = j;
    }
    map_.change[bank] += map_.height_of(bank, map_.volume_of(cell, rest));
    map_.waiting.push_back(bank);
}

// A delta: the load sinks where the drop meets the water and slides down the bed from there. Returns what stays afloat.
std::int32_t DropEnd::lay_under_water(std::uint32_t cell, std::int32_t sediment) {
    const std::uint32_t body = map_.lake[cell];
    const std::int32_t level = body == kSea ? map_.scale.sea : lakes_.of(cell).level;
    for (int k = 0; k < kDeltaSteps && sediment > 0; ++k) {
        const std::int32_t room = std::max(0, level - map_.bed[cell]) / kDeltaShare;
        const std::int32_t laid = std::min(room, map_.height_of(cell, (sediment + 1) / 2));
        change(cell, laid);
        sediment -= map_.volume_of(cell, laid);
        std::uint32_t next = cell;
        for (int n = 0; n < 8; ++n) {
            const std::uint32_t j = map_.neighbour(cell, n);
            if (map_.lake[j] == body && map_.inside(j) && map_.bed[j] < map_.bed[next]) next = j;
        }
        if (next == cell) break;
        cell = next;
    }
    return sediment;
}

void DropEnd::enter_water(Drop& drop) {
    if (!map_.wet(drop.cell)) {  // the water went away since the drop saw it
        drop.state = DropState::stopped;
        return;
    }
    drop.sediment = lay_under_water(drop.cell, drop.sediment);
    if (map_.lake[drop.cell] == kSea) {
        leave(drop);
        return;
    }
    lakes_.add_water(drop.cell, drop.volume, drop.sediment, one_less(drop.rounds));
}

bool DropEnd::stop_in_pit(Drop& drop) {
    std::uint32_t i = drop.cell;
    if (map_.wet(i)) {
        enter_water(drop);
        return false;
    }
    for (int k = 0; k < kSearchSteps; ++k) {
        if (map_.on_border(i)) {
            leave(drop);
            return false;
        }
        for (int n = 0; n < 8; ++n) {
            const std::uint32_t j = map_.neighbour(i, n);
            if (map_.wet(j) && map_.surface[j] <= map_.surface[i]) {
                drop.cell = j;
                enter_water(drop);
                return false;
            }
        }
        const std::uint32_t next = map_.steepest_neighbour(i);
        if (map_.surface[next] >= map_.surface[i]) break;
        i = next;
    }
    // The bottom: what the drop carries fills the pit first; water stands in what is left of it.
    const std::int32_t depth = std::max(0, map_.lowest_neighbour(i) - map_.surface[i]);
    const std::int32_t laid = std::min(depth, map_.height_of(i, drop.sediment));
    change(i, laid);
    drop.sediment -= map_.volume_of(i, laid);
    if (laid == depth && depth > 0 && drop.rounds > 0) {
        const std::uint32_t next = map_.steepest_neighbour(i);
        if (!map_.inside(next)) {
            leave(drop);
            return false;
        }
        drop.x = static_cast<float>(map_.x_of(next)) + 0.5F;
        drop.y = static_cast<float>(map_.y_of(next)) + 0.5F;
        drop.vx = drop.vy = 0;
        --drop.rounds;
        drop.cell = next;
        drop.state = map_.wet(next) ? DropState::in_water : DropState::running;
        return drop.state == DropState::running ? true : finish(drop);
    }
    for (int n = 0; n < 8; ++n) {  // beside a lake that stands higher: its water
        const std::uint32_t j = map_.neighbour(i, n);
        if (!map_.wet(j) || map_.lake[j] == kSea) continue;
        lakes_.add_water(j, drop.volume, drop.sediment, one_less(drop.rounds));
        return false;
    }
    if (!map_.scale.pools) {
        map_.water_evaporated += drop.volume;
        lay_down(i, drop.sediment);
        return false;
    }
    lakes_.start(i);
    lakes_.add_water(i, drop.volume, drop.sediment, one_less(drop.rounds));
    return false;
}

bool DropEnd::finish(Drop& drop) {
    switch (drop.state) {
        case DropState::running:
            return true;
        case DropState::left:
            leave(drop);
            return false;
        case DropState::evaporated:
            map_.water_evaporated += drop.volume;
            lay_down(drop.cell, drop.sediment);
            return false;
        case DropState::in_water:
            enter_water(drop);
            if (drop.state != DropState::stopped) return false;
            [[fallthrough]];
        case DropState::stopped:
            return stop_in_pit(drop);
    }
    return false;
}

}  // namespace terrain::hydrology
