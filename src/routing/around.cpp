// The router's definition (router.h) by the textbook's means, for maps that have no first and last row: planets, and
// planes that repeat to the north and south. Priority-Flood with a plain queue inside depressions (Barnes, Lehman &
// Mulla 2014), receivers cell by cell, flats by Dijkstra's algorithm.
#include <algorithm>
#include <limits>
#include <queue>

#include "routing/work.h"

namespace terrain::routing_detail {
namespace {

constexpr float kSqrt2 = 1.41421356F;

struct Around {
    const RoutingInput& input;
    Shape shape;
    D8Steps step;
    std::uint64_t key;
    Grid<float>& filled;
    Grid<std::uint8_t>& receiver;
    std::vector<std::uint8_t> outlet;

    [[nodiscard]] bool has_data(std::size_t i) const { return input.no_data == nullptr || (*input.no_data)[i] == 0; }
    template <class Visit>
    void neighbours(std::size_t i, const Visit& visit) const {
        each_neighbour(shape, input.topology, i, visit);
    }
    [[nodiscard]] std::uint64_t hash(std::size_t i) const { return cell_hash(key, static_cast<std::uint32_t>(i)); }
};

void find_outlets(Around& a) {
    const float sea = a.input.sea_level.value_or(-std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < a.outlet.size(); ++i) {
        int missing = 8;
        bool hole = !a.has_data(i);
        a.neighbours(i, [&](int, std::size_t j) {
            --missing;
            hole = hole || !a.has_data(j);
        });
        const bool border = missing > 0 && a.input.open_border;
        a.outlet[i] = hole || border || (*a.input.height)[i] <= sea ? 1 : 0;
    }
}

void flood(Around& a) {
    struct Entry {
        float level;
        std::uint32_t cell;
        bool operator<(const Entry& other) const {
            return level != other.level ? level > other.level : cell > other.cell;
        }
    };
    constexpr float kUnseen = std::numeric_limits<float>::infinity();
    const Grid<float>& z = *a.input.height;
    std::priority_queue<Entry> open;
    std::vector<std::uint32_t> pit;  // of the level at hand
    std::fill(a.filled.begin(), a.filled.end(), kUnseen);
    for (std::size_t i = 0; i < z.size(); ++i) {
        if (a.outlet[i] == 0) continue;
        a.filled[i] = z[i];
        if (a.has_data(i)) open.push({z[i], static_cast<std::uint32_t>(i)});
    }
    while (!open.empty() || !pit.empty()) {
        std::uint32_t i;
        if (pit.empty()) {
            i = open.top().cell;
            open.pop();
        } else {
            i = pit.back();
            pit.pop_back();
        }
        a.neighbours(i, [&](int, std::size_t j) {
            if (a.filled[j] != kUnseen) return;
            const bool below = z[j] <= a.filled[i];
            a.filled[j] = below ? a.filled[i] : z[j];
            if (below) {
                pit.push_back(static_cast<std::uint32_t>(j));
            } else {
                open.push({z[j], static_cast<std::uint32_t>(j)});
            }
        });
    }
}

/// Direction of the steepest drop, by Rho8; -1 where none is lower.
int steepest(const Around& a, std::size_t i, double width) {
    const float straight = a.input.jitter ? 2.0F - unit_float(a.hash(i)) : kSqrt2;
    const auto east = static_cast<float>(1.0 / width);
    const auto diagonal = static_cast<float>(1.4142135623730951 / std::sqrt(width * width + 1.0));
    float best = 0;
    int direction = -1;
    std::size_t cell = 0;
    for (const int k : {0, 2, 4, 6, 1, 3, 5, 7}) {
        const std::size_t j = a.step.to(i, k);
        float drop = a.filled[i] - a.filled[j];
        drop = k % 2 == 0 ? drop * straight : drop;
        if (width != 1.0 && k % 4 != 2) drop *= k % 2 == 0 ? east : diagonal;
        bool better = drop > best;
        if (drop == best && direction >= 0 && a.input.jitter) {
            const std::uint64_t mine = a.hash(j), other = a.hash(cell);
            better = mine < other || (mine == other && j < cell);
        }
        if (!better) continue;
        best = drop;
        direction = k;
        cell = j;
    }
    return direction;
}

/// Directions on the flats, given all others.
void route_levels(Around& a, const std::vector<std::uint32_t>& flats) {
    constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();
    using Entry = std::pair<std::uint64_t, std::uint32_t>;  // key: length * 8 + direction, least first
    std::vector<std::uint64_t> path(a.outlet.size(), 0);
    for (const std::uint32_t i : flats) path[i] = kFar;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto step_length = [&](std::size_t into, int k) -> std::uint64_t {
        const std::uint64_t byte = a.input.jitter ? (a.hash(into) >> (8 * k)) & 255U : 0;
        return (k % 2 == 0 ? 5U : 7U) * (32U + (byte >> 2));
    };
    const auto offer = [&](std::size_t from, std::size_t into, int k, std::uint64_t length) {
        // k: from `from` to `into`, whose path has this length.
        const std::uint64_t offered =
            (length + step_length(into, a.step.back(from, k))) * 8 + static_cast<std::uint64_t>(k);
        if (offered >= path[from]) return;
        path[from] = offered;
        open.emplace(offered, static_cast<std::uint32_t>(from));
    };
    for (const std::uint32_t i : flats) {
        a.neighbours(i, [&](int k, std::size_t j) {
            if (path[j] == 0 && a.filled[j] == a.filled[i]) offer(i, j, k, 0);
        });
    }
    while (!open.empty()) {
        const auto [key, i] = open.top();
        open.pop();
        if (key != path[i]) continue;
        a.receiver[i] = d8_code(static_cast<int>(key & 7U));
        for (int k = 0; k < 8; ++k) {  // to the neighbours; a path of 0 never improves
            bool there = false;
            std::size_t j = 0;
            a.neighbours(i, [&](int d, std::size_t n) {
                if (d == k) there = true, j = n;
            });
            if (there && a.filled[j] == a.filled[i]) offer(j, i, a.step.back(i, k), key / 8);
        }
    }
}

/// Kahn's order; area[i] holds what the cell itself counts.
void add_up(const Around& a, Grid<std::uint32_t>& area, std::vector<std::uint32_t>* order) {
    std::vector<std::uint8_t> donors(a.outlet.size(), 0);
    for (std::size_t i = 0; i < donors.size(); ++i) {
        area[i] = a.has_data(i) ? 1 : 0;
        if (a.receiver[i] != 0) ++donors[a.step.downstream(i, a.receiver[i])];
    }
    std::vector<std::uint32_t> queue;
    queue.reserve(donors.size());
    for (std::size_t i = 0; i < donors.size(); ++i) {
        if (donors[i] == 0) queue.push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t q = 0; q < queue.size(); ++q) {
        const std::uint32_t i = queue[q];
        if (a.receiver[i] == 0) continue;
        const std::size_t j = a.step.downstream(i, a.receiver[i]);
        area[j] += area[i];
        if (--donors[j] == 0) queue.push_back(static_cast<std::uint32_t>(j));
    }
    if (order != nullptr) order->swap(queue);
}

}  // namespace

void route_around(const RoutingInput& input, ThreadPool& pool, Routing& result) {
    const Shape shape = input.height->shape();
    result.shape = shape;
    result.topology = input.topology;
    if (result.filled.shape() != shape) {
        result.filled = Grid<float>(shape);
        result.receiver = Grid<std::uint8_t>(shape);
        result.area = Grid<std::uint32_t>(shape);
    }
    result.order.clear();
    Around a{input,         shape,           D8Steps(shape, input.topology),          mix_seed(input.seed),
             result.filled, result.receiver, std::vector<std::uint8_t>(shape.cells())};
    find_outlets(a);
    flood(a);
    const CellScale scale(shape, input.topology);
    const auto width = static_cast<std::size_t>(shape.width);
    std::vector<std::vector<std::uint32_t>> flats(static_cast<std::size_t>(shape.height));
    pool.parallel_for(flats.size(), [&](std::size_t y) {
        for (std::size_t i = y * width; i < (y + 1) * width; ++i) {
            a.receiver[i] = 0;
            if (a.outlet[i] != 0) continue;
            const int k = steepest(a, i, scale.width(i));
            if (k >= 0) a.receiver[i] = d8_code(k);
            if (k < 0) flats[y].push_back(static_cast<std::uint32_t>(i));
        }
    });
    std::vector<std::uint32_t> all;
    for (const auto& row : flats) all.insert(all.end(), row.begin(), row.end());
    route_levels(a, all);
    add_up(a, result.area, input.with_order ? &result.order : nullptr);
    for (std::size_t i = 0; i < result.filled.size() && input.no_data != nullptr; ++i) {
        if (!a.has_data(i)) result.filled[i] = (*input.height)[i];
    }
}

}  // namespace terrain::routing_detail
