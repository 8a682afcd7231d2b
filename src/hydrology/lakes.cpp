#include "hydrology/lakes.h"

#include <algorithm>
#include <limits>

namespace terrain::hydrology {
namespace {

constexpr std::uint32_t kNoOutlet = 0xffffffffU;
constexpr std::int64_t kLoadShare = 4;  // a lake keeps a load of at most 1/4 of its water

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

}  // namespace

Lakes::Lakes(ErosionMap& map)
    : map_(map),
      lakes_(1),
      show_tolerance_(map.scale.border_step / 16 + 1),
      smallest_spill_(map.scale.smallest_spill) {}

void Lakes::mark(std::uint32_t id) {
    Lake& lake = lakes_[id];
    if (lake.dirty) return;
    lake.dirty = true;
    dirty_.push_back(id);
}

std::uint32_t Lakes::create(std::int32_t level) {
    std::uint32_t id;
    if (!free_.empty()) {
        id = free_.back();
        free_.pop_back();
    } else {
        id = static_cast<std::uint32_t>(lakes_.size());
        lakes_.emplace_back();
    }
    lakes_[id] = Lake{};
    lakes_[id].alive = true;
    lakes_[id].level = lakes_[id].shown_level = level;
    return id;
}

void Lakes::retire(std::uint32_t id) {
    Lake& lake = lakes_[id];
    lake.alive = false;
    lake.cells = 0;
    lake.water = lake.bed_sum = lake.area = lake.suspended = 0;
    lake.shore = {};
    lake.members = {};
    if (!lake.dirty) free_.push_back(id);  // else settle_all frees it when it comes by
}

void Lakes::update_level(Lake& lake) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() / 2;
    lake.level = static_cast<std::int32_t>(
        std::clamp(floor_divide(lake.water * map_.area_unit() + lake.bed_sum, lake.area), -kMost, kMost));
}

void Lakes::push_member(Lake& lake, std::uint32_t cell) {
    lake.members.push_back({map_.bed[cell], cell});
    std::push_heap(lake.members.begin(), lake.members.end(), higher_first);
}

void Lakes::push_shore(std::uint32_t id, std::uint32_t cell) {
    Lake& lake = lakes_[id];
    if (!map_.wet(cell)) map_.attributes[cell] |= kShore;
    lake.shore.push_back({map_.surface[cell], cell});
    std::push_heap(lake.shore.begin(), lake.shore.end(), lower_first);
    if (lake.shore.size() > lake.shore_limit) rebuild_shore(id);
}

// Whether `cell` is a shore cell of the lake: outside of it, beside a member. Entries of cells that a shrinking lake
// has left behind are void; should the lake come back, they are entered anew.
bool Lakes::touches(std::uint32_t id, std::uint32_t cell) const {
    if (map_.lake[cell] == id) return false;
    for (int k = 0; k < 8; ++k) {
        if (map_.lake[map_.neighbour(cell, k)] == id) return true;
    }
    return false;
}

// Keeps the first entry of each cell for which `keep` holds, in their order.
template <class Keep>
void Lakes::each_once(std::vector<HeightEntry>& entries, Keep keep) {
    std::erase_if(entries, [&](const HeightEntry& entry) {
        std::uint32_t& attributes = map_.attributes[entry.cell];
        if ((attributes & kListed) != 0 || !keep(entry.cell)) return true;
        attributes |= kListed;
        return false;
    });
    for (const HeightEntry& entry : entries) map_.attributes[entry.cell] &= ~kListed;
}

void Lakes::rebuild_shore(std::uint32_t id) {
    Lake& lake = lakes_[id];
    each_once(lake.shore, [&](std::uint32_t cell) { return touches(id, cell); });
    for (HeightEntry& entry : lake.shore) entry.height = map_.surface[entry.cell];
    std::make_heap(lake.shore.begin(), lake.shore.end(), lower_first);
    lake.shore_limit = 2 * lake.shore.size() + 256;
}

void Lakes::rebuild_members(std::uint32_t id) {
    Lake& lake = lakes_[id];
    each_once(lake.members, [&](std::uint32_t cell) { return map_.lake[cell] == id; });
    for (HeightEntry& entry : lake.members) entry.height = map_.bed[entry.cell];
    std::make_heap(lake.members.begin(), lake.members.end(), higher_first);
}

const std::vector<HeightEntry>& Lakes::sorted_members(std::uint32_t id) {
    Lake& lake = lakes_[id];
    each_once(lake.members, [&](std::uint32_t cell) { return map_.lake[cell] == id; });
    for (HeightEntry& entry : lake.members) entry.height = map_.bed[entry.cell];
    std::sort(lake.members.begin(), lake.members.end(), higher_first);
    std::reverse(lake.members.begin(), lake.members.end());  // a heap, too
    return lake.members;
}

void Lakes::add_cell(std::uint32_t id, std::uint32_t cell) {
    map_.mark_near_lake(cell);
    Lake& lake = lakes_[id];
    map_.bed[cell] = map_.surface[cell];
    map_.show(cell, std::max(lake.shown_level, map_.bed[cell]));
    map_.lake[cell] = id;
    map_.attributes[cell] = (map_.attributes[cell] | kWet) & ~kShore;
    ++lake.cells;
    lake.area += map_.area_of(cell);
    lake.bed_sum += map_.bed[cell] * map_.area_of(cell);
    push_member(lake, cell);
    for (int k = 0; k < 8; ++k) {
        const std::uint32_t j = map_.neighbour(cell, k);
        if (map_.lake[j] != id && map_.inside(j)) push_shore(id, j);
    }
}

void Lakes::remove_cell(std::uint32_t id, std::uint32_t cell) {
    map_.mark_near_lake(cell);  // what was inner water may be shore now
    Lake& lake = lakes_[id];
    map_.show(cell, map_.bed[cell]);
    map_.lake[cell] = kNoLake;
    map_.attributes[cell] &= ~kWet;
    --lake.cells;
    lake.area -= map_.area_of(cell);
    lake.bed_sum -= map_.bed[cell] * map_.area_of(cell);
    push_shore(id, cell);
    // Does the ring of neighbours hold together without the cell? Ring order; two edge neighbours touch each other
    // across the corner between them.
    constexpr std::array<int, 8> ring{0, 4, 2, 6, 1, 7, 3, 5};  // E SE S SW W NW N NE
    std::array<bool, 8> member{};
    for (std::size_t k = 0; k < 8; ++k) member[k] = map_.lake[map_.neighbour(cell, ring[k])] == id;
    for (std::size_t k = 1; k < 8; k += 2) {
        if (member[k - 1] && member[(k + 1) & 7]) member[k] = true;
    }
    int runs = 0;
    for (std::size_t k = 0; k < 8; ++k) runs += member[k] && !member[(k + 7) & 7];
    if (runs > 1) lake.may_split = true;
}

void Lakes::start(std::uint32_t cell) {
    const std::uint32_t id = create(map_.surface[cell]);
    add_cell(id, cell);
    mark(id);
}

void Lakes::add_water(std::uint32_t cell, std::int64_t water, std::int64_t sediment, std::uint8_t rounds) {
    const std::uint32_t id = map_.lake[cell];
    Lake& lake = lakes_[id];
    lake.water += water;
    lake.suspended += sediment;
    lake.rounds = std::max(lake.rounds, rounds);
    mark(id);
}

void Lakes::ground_changed(std::uint32_t cell, std::int32_t change) {
    const std::uint32_t id = map_.lake[cell];
    if (id == kSea) return;
    if (id != kNoLake) {
        Lake& lake = lakes_[id];
        lake.bed_sum += change * map_.area_of(cell);
        if (change > 0) {
            push_member(lake, cell);
            if (lake.members.size() > 2 * static_cast<std::size_t>(lake.cells) + 64) rebuild_members(id);
        }
        mark(id);
        return;
    }
    if (change >= 0 || (map_.attributes[cell] & kShore) == 0) return;
    bool any = false;
    for (int k = 0; k < 8; ++k) {
        const std::uint32_t other = map_.lake[map_.neighbour(cell, k)];
        if (other == kNoLake || other == kSea) continue;
        push_shore(other, cell);
        mark(other);
        any = true;
    }
    if (!any) map_.attributes[cell] &= ~kShore;
}

std::uint32_t Lakes::merge(std::uint32_t a, std::uint32_t b) {
    if (lakes_[a].cells < lakes_[b].cells || (lakes_[a].cells == lakes_[b].cells && b < a)) std::swap(a, b);
    Lake& to = lakes_[a];
    Lake& from = lakes_[b];
    for (const HeightEntry& entry : from.members) {
        if (map_.lake[entry.cell] != b) continue;
        map_.lake[entry.cell] = a;
        map_.show(entry.cell, std::max(to.shown_level, map_.bed[entry.cell]));
        push_member(to, entry.cell);
    }
    to.shore.insert(to.shore.end(), from.shore.begin(), from.shore.end());
    to.water += from.water;
    to.bed_sum += from.bed_sum;
    to.area += from.area;
    to.cells += from.cells;
    to.suspended += from.suspended;
    to.rounds = std::max(to.rounds, from.rounds);
    to.may_split = to.may_split || from.may_split;
    rebuild_shore(a);
    retire(b);
    return a;
}

// Where water of the lake goes on from shore cell `cell`: the lowest cell beside it that is lower and not the lake's.
// `cell` itself at the border and by the sea, kNoOutlet if water does not run off there.
std::uint32_t Lakes::beyond_outlet(std::uint32_t id, std::uint32_t cell) const {
    if (map_.on_border(cell) || map_.lake[cell] == kSea) return cell;
    std::int32_t lowest = map_.surface[cell];
    std::uint32_t beyond = kNoOutlet;
    for (int k = 0; k < 8; ++k) {
        const std::uint32_t j = map_.neighbour(cell, k);
        const std::uint32_t other = map_.lake[j];
        if (other == id) continue;
        const std::int32_t surface = other == kNoLake || other == kSea ? map_.surface[j] : lakes_[other].level;
        if (surface >= lowest) continue;
        lowest = surface;
        beyond = j;
    }
    return beyond;
}

// Removes the highest member when its bed stands above the level. Stale heap entries are mended on the way.
bool Lakes::pop_high_member(std::uint32_t id) {
    Lake& lake = lakes_[id];
    while (!lake.members.empty() && lake.cells > 1) {
        const HeightEntry top = lake.members.front();
        const bool member = map_.lake[top.cell] == id;
        if (member && top.height == map_.bed[top.cell]) {
            if (top.height <= lake.level) return false;
            std::pop_heap(lake.members.begin(), lake.members.end(), higher_first);
            lake.members.pop_back();
            remove_cell(id, top.cell);
            return true;
        }
        std::pop_heap(lake.members.begin(), lake.members.end(), higher_first);
        lake.members.pop_back();
        if (member) push_member(lake, top.cell);
    }
    return false;
}

// Looks at the lowest shore cell. If it lies under the level the lake takes it in (true), or, when it is the outlet,
// runs over it (`spilled`). False: the lake is at rest.
bool Lakes::take_shore(std::uint32_t& id, Spill& spill, bool& spilled) {
    for (;;) {
        Lake& lake = lakes_[id];
        if (lake.shore.empty() || lake.shore.front().height >= lake.level) return false;
        const HeightEntry low = lake.shore.front();
        const bool gone = !touches(id, low.cell);
        const std::int32_t actual = map_.surface[low.cell];
        if (gone || actual != low.height) {
            std::pop_heap(lake.shore.begin(), lake.shore.end(), lower_first);
            lake.shore.pop_back();
            if (!gone) push_shore(id, low.cell);
            continue;
        }
        if (const std::uint32_t other = map_.lake[low.cell]; other != kNoLake && other != kSea) {
            id = merge(id, other);
            return true;
        }
        if (const std::uint32_t beyond = beyond_outlet(id, low.cell); beyond != kNoOutlet) {
            const std::int32_t level = lake.level;
            lake.level = low.height;  // what stands higher than the outlet falls dry before the lake runs over
            const bool dried = pop_high_member(id);
            lake.level = level;
            if (dried) return true;
            const std::int64_t kept =
                std::max<std::int64_t>(0, lake.area * low.height - lake.bed_sum) / map_.area_unit();
            const std::int64_t over = lake.water - kept;
            if (over < smallest_spill_) return false;  // or lakes would hand on endless tiny drops
            const double share = static_cast<double>(over) / static_cast<double>(lake.water);
            // A lake without room for its load lets it through.
            const auto passed =
                static_cast<std::int64_t>(static_cast<double>(lake.suspended) * share * map_.scale.sediment_passed);
            spill = {over, std::max(passed, lake.suspended - kept / kLoadShare), low.cell, beyond, lake.rounds};
            lake.water = kept;
            lake.suspended -= spill.sediment;
            lake.rounds = 0;
            update_level(lake);
            spilled = true;
            return false;
        }
        std::pop_heap(lake.shore.begin(), lake.shore.end(), lower_first);
        lake.shore.pop_back();
        add_cell(id, low.cell);
        for (int k = 0; k < 8; ++k) {
            const std::uint32_t other = map_.lake[map_.neighbour(low.cell, k)];
            if (other != kNoLake && other != kSea && other != id) id = merge(id, other);
        }
        return true;
    }
}

void Lakes::show_level(std::uint32_t id) {
    Lake& lake = lakes_[id];
    lake.shown_level = lake.level;
    for (const HeightEntry& entry : lake.members) {
        if (map_.lake[entry.cell] == id) map_.show(entry.cell, std::max(lake.level, map_.bed[entry.cell]));
    }
}

bool Lakes::settle(std::uint32_t& id, Spill& spill) {
    bool spilled = false;
    do {
        update_level(lakes_[id]);
    } while (pop_high_member(id) || take_shore(id, spill, spilled));
    const Lake& lake = lakes_[id];
    if (std::abs(static_cast<std::int64_t>(lake.level) - lake.shown_level) > show_tolerance_) show_level(id);
    return spilled;
}

void Lakes::settle_all(std::vector<Spill>& spills) {
    while (!dirty_.empty()) {
        std::vector<std::uint32_t> turn;
        turn.swap(dirty_);
        std::sort(turn.begin(), turn.end());
        for (std::uint32_t id : turn) {
            lakes_[id].dirty = false;
            if (!lakes_[id].alive) {
                free_.push_back(id);
                continue;
            }
            Spill spill;
            if (settle(id, spill)) spills.push_back(spill);
        }
    }
}

std::int64_t Lakes::water() const {
    std::int64_t sum = 0;
    for (const Lake& lake : lakes_) sum += lake.water;
    return sum;
}

std::int64_t Lakes::suspended() const {
    std::int64_t sum = 0;
    for (const Lake& lake : lakes_) sum += lake.suspended;
    return sum;
}

}  // namespace terrain::hydrology
