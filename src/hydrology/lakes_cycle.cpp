// What happens to lakes once a cycle: parts that came apart, settling load, seepage, drying up.
#include <algorithm>

#include "hydrology/lakes.h"

namespace terrain::hydrology {

void Lakes::split(std::uint32_t id) {
    lakes_[id].may_split = false;
    const std::vector<HeightEntry> members = sorted_members(id);
    // Label the parts by flooding over members; a visited cell is marked by kNoLake until its part is known.
    std::vector<std::vector<std::uint32_t>> parts;
    for (const HeightEntry& entry : members) {
        if (map_.lake[entry.cell] != id) continue;
        part_.clear();
        stack_.assign(1, entry.cell);
        map_.lake[entry.cell] = kNoLake;
        while (!stack_.empty()) {
            const std::uint32_t i = stack_.back();
            stack_.pop_back();
            part_.push_back(i);
            for (int k = 0; k < 8; ++k) {
                const std::uint32_t j = map_.neighbour(i, k);
                if (map_.lake[j] != id) continue;
                map_.lake[j] = kNoLake;
                stack_.push_back(j);
            }
        }
        parts.push_back(part_);
    }
    std::size_t largest = 0;
    for (std::size_t k = 1; k < parts.size(); ++k) {
        if (parts[k].size() > parts[largest].size()) largest = k;
    }
    for (const std::uint32_t i : parts[largest]) map_.lake[i] = id;
    if (parts.size() == 1) return;
    const std::int64_t load = lakes_[id].suspended;
    const std::int64_t area = lakes_[id].area;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (k == largest) continue;
        const std::uint32_t other = create(lakes_[id].level);
        Lake& part = lakes_[other];
        Lake& rest = lakes_[id];
        part.shown_level = rest.shown_level;
        for (const std::uint32_t i : parts[k]) {
            map_.lake[i] = other;
            ++part.cells;
            const std::int64_t cell_area = map_.area_of(i);
            part.area += cell_area;
            part.bed_sum += map_.bed[i] * cell_area;
            part.water += std::max<std::int64_t>(0, static_cast<std::int64_t>(rest.level) - map_.bed[i]) * cell_area;
            part.members.push_back({map_.bed[i], i});
        }
        part.water = std::min(part.water / map_.area_unit(), rest.water);
        part.suspended = std::min(rest.suspended, load * part.area / area);
        rest.water -= part.water;
        rest.suspended -= part.suspended;
        rest.bed_sum -= part.bed_sum;
        rest.cells -= part.cells;
        rest.area -= part.area;
        rebuild_members(other);
        for (const std::uint32_t i : parts[k]) {
            for (int n = 0; n < 8; ++n) {
                const std::uint32_t j = map_.neighbour(i, n);
                if (map_.lake[j] != other && map_.inside(j)) push_shore(other, j);
            }
        }
        mark(other);
    }
    rebuild_members(id);
    mark(id);
}

void Lakes::settle_load(std::uint32_t id) {
    Lake& lake = lakes_[id];
    const std::int64_t layer = lake.suspended * map_.area_unit() / lake.area;
    std::int64_t settled = 0;
    if (layer <= 0) return;
    rebuild_members(id);
    for (HeightEntry& entry : lake.members) {
        const std::int64_t room =
            std::max<std::int64_t>(0, static_cast<std::int64_t>(lake.level) - map_.bed[entry.cell]);
        const auto laid = static_cast<std::int32_t>(std::min(layer, room));
        map_.bed[entry.cell] += laid;
        const std::int64_t volume = laid * map_.area_of(entry.cell);
        lake.bed_sum += volume;
        settled += volume;
        entry.height = map_.bed[entry.cell];
    }
    lake.suspended -= settled / map_.area_unit();
    std::make_heap(lake.members.begin(), lake.members.end(), higher_first);
    mark(id);
}

// The suspended load as a layer over the bed, height units, and the cells that get one more. On a planet, where cells
// differ, what is left counts as carried away.
std::pair<std::int64_t, std::int64_t> Lakes::layer_of_load(const Lake& lake) {
    if (!map_.planet) return {lake.suspended / lake.cells, lake.suspended % lake.cells};
    // Beside a pole the load of a small lake would stand as a tower.
    const std::int64_t thickest = map_.scale.border_step;
    const std::int64_t layer = std::min(thickest, lake.suspended * map_.area_unit() / lake.area);
    std::int64_t laid = 0;
    for (const HeightEntry& entry : lake.members) laid += map_.volume_of(entry.cell, layer);
    map_.sediment_left += lake.suspended - laid;
    return {layer, 0};
}

void Lakes::dry_up(std::uint32_t id) {
    sorted_members(id);
    Lake& lake = lakes_[id];
    map_.water_evaporated += lake.water;
    auto [layer, more] = layer_of_load(lake);
    for (const HeightEntry& entry : lake.members) {
        const std::uint32_t i = entry.cell;
        map_.show(i, map_.bed[i]);
        map_.lake[i] = kNoLake;
        map_.attributes[i] &= ~(kWet | kShore);
        // Laid through `change`, which is bounded by the surroundings when it is applied.
        map_.change[i] += static_cast<std::int32_t>(layer + (more > 0 ? 1 : 0));
        if (map_.change[i] != 0) map_.waiting.push_back(i);
        --more;
    }
    retire(id);
}

void Lakes::split_all() {
    const auto before = static_cast<std::uint32_t>(lakes_.size());
    for (std::uint32_t id = 1; id < before; ++id) {
        if (lakes_[id].alive && lakes_[id].may_split) split(id);
    }
}

void Lakes::found(const std::vector<std::uint32_t>& cells, std::int32_t level) {
    std::uint32_t id = create(level);
    for (const std::uint32_t i : cells) {
        const std::int64_t water = map_.volume_of(i, static_cast<std::int64_t>(level) - map_.surface[i]);
        lakes_[id].water += water;
        map_.water_carried_in += water;
        add_cell(id, i);
        // Lakes that touch are one: the heaps of shore cells know dry neighbours alone.
        for (int k = 0; k < 8; ++k) {
            const std::uint32_t other = map_.lake[map_.neighbour(i, k)];
            if (other != kNoLake && other != kSea && other != id) id = merge(id, other);
        }
    }
    lakes_[id].may_split = true;
    mark(id);
}

void Lakes::raise(const std::vector<std::uint32_t>& cells, std::int32_t level) {
    std::vector<std::uint32_t> dry;
    for (const std::uint32_t i : cells) {
        const std::uint32_t id = map_.lake[i];
        if (id == kSea) continue;
        if (id == kNoLake) {
            if (map_.surface[i] < level) dry.push_back(i);
            continue;
        }
        Lake& lake = lakes_[id];
        update_level(lake);
        const std::int64_t water = (static_cast<std::int64_t>(level) - lake.level) * lake.area / map_.area_unit();
        if (water <= 0) continue;
        lake.water += water;
        map_.water_carried_in += water;
        update_level(lake);
        mark(id);
    }
    if (!dry.empty()) found(dry, level);
}

void Lakes::end_cycles(std::uint64_t cycles, std::vector<Spill>& spills) {
    split_all();
    for (std::uint32_t id = 1; id < lakes_.size(); ++id) {
        if (!lakes_[id].alive) continue;
        settle_load(id);
        Lake& lake = lakes_[id];
        const double seepage = static_cast<double>(map_.scale.seepage) * static_cast<double>(cycles) *
                               static_cast<double>(lake.area) / static_cast<double>(map_.area_unit());
        const std::int64_t seeped =
            seepage < static_cast<double>(lake.water) ? static_cast<std::int64_t>(seepage) : lake.water;
        lake.water -= seeped;
        map_.water_evaporated += seeped;
        mark(id);
        if (lake.water <= 0) dry_up(id);
    }
    settle_all(spills);
    for (std::uint32_t id = 1; id < lakes_.size(); ++id) {
        if (lakes_[id].alive && lakes_[id].shown_level != lakes_[id].level) show_level(id);
    }
}

void Lakes::lay_all_load() {
    for (std::uint32_t id = 1; id < lakes_.size(); ++id) {
        if (!lakes_[id].alive) continue;
        for (int k = 0; k < 4; ++k) settle_load(id);
        sorted_members(id);
        Lake& lake = lakes_[id];
        // What finds no room under water waits, bounded by the surroundings when it is applied.
        auto [layer, more] = layer_of_load(lake);
        for (const HeightEntry& entry : lake.members) {
            const std::int64_t part = layer + (more-- > 0 ? 1 : 0);
            if (part == 0) break;
            map_.change[entry.cell] += static_cast<std::int32_t>(part);
            map_.waiting.push_back(entry.cell);
        }
        lake.suspended = 0;
        mark(id);
    }
}

void Lakes::finish() {
    smallest_spill_ = 1;  // no water may stand above its outlet now
    for (std::uint32_t id = 1; id < lakes_.size(); ++id) {
        if (!lakes_[id].alive) continue;
        rebuild_shore(id);
        mark(id);
    }
    split_all();
    std::vector<Spill> spills;
    settle_all(spills);
    split_all();
    settle_all(spills);
    for (const Spill& spill : spills) {
        map_.water_left += spill.water;
        map_.sediment_left += spill.sediment;
    }
    for (std::uint32_t id = 1; id < lakes_.size(); ++id) {
        if (!lakes_[id].alive) continue;
        rebuild_members(id);
        show_level(id);
    }
}

}  // namespace terrain::hydrology
