#include "hydrology/talus.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
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
    row.resize(static_cast<std::size_t>(map.stride));
    std::int64_t turn = 0, v = y;  // turn: the column that stands first, half a turn on beyond a pole
    if (!map.scale.topology.resolve(map.scale.shape, turn, v)) {
        std::fill(row.begin(), row.end(), kOutside);
        return;
    }
    const std::uint32_t start = map.index(0, static_cast<std::int32_t>(v));
    const auto width = static_cast<std::uint32_t>(map.width);
    for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint32_t i = start + x;
        const std::uint32_t k = turn == 0 ? x : (x + static_cast<std::uint32_t>(turn)) % width;
        row[k + 1] = (map.attributes[i] & kWet) != 0 ? map.bed[i] : map.surface[i];
    }
    row.front() = map.scale.topology.wrap_x ? row[width] : kOutside;
    row.back() = map.scale.topology.wrap_x ? row[1] : kOutside;
}

// Cells of a row with all neighbours on the map: [first, last) in columns of Rows.
struct Inner {
    std::size_t first, last;
};

Inner inner_of(const ErosionMap& map, std::int32_t y) {
    const Topology& t = map.scale.topology;
    const bool rows_there = t.wrap_y || t.poles || (y >= 1 && y < map.height - 1);
    const auto width = static_cast<std::size_t>(map.width);
    if (!rows_there || (!t.wrap_x && map.width < 3)) return {1, 1};
    return t.wrap_x ? Inner{1, width + 1} : Inner{2, width};
}

// What a cell gains from a neighbour (negative: gives). The integer unit leaves room for the difference of any two
// heights.
inline std::int32_t flow(std::int32_t here, std::int32_t there, std::int32_t repose, float share) {
    const std::int32_t difference = here - there;
    const std::int32_t excess = std::max(std::abs(difference) - repose, 0);
    const auto moved = static_cast<std::int32_t>(static_cast<float>(excess) * share);
    return difference > 0 ? -moved : moved;
}

// Rows y - 2 .. y + 2 of the ground, and what the peaks and pits of rows y - 1 .. y + 1 give to each neighbour.
struct Rows {
    std::vector<std::int32_t> ground[5], easing[3], change;
};

// What a peak gives (negative: a pit takes) to each of its eight neighbours; `pits` is 0 where water stands.
inline void ease(const std::int32_t* up, const std::int32_t* at, const std::int32_t* down, const std::int32_t* pits,
                 std::size_t first, std::size_t last, std::int32_t tolerance, std::int32_t* out) {
    for (std::size_t k = first; k < last; ++k) {
        const std::int32_t low = std::min(std::min(std::min(up[k - 1], up[k]), std::min(up[k + 1], at[k - 1])),
                                          std::min(std::min(at[k + 1], down[k - 1]), std::min(down[k], down[k + 1])));
        const std::int32_t high = std::max(std::max(std::max(up[k - 1], up[k]), std::max(up[k + 1], at[k - 1])),
                                           std::max(std::max(at[k + 1], down[k - 1]), std::max(down[k], down[k + 1])));
        const std::int32_t above = std::max(at[k] - high - tolerance, 0);
        const std::int32_t below = std::max(low - at[k] - tolerance, 0) & pits[k];
        out[k] = (above - below) / 16;
    }
}

inline void sum_flows(const Rows& rows, std::size_t first, std::size_t last, const Rules& rules, std::int32_t* out) {
    const std::int32_t* up = rows.ground[1].data();
    const std::int32_t* at = rows.ground[2].data();
    const std::int32_t* down = rows.ground[3].data();
    const std::int32_t* eu = rows.easing[0].data();
    const std::int32_t* ea = rows.easing[1].data();
    const std::int32_t* ed = rows.easing[2].data();
    const std::int32_t edge = rules.repose_edge, corner = rules.repose_corner;
    const float share = rules.share;
    for (std::size_t k = first; k < last; ++k) {
        const std::int32_t h = at[k];
        const std::int32_t edges = flow(h, at[k - 1], edge, share) + flow(h, at[k + 1], edge, share) +
                                   flow(h, up[k], edge, share) + flow(h, down[k], edge, share);
        const std::int32_t corners = flow(h, up[k - 1], corner, share) + flow(h, up[k + 1], corner, share) +
                                     flow(h, down[k - 1], corner, share) + flow(h, down[k + 1], corner, share);
        const std::int32_t given =
            eu[k - 1] + eu[k] + eu[k + 1] + ea[k - 1] + ea[k + 1] + ed[k - 1] + ed[k] + ed[k + 1];
        out[k] = edges + corners + given - 8 * ea[k];
    }
}

// The same on a planet: slopes in its own lengths, and what one of two cells of different area gives the other gets.
void planet_flows(const ErosionMap& map, std::int32_t y, const Rows& rows, const Rules& rules, std::int32_t* out) {
    const auto own = static_cast<std::size_t>(y);
    const std::size_t above = y > 0 ? own - 1 : own, below = y + 1 < map.height ? own + 1 : own;
    const float width = map.row_width[own], share = rules.share;
    const auto scaled = [](std::int32_t repose, float length) {
        return static_cast<std::int32_t>(static_cast<float>(repose) * length);
    };
    const auto corner = [&](std::size_t other) {
        const float mean = 0.5F * (width + map.row_width[other]);
        return scaled(rules.repose_edge, std::sqrt(1.0F + mean * mean));
    };
    const auto weight = [&](std::size_t other) {
        return static_cast<float>(std::min(map.row_area[own], map.row_area[other])) /
               static_cast<float>(map.row_area[own]);
    };
    const std::int32_t east = scaled(rules.repose_edge, width), corner_up = corner(above), corner_down = corner(below);
    const float up_weight = weight(above), down_weight = weight(below);
    const auto& up = rows.ground[1];
    const auto& at = rows.ground[2];
    const auto& down = rows.ground[3];
    const auto& eu = rows.easing[0];
    const auto& ea = rows.easing[1];
    const auto& ed = rows.easing[2];
    for (std::size_t k = 1; k <= static_cast<std::size_t>(map.width); ++k) {
        const std::int32_t h = at[k];
        const std::int32_t along =
            flow(h, at[k - 1], east, share) + flow(h, at[k + 1], east, share) + ea[k - 1] + ea[k + 1] - 2 * ea[k];
        const std::int32_t north = flow(h, up[k], rules.repose_edge, share) + flow(h, up[k - 1], corner_up, share) +
                                   flow(h, up[k + 1], corner_up, share) + eu[k - 1] + eu[k] + eu[k + 1] - 3 * ea[k];
        const std::int32_t south = flow(h, down[k], rules.repose_edge, share) +
                                   flow(h, down[k - 1], corner_down, share) + flow(h, down[k + 1], corner_down, share) +
                                   ed[k - 1] + ed[k] + ed[k + 1] - 3 * ea[k];
        out[k] = along + static_cast<std::int32_t>(static_cast<float>(north) * up_weight) +
                 static_cast<std::int32_t>(static_cast<float>(south) * down_weight);
    }
}

// A cell with neighbours outside the map.
std::int32_t border_flows(const Rows& rows, std::size_t k, const Rules& rules) {
    std::int32_t sum = -8 * rows.easing[1][k];
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t c = k - 1; c <= k + 1; ++c) {
            const std::int32_t there = rows.ground[row + 1][c];
            if ((row == 1 && c == k) || there == kOutside) continue;
            const bool straight = row == 1 || c == k;
            sum += flow(rows.ground[2][k], there, straight ? rules.repose_edge : rules.repose_corner, rules.share);
            sum += rows.easing[row][c];
        }
    }
    return sum;
}

// The same integer operations with wider registers where there are some.
#if defined(__x86_64__)
__attribute__((target("avx2"))) void ease_avx2(const std::int32_t* up, const std::int32_t* at, const std::int32_t* down,
                                               const std::int32_t* pits, std::size_t first, std::size_t last,
                                               std::int32_t tolerance, std::int32_t* out) {
    ease(up, at, down, pits, first, last, tolerance, out);
}
__attribute__((target("avx2"))) void sum_flows_avx2(const Rows& rows, std::size_t first, std::size_t last,
                                                    const Rules& rules, std::int32_t* out) {
    sum_flows(rows, first, last, rules, out);
}
const bool kHasAvx2 = __builtin_cpu_supports("avx2");
#endif

void ease_row(const ErosionMap& map, std::int32_t y, const Rows& rows, std::size_t centre, const Rules& rules,
              std::vector<std::int32_t>& pits, std::vector<std::int32_t>& out) {
    out.assign(static_cast<std::size_t>(map.stride), 0);
    const auto [first, last] = inner_of(map, y);
    if (first == last) return;
    pits.resize(out.size());
    std::int64_t turn = 0, v = y;
    map.scale.topology.resolve(map.scale.shape, turn, v);
    const std::uint32_t start = map.index(0, static_cast<std::int32_t>(v));
    const auto width = static_cast<std::uint32_t>(map.width);
    for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint32_t k = turn == 0 ? x : (x + static_cast<std::uint32_t>(turn)) % width;
        pits[k + 1] = (map.attributes[start + x] & kWet) != 0 ? 0 : -1;
    }
    const std::int32_t* up = rows.ground[centre - 1].data();
    const std::int32_t* at = rows.ground[centre].data();
    const std::int32_t* down = rows.ground[centre + 1].data();
#if defined(__x86_64__)
    if (kHasAvx2) {
        ease_avx2(up, at, down, pits.data(), first, last, rules.tolerance, out.data());
    } else {
        ease(up, at, down, pits.data(), first, last, rules.tolerance, out.data());
    }
#else
    ease(up, at, down, pits.data(), first, last, rules.tolerance, out.data());
#endif
    if (!map.scale.topology.wrap_x) return;
    out.front() = out[width];
    out.back() = out[1];
}

void change_row(const ErosionMap& map, std::int32_t y, Rows& rows, const Rules& rules) {
    rows.change.assign(static_cast<std::size_t>(map.stride), 0);
    if (map.planet) return planet_flows(map, y, rows, rules, rows.change.data());
    const auto [first, last] = inner_of(map, y);
    const auto width = static_cast<std::size_t>(map.width);
    for (std::size_t k = 1; k < (first == last ? width + 1 : first); ++k) rows.change[k] = border_flows(rows, k, rules);
    if (first == last) return;
    for (std::size_t k = last; k <= width; ++k) rows.change[k] = border_flows(rows, k, rules);
#if defined(__x86_64__)
    if (kHasAvx2) return sum_flows_avx2(rows, first, last, rules, rows.change.data());
#endif
    sum_flows(rows, first, last, rules, rows.change.data());
}

// The changes of rows [first, last), computed from the ground as it was.
void block_changes(const ErosionMap& map, std::int32_t first, std::int32_t last, const Rules& rules,
                   std::vector<GroundEvent>& changes) {
    Rows rows;
    std::vector<std::int32_t> pits;
    for (int k = 0; k < 5; ++k) read_row(map, first - 2 + k, rows.ground[k]);
    ease_row(map, first - 1, rows, 1, rules, pits, rows.easing[0]);
    ease_row(map, first, rows, 2, rules, pits, rows.easing[1]);
    for (std::int32_t y = first; y < last; ++y) {
        ease_row(map, y + 1, rows, 3, rules, pits, rows.easing[2]);
        change_row(map, y, rows, rules);
        const std::uint32_t start = map.index(0, y);
        for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(map.width); ++x) {
            if (rows.change[x + 1] != 0) changes.push_back({start + x, rows.change[x + 1]});
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
            if (map.on_edge(change.cell)) map.refresh_ghost(change.cell);
        }
    }
}

}  // namespace terrain::hydrology
