#include "hydrology/drainage.h"

#include <algorithm>
#include <vector>

#include "hydrology/hollows.h"
#include "routing/router.h"

namespace terrain::hydrology {
namespace {

constexpr std::int32_t kPond = 8;  // lakes of fewer cells are pits that happen to hold water

// The fill of the hollows, cell by cell: lakes learn of it.
void lay_fill(ErosionMap& map, Lakes& lakes, const Grid<float>& before, const Grid<float>& after) {
    for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) {
            if (after(x, y) == before(x, y)) continue;
            const std::uint32_t i = map.index(x, y);
            const std::int32_t fill = map.scale.to_units(after(x, y)) - map.ground(i);
            map.set_ground(i, map.ground(i) + fill);
            map.sediment_left -= map.volume_of(i, fill);
            lakes.ground_changed(i, fill);
            if (map.on_edge(i)) map.refresh_ghost(i);
        }
    }
}

void fill_lakes(ErosionMap& map, Lakes& lakes, const Hollows& hollows, const std::vector<std::uint32_t>& areas,
                float hollow_depth) {
    std::vector<std::vector<std::uint32_t>> cells(hollows.list.size());
    for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) {
            const std::uint32_t h = hollows.of[static_cast<std::size_t>(y) * static_cast<std::size_t>(map.width) +
                                               static_cast<std::size_t>(x)];
            if (h == Hollows::kNone || map.on_border(map.index(x, y))) continue;
            if (hollows.list[h].wet || hollows.list[h].depth > hollow_depth) cells[h].push_back(map.index(x, y));
        }
    }
    for (std::size_t h = 0; h < cells.size(); ++h) {
        if (cells[h].size() < static_cast<std::size_t>(kPond) || areas[h] < static_cast<std::uint32_t>(kPond)) continue;
        std::int32_t level = map.scale.to_units(hollows.list[h].spill);
        if (areas[h] < cells[h].size()) {
            std::vector<std::int32_t> beds;
            for (const std::uint32_t i : cells[h]) beds.push_back(map.ground(i));
            std::nth_element(beds.begin(), beds.begin() + areas[h], beds.end());
            level = std::min(level, beds[areas[h]]);
        }
        lakes.raise(cells[h], level);
    }
}

}  // namespace

void see_surface(const ErosionMap& map, const Lakes& lakes, Surface& out) {
    if (out.metres.shape() != map.scale.shape) {
        out.metres = Grid<float>(map.scale.shape);
        out.water = Grid<std::uint8_t>(map.scale.shape);
    }
    for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) {
            const std::uint32_t i = map.index(x, y);
            const std::uint32_t id = map.lake[i];
            const bool water = id == kSea || (id != kNoLake && lakes.all()[id].cells >= kPond);
            const std::int32_t lake_level = id == kSea ? map.scale.sea : lakes.all()[id].level;
            out.metres(x, y) = static_cast<float>(map.scale.to_metres(water ? lake_level : map.ground(i)));
            out.water(x, y) = water ? 1 : 0;
        }
    }
}

void keep_drainage(ErosionMap& map, Lakes& lakes, const DrainageUpkeep& upkeep, std::uint64_t seed, ThreadPool& pool,
                   DrainageScratch& scratch) {
    Surface& surface = scratch.surface;
    see_surface(map, lakes, surface);
    RoutingInput input;
    input.height = &surface.metres;
    input.seed = seed;
    input.with_order = true;
    input.topology = map.scale.topology;
    if (map.scale.has_sea) input.sea_level = static_cast<float>(map.scale.to_metres(map.scale.sea));
    route(input, pool, scratch.routing);
    const Hollows& hollows = find_hollows(surface.metres, surface.water, scratch.routing, scratch.hollows);
    const auto depth = static_cast<float>(upkeep.hollow_depth_m);
    if (depth > 0) {
        scratch.before = surface.metres;
        fill_hollows(surface.metres, surface.water, scratch.routing, hollows, depth, drained_rise(scratch.before));
        lay_fill(map, lakes, scratch.before, surface.metres);
    }
    if (upkeep.aridity <= 0) return;
    fill_lakes(map, lakes, hollows, lake_areas(scratch.routing, hollows, upkeep.aridity), depth);
}

}  // namespace terrain::hydrology
