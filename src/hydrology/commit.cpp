#include "hydrology/commit.h"

#include <algorithm>
#include <array>

namespace terrain::hydrology {
namespace {

// A share of the track; a flood's counts for many drops.
std::int32_t along(std::int32_t track, std::int16_t direction) {
    return static_cast<std::int32_t>((static_cast<std::int64_t>(track) * direction) >> 14);
}

void accumulate(ErosionMap& map, std::span<const StepLog> log, CommitScratch& scratch) {
    for (const StepLog& entry : log) {
        const std::uint32_t i = entry.cell;
        map.track[i] += entry.track;
        map.track_x[i] += along(entry.track, entry.dx);
        map.track_y[i] += along(entry.track, entry.dy);
        if (entry.change == 0) continue;
        (map.change[i] == 0 ? scratch.touched : scratch.repeated).push_back(i);
        map.change[i] += entry.change;
    }
}

// One cell of the kernel in the slow case: at the border, or near a lake.
void change_ground(ErosionMap& map, std::uint32_t i, std::int32_t change, std::vector<GroundEvent>& near_lakes,
                   std::int64_t& left) {
    if (change == 0) return;
    if (!map.inside(i)) {
        left += change;
        return;
    }
    if (map.wet(i)) {
        map.bed[i] += change;  // a bed that rises out of the water leaves it when the lake settles
    } else {
        map.surface[i] += change;
    }
    if (map.attributes[i] & (kNearLake | kWet)) near_lakes.push_back({i, change});
    if (map.on_edge(i)) map.refresh_ghost(i);
}

// The same on a planet, where the rows to the north and south have cells of other areas.
void spread_on_planet(ErosionMap& map, std::uint32_t i, std::int32_t change, std::vector<GroundEvent>& near_lakes,
                      std::int64_t& left) {
    const std::int32_t y = map.y_of(i);
    const auto area = [&](std::int32_t row) -> std::int64_t {
        return map.row_area[static_cast<std::size_t>(std::clamp(row, 0, map.height - 1))];
    };
    const std::int64_t own = area(y), north = area(y - 1), south = area(y + 1);
    const std::int32_t edge = change / 8, corner = change / 16;
    const auto there = [&](std::int64_t part, std::int64_t other) {
        return static_cast<std::int32_t>(part * own / other);
    };
    // E W S N SE NE SW NW
    const std::array<std::int32_t, 8> parts{edge,
                                            edge,
                                            there(edge, south),
                                            there(edge, north),
                                            there(corner, south),
                                            there(corner, north),
                                            there(corner, south),
                                            there(corner, north)};
    const std::int64_t moved =
        2LL * edge * own + (parts[2] + 2LL * parts[4]) * south + (parts[3] + 2LL * parts[5]) * north;
    change_ground(map, i, static_cast<std::int32_t>(change - moved / own), near_lakes, left);
    for (int k = 0; k < 8; ++k) {
        change_ground(map, map.neighbour(i, k), parts[static_cast<std::size_t>(k)], near_lakes, left);
    }
}

void spread(ErosionMap& map, std::uint32_t i, std::int32_t change, std::vector<GroundEvent>& near_lakes,
            std::int64_t& left) {
    if (map.planet) return spread_on_planet(map, i, change, near_lakes, left);
    const std::int32_t edge = change / 8;
    const std::int32_t corner = change / 16;
    const std::int32_t centre = change - 4 * edge - 4 * corner;
    if ((map.attributes[i] & kSlowMask) == 0) {
        std::int32_t* at = map.surface.data() + i;
        std::int32_t* up = at - map.stride;
        std::int32_t* down = at + map.stride;
        up[-1] += corner, up[0] += edge, up[1] += corner;
        at[-1] += edge, at[0] += centre, at[1] += edge;
        down[-1] += corner, down[0] += edge, down[1] += corner;
        return;
    }
    change_ground(map, i, centre, near_lakes, left);
    for (int k = 0; k < 4; ++k) {
        change_ground(map, map.neighbour(i, k), edge, near_lakes, left);
        change_ground(map, map.neighbour(i, k + 4), corner, near_lakes, left);
    }
}

}  // namespace

void commit(ErosionMap& map, std::span<const StepLog> log, std::vector<std::uint32_t>& waiting, CommitScratch& scratch,
            std::vector<GroundEvent>& near_lakes, std::int64_t& left) {
    scratch.touched.clear();
    scratch.repeated.clear();
    for (const std::uint32_t i : waiting) {
        // A cell may wait on the lists of several tiles; it is listed here once and its change is one sum.
        scratch.touched.push_back(i);
        scratch.repeated.push_back(i);
    }
    waiting.clear();
    accumulate(map, log, scratch);
    // Cells hit once keep the limits of the step itself; the others are clamped against the frozen terrain before any
    // of it changes (a second time clamps to the same). What a cell must give back waits under the same index, out of
    // the way of the pass below.
    std::vector<GroundEvent>& rest = scratch.rest;
    rest.clear();
    for (const std::uint32_t i : scratch.repeated) {
        const std::int32_t here = map.ground(i);
        const std::int32_t least = std::min(0, map.lowest_neighbour(i) - here);
        const std::int32_t most = std::max(0, map.highest_neighbour(i) - here);
        const std::int32_t wanted = map.change[i];
        const std::int32_t fits = std::clamp(wanted, least, most);
        if (fits == wanted) continue;
        rest.push_back({i, wanted - fits});
        map.change[i] = fits;
    }
    // A cell that waits for another tile is in `repeated` alone.
    for (const auto* cells : {&scratch.touched, &scratch.repeated}) {
        for (const std::uint32_t i : *cells) {
            const std::int32_t change = map.change[i];
            if (change == 0) continue;
            map.change[i] = 0;
            spread(map, i, change, near_lakes, left);
        }
    }
    for (const GroundEvent& entry : rest) {
        map.change[entry.cell] += entry.change;
        waiting.push_back(entry.cell);
    }
}

}  // namespace terrain::hydrology
