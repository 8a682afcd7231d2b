#include "planet/tessellation.h"

#include <bit>

namespace terrain::planet {
namespace {

using Side = std::vector<std::uint16_t>;  // indices of points, from one corner to the next, both included

std::uint16_t add(PatchPattern& pattern, const glm::vec3& point) {
    pattern.points.push_back(point);
    return static_cast<std::uint16_t>(pattern.points.size() - 1);
}

/// The ring at `depth` (0: the border): side k runs from corner k + 1 to corner k + 2, so that it lies opposite k.
std::array<Side, 3> make_ring(PatchPattern& pattern, std::int32_t depth, std::int32_t inside,
                              std::array<std::int32_t, 3> segments) {
    // Direct3D places ring d at distance 2/3 d / T from each side; the centre comes out at (1/3, 1/3, 1/3).
    const float away = 2.0F / 3.0F * static_cast<float>(depth) / static_cast<float>(inside);
    const float extent = 1.0F - 3.0F * away;
    std::array<glm::vec3, 3> corner;
    std::array<std::uint16_t, 3> index{};
    for (int k = 0; k < 3; ++k) {
        corner[static_cast<std::size_t>(k)] = glm::vec3(away);
        corner[static_cast<std::size_t>(k)][k] = away + extent;
        index[static_cast<std::size_t>(k)] = add(pattern, corner[static_cast<std::size_t>(k)]);
    }
    std::array<Side, 3> ring;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t from = (k + 1) % 3;
        const std::size_t to = (k + 2) % 3;
        ring[k].push_back(index[from]);
        for (std::int32_t i = 1; i < segments[k]; ++i) {
            const float t = static_cast<float>(i) / static_cast<float>(segments[k]);
            const float rest = static_cast<float>(segments[k] - i) / static_cast<float>(segments[k]);
            ring[k].push_back(add(pattern, corner[from] * rest + corner[to] * t));
        }
        ring[k].push_back(index[to]);
    }
    return ring;
}

/// Triangles between a side and the side of the next ring, which may be a single point: always the shorter step next.
void stitch(PatchPattern& pattern, const Side& outer, const Side& inner) {
    std::size_t i = 0;
    std::size_t j = 0;
    const std::size_t outer_steps = outer.size() - 1;
    const std::size_t inner_steps = inner.size() - 1;
    while (i < outer_steps || j < inner_steps) {
        // The inner side starts later and ends earlier; compare the middles of the next segments along the outer side.
        const std::size_t whole = inner_steps + 2;
        const bool take_outer =
            j == inner_steps || (i < outer_steps && (2 * i + 1) * whole <= (2 * (j + 1) + 1) * outer_steps);
        if (take_outer) {
            pattern.triangles.push_back({outer[i], outer[i + 1], inner[j]});
            ++i;
        } else {
            pattern.triangles.push_back({outer[i], inner[j + 1], inner[j]});
            ++j;
        }
    }
}

}  // namespace

PatchPattern make_pattern(std::array<std::int32_t, 3> edges, std::int32_t inside) {
    PatchPattern pattern;
    std::array<Side, 3> ring = make_ring(pattern, 0, inside, edges);
    std::int32_t left = inside;
    for (std::int32_t depth = 1; left > 1; ++depth) {
        left -= 2;
        std::array<Side, 3> next;
        if (left == 0) {
            next.fill({add(pattern, glm::vec3(1.0F / 3.0F))});
        } else {
            next = make_ring(pattern, depth, inside, {left, left, left});
        }
        for (std::size_t k = 0; k < 3; ++k) stitch(pattern, ring[k], next[k]);
        ring = next;
    }
    if (left == 1) pattern.triangles.push_back({ring[2][0], ring[0][0], ring[1][0]});
    return pattern;
}

const PatchPattern& PatternCache::get(std::array<std::int32_t, 3> edges, std::int32_t inside) {
    const auto exponent = [](std::int32_t f) {
        return static_cast<std::size_t>(std::countr_zero(static_cast<std::uint32_t>(f)));
    };
    std::vector<PatchPattern>& patterns = by_inside_.at(exponent(inside));
    if (patterns.empty()) patterns.resize(343);
    PatchPattern& pattern = patterns.at((exponent(edges[0]) * 7 + exponent(edges[1])) * 7 + exponent(edges[2]));
    if (pattern.points.empty()) pattern = make_pattern(edges, inside);
    return pattern;
}

}  // namespace terrain::planet
