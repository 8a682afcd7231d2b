#include "hydrology/talus.h"

#include <algorithm>
#include <limits>

namespace terrain::hydrology {
namespace {

struct Rules {
    std::int32_t repose_edge, repose_corner, tolerance;
    float share;
};

constexpr std::int32_t kOutside = std::numeric_limits<std::int32_t>::min();  // nothing moves over the map's border

// Ground of one row, with a cell outside the map at either end.
void read_row(const ErosionMap& map, std::int32_t y, std::vector<std::int32_t>& row) {
    row.assign(static_cast<std::size_t>(map.stride), kOutside);
    if (y < 0 || y >= map.height) return;
    for (std::int32_t x = 0; x < map.width; ++x) row[static_cast<std::size_t>(x + 1)] = map.ground(map.index(x, y));
}

std::int32_t flow(std::int32_t here, std::int32_t there, std::int32_t repose, float share) {
    const std::int64_t difference = static_cast<std::int64_t>(here) - there;
    const std::int64_t excess = (difference < 0 ? -difference : difference) - repose;
    if (excess <= 0 || there == kOutside) return 0;
    const auto moved = static_cast<std::int32_t>(static_cast<float>(excess) * share);
    return difference > 0 ? -moved : moved;
}

// What a peak gives (negative: a pit takes) to each of its eight neighbours.
std::int32_t eased(const std::int32_t* up, const std::int32_t* at, const std::int32_t* down, bool dry,
                   std::int32_t tolerance) {
    const std::int32_t low = std::min({up[-1], up[0], up[1], at[-1], at[1], down[-1], down[0], down[1]});
    const std::int32_t high = std::max({up[-1], up[0], up[1], at[-1], at[1], down[-1], down[0], down[1]});
    if (static_cast<std::int64_t>(at[0]) - high > tolerance) return (at[0] - high - tolerance) / 16;
    if (dry && static_cast<std::int64_t>(low) - at[0] > tolerance) return -((low - at[0] - tolerance) / 16);
    return 0;
}

struct Rows {
    std::vector<std::int32_t> ground[5], easing[3];  // rows y - 2 .. y + 2, and easing of y - 1 .. y + 1
};

void ease_row(const ErosionMap& map, std::int32_t y, const Rows& rows, int centre, const Rules& rules,
              std::vector<std::int32_t>& out) {
    out.assign(static_cast<std::size_t>(map.stride), 0);
    if (y < 1 || y >= map.height - 1) return;
    for (std::int32_t x = 1; x < map.width - 1; ++x) {
        const auto k = static_cast<std::size_t>(x + 1);
        out[k] = eased(&rows.ground[centre - 1][k], &rows.ground[centre][k], &rows.ground[centre + 1][k],
                       !map.wet(map.index(x, y)), rules.tolerance);
    }
}

std::int32_t change_at(const Rows& rows, std::size_t k, const Rules& rules) {
    const std::int32_t* up = &rows.ground[1][k];
    const std::int32_t* at = &rows.ground[2][k];
    const std::int32_t* down = &rows.ground[3][k];
    std::int32_t sum =
        flow(*at, at[-1], rules.repose_edge, rules.share) + flow(*at, at[1], rules.repose_edge, rules.share) +
        flow(*at, *up, rules.repose_edge, rules.share) + flow(*at, *down, rules.repose_edge, rules.share);
    sum += flow(*at, up[-1], rules.repose_corner, rules.share) + flow(*at, up[1], rules.repose_corner, rules.share) +
           flow(*at, down[-1], rules.repose_corner, rules.share) + flow(*at, down[1], rules.repose_corner, rules.share);
    const std::int32_t* eu = &rows.easing[0][k];
    const std::int32_t* ea = &rows.easing[1][k];
    const std::int32_t* ed = &rows.easing[2][k];
    return sum - 8 * *ea + eu[-1] + eu[0] + eu[1] + ea[-1] + ea[1] + ed[-1] + ed[0] + ed[1];
}

// The changes of rows [first, last), computed from the ground as it was.
void block_changes(const ErosionMap& map, std::int32_t first, std::int32_t last, const Rules& rules,
                   std::vector<GroundEvent>& changes) {
    Rows rows;
    for (int k = 0; k < 5; ++k) read_row(map, first - 2 + k, rows.ground[k]);
    ease_row(map, first - 1, rows, 1, rules, rows.easing[0]);
    ease_row(map, first, rows, 2, rules, rows.easing[1]);
    for (std::int32_t y = first; y < last; ++y) {
        ease_row(map, y + 1, rows, 3, rules, rows.easing[2]);
        for (std::int32_t x = 0; x < map.width; ++x) {
            const std::int32_t change = change_at(rows, static_cast<std::size_t>(x + 1), rules);
            if (change != 0) changes.push_back({map.index(x, y), change});
        }
        for (int k = 0; k < 4; ++k) rows.ground[k].swap(rows.ground[k + 1]);
        read_row(map, y + 3, rows.ground[4]);
        rows.easing[0].swap(rows.easing[1]);
        rows.easing[1].swap(rows.easing[2]);
    }
}

}  // namespace

void creep(ErosionMap& map, Lakes& lakes, const TalusParameters& parameters, ThreadPool& pool) {
    const double unit = map.scale.inverse_unit;
    const auto clamp_units = [](double v) { return static_cast<std::int32_t>(std::min(v, 1e9)); };
    const Rules rules{clamp_units(parameters.repose_slope * unit),
                      clamp_units(parameters.repose_slope * 1.4142135623730951 * unit),
                      clamp_units(parameters.relax * unit), static_cast<float>(parameters.creep * 0.125)};
    constexpr std::size_t kBlock = 64;
    const std::size_t blocks = (static_cast<std::size_t>(map.height) + kBlock - 1) / kBlock;
    std::vector<std::vector<GroundEvent>> changes(blocks);
    pool.parallel_for(blocks, [&](std::size_t k) {
        block_changes(
            map, static_cast<std::int32_t>(k * kBlock),
            static_cast<std::int32_t>(std::min<std::size_t>((k + 1) * kBlock, static_cast<std::size_t>(map.height))),
            rules, changes[k]);
    });
    for (const auto& block : changes) {
        for (const GroundEvent& change : block) {
            map.set_ground(change.cell, map.ground(change.cell) + change.change);
            if (map.lake[change.cell] != kNoLake || (map.attributes[change.cell] & kShore)) {
                lakes.ground_changed(change.cell, change.change);
            }
            if (map.on_border(change.cell)) map.refresh_ghost(change.cell);
        }
    }
}

}  // namespace terrain::hydrology
