// Slow, plain answers to check the router against, and maps to check it on.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

#include "core/hash.h"
#include "routing/cell_hash.h"
#include "routing/d8.h"
#include "routing/router.h"

namespace terrain::oracle {

inline float random_unit(std::uint64_t seed, std::size_t i) {
    return unit_float(cell_hash(mix_seed(seed + 1000003), static_cast<std::uint32_t>(i)));
}

/// Neighbour of cell i in direction k, or -1 outside.
inline std::int64_t neighbour(Shape shape, const Topology& topology, std::size_t i, int k) {
    const std::int64_t w = shape.width;
    std::int64_t x = static_cast<std::int64_t>(i) % w + kD8Dx[k];
    const std::int64_t h = shape.height;
    std::int64_t y = static_cast<std::int64_t>(i) / w + kD8Dy[k];
    if (topology.poles && (y < 0 || y >= h)) {
        y = std::clamp<std::int64_t>(y, 0, h - 1);
        x += w / 2;
    }
    if (topology.wrap_x) x = (x + w) % w;
    if (topology.wrap_y) y = (y + h) % h;
    return shape.contains(x, y) ? y * w + x : -1;
}

inline bool is_data(const RoutingInput& in, std::size_t i) { return in.no_data == nullptr || (*in.no_data)[i] == 0; }

inline bool is_outlet(const RoutingInput& in, std::size_t i) {
    if (in.sea_level && (*in.height)[i] <= *in.sea_level) return true;
    if (!is_data(in, i)) return true;
    for (int k = 0; k < 8; ++k) {
        const std::int64_t j = neighbour(in.height->shape(), in.topology, i, k);
        if (j < 0 ? in.open_border : !is_data(in, static_cast<std::size_t>(j))) return true;
    }
    return false;
}

/// Minimax height of all paths to an outlet (Dijkstra's algorithm with max in place of +).
inline std::vector<float> minimax(const RoutingInput& in) {
    const Grid<float>& z = *in.height;
    std::vector<float> f(z.size(), std::numeric_limits<float>::infinity());
    using Entry = std::pair<float, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::size_t i = 0; i < z.size(); ++i) {
        if (is_outlet(in, i) && is_data(in, i)) queue.emplace(f[i] = z[i], i);
    }
    while (!queue.empty()) {
        const auto [level, i] = queue.top();
        queue.pop();
        if (level > f[i]) continue;
        for (int k = 0; k < 8; ++k) {
            const std::int64_t n = neighbour(z.shape(), in.topology, i, k);
            if (n < 0 || !is_data(in, static_cast<std::size_t>(n))) continue;
            const auto j = static_cast<std::size_t>(n);
            if (std::max(level, z[j]) < f[j]) queue.emplace(f[j] = std::max(level, z[j]), j);
        }
    }
    return f;
}

/// The receivers by their definition: Rho8 where a neighbour is lower, else Bellman and Ford's shortest paths.
inline std::vector<std::uint8_t> receivers(const RoutingInput& in, const std::vector<float>& f) {
    const Shape shape = in.height->shape();
    const std::uint64_t key = mix_seed(in.seed);
    const auto hash = [&](std::size_t i) { return cell_hash(key, static_cast<std::uint32_t>(i)); };
    const auto at = [&](std::size_t i, int k) { return static_cast<std::size_t>(neighbour(shape, in.topology, i, k)); };
    constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max() / 2;
    std::vector<std::uint8_t> code(f.size(), 0);
    std::vector<std::uint64_t> length(f.size(), kFar);
    std::vector<std::size_t> flats;
    for (std::size_t i = 0; i < f.size(); ++i) {
        if (is_outlet(in, i)) {
            length[i] = 0;
            continue;
        }
        float best = 0;
        std::size_t best_cell = 0;
        const float straight = in.jitter ? 2.0F - unit_float(hash(i)) : 1.41421356F;
        for (const int k : {0, 2, 4, 6, 1, 3, 5, 7}) {
            const std::size_t j = at(i, k);
            const float drop = k % 2 == 0 ? (f[i] - f[j]) * straight : f[i] - f[j];
            if (drop <= 0 || drop < best) continue;
            if (drop == best && (!in.jitter || hash(j) >= hash(best_cell))) continue;
            best = drop;
            best_cell = j;
            code[i] = d8_code(k);
        }
        if (code[i] == 0) flats.push_back(i);
        if (code[i] != 0) length[i] = 0;
    }
    const auto cost = [&](std::size_t i, int k) {
        const std::uint64_t byte = in.jitter ? (hash(at(i, k)) >> (8 * (k ^ 4))) & 255 : 0;
        return (k % 2 == 0 ? 5 : 7) * (32 + byte / 4);
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const std::size_t i : flats) {
            for (int k = 0; k < 8; ++k) {
                if (f[at(i, k)] != f[i] || length[at(i, k)] + cost(i, k) >= length[i]) continue;
                length[i] = length[at(i, k)] + cost(i, k);
                changed = true;
            }
        }
    }
    for (const std::size_t i : flats) {
        for (int k = 7; k >= 0; --k) {
            if (f[at(i, k)] == f[i] && length[at(i, k)] + cost(i, k) == length[i]) code[i] = d8_code(k);
        }
    }
    return code;
}

/// Follows the laws of a routing: a forest that takes in every cell, areas that add up, a surface that never rises
/// downstream and never lies below the ground. Empty, or what is broken.
inline const char* broken_law(const RoutingInput& in, const Routing& r) {
    const std::size_t n = r.filled.size();
    std::vector<std::uint8_t> donors(n, 0);
    std::vector<std::uint64_t> sum(n);
    std::vector<std::size_t> queue;
    const auto down = [&](std::size_t i) {
        return static_cast<std::size_t>(neighbour(r.shape, in.topology, i, d8_direction(r.receiver[i])));
    };
    std::uint64_t cells = 0;
    for (std::size_t i = 0; i < n; ++i) {
        sum[i] = is_data(in, i) ? 1 : 0;
        cells += sum[i];
        if ((r.receiver[i] == 0) != is_outlet(in, i)) return "an outlet is no root, or a root no outlet";
        if (std::popcount(r.receiver[i]) > 1) return "a receiver is no single direction";
        if (r.receiver[i] != 0) ++donors[down(i)];
        if (r.filled[i] < (*in.height)[i]) return "filled below the ground";
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (donors[i] == 0) queue.push_back(i);
    }
    std::uint64_t drained = 0;
    for (std::size_t q = 0; q < queue.size(); ++q) {
        const std::size_t i = queue[q];
        if (sum[i] != r.area[i]) return "area is not the sum over donors";
        if (r.receiver[i] == 0) {
            drained += sum[i];
            continue;
        }
        const std::size_t j = down(i);
        if (r.filled[j] > r.filled[i]) return "the filled surface rises downstream";
        sum[j] += sum[i];
        if (--donors[j] == 0) queue.push_back(j);
    }
    if (queue.size() != n) return "a cycle";
    if (drained != cells) return "the outlets do not drain all cells";
    if (r.order.empty()) return "";
    std::vector<std::uint32_t> place(n, 0xffffffffU);
    for (std::size_t q = 0; q < r.order.size(); ++q) place[r.order[q]] = static_cast<std::uint32_t>(q);
    for (std::size_t i = 0; i < n; ++i) {
        if (place[i] == 0xffffffffU) return "the order misses a cell";
        if (r.receiver[i] != 0 && place[down(i)] <= place[i]) return "the order has a receiver before its donor";
    }
    return "";
}

/// Longest chain of receivers in one direction, over cells for which counts(i) holds.
template <class Counts>
int longest_straight_run(const Routing& r, const Counts& counts) {
    std::vector<int> run(r.receiver.size(), 0);
    int longest = 0;
    const D8Steps step(r.shape, r.topology);
    for (const std::uint32_t i : r.order) {
        if (r.receiver[i] == 0 || !counts(i)) continue;
        longest = std::max(longest, ++run[i]);
        const std::size_t j = step.downstream(i, r.receiver[i]);
        if (r.receiver[j] == r.receiver[i]) run[j] = std::max(run[j], run[i]);
    }
    return longest;
}

}  // namespace terrain::oracle
