#include "hydrology/erosion_map.h"

#include <limits>

namespace terrain::hydrology {

ErosionMap::ErosionMap(const LevelScale& level)
    : scale(level), width(level.shape.width), height(level.shape.height), stride(level.shape.width + 2) {
    const std::size_t cells = static_cast<std::size_t>(stride) * static_cast<std::size_t>(height + 2);
    offset = {1, -1, stride, -stride, stride + 1, 1 - stride, stride - 1, -stride - 1};
    surface.resize(cells);
    bed.resize(cells);
    attributes.resize(cells);
    lake.resize(cells);
    momentum.resize(2 * cells);
    change.resize(cells);
    track.resize(cells);
    track_x.resize(cells);
    track_y.resize(cells);
    discharge.resize(cells);
    discharge_x.resize(cells);
    discharge_y.resize(cells);
}

std::int32_t ErosionMap::lowest_neighbour(std::uint32_t i) const {
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    for (int k = 0; k < 8; ++k) low = std::min(low, surface[neighbour(i, k)]);
    return low;
}

std::int32_t ErosionMap::highest_neighbour(std::uint32_t i) const {
    std::int32_t high = std::numeric_limits<std::int32_t>::min();
    for (int k = 0; k < 8; ++k) high = std::max(high, surface[neighbour(i, k)]);
    return high;
}

std::uint32_t ErosionMap::steepest_neighbour(std::uint32_t i) const {
    std::uint32_t best = neighbour(i, 0);
    for (int k = 1; k < 8; ++k) {
        const std::uint32_t j = neighbour(i, k);
        if (surface[j] < surface[best]) best = j;
    }
    return best;
}

// The ground outside lies a little lower than the border, so that water runs out, but never lower than the lowest
// border of the start unless the border itself does: a ghost that followed the border down without a floor would let
// it dig without limit.
void ErosionMap::refresh_ghost(std::uint32_t i) {
    const std::int32_t h = surface[i];
    const std::int32_t outside = std::max(h - scale.border_step, std::min(h, base));
    const std::int32_t x = x_of(i), y = y_of(i);
    const auto set = [&](std::int32_t gx, std::int32_t gy) { surface[index(gx, gy)] = outside; };
    if (x == 0) set(-1, y);
    if (x == width - 1) set(width, y);
    if (y == 0) set(x, -1);
    if (y == height - 1) set(x, height);
    if (x == 0 && y == 0) set(-1, -1);
    if (x == width - 1 && y == 0) set(width, -1);
    if (x == 0 && y == height - 1) set(-1, height);
    if (x == width - 1 && y == height - 1) set(width, height);
}

void ErosionMap::begin() {
    base = std::numeric_limits<std::int32_t>::max();
    const auto each_border_cell = [&](auto&& body) {
        for (std::int32_t x = 0; x < width; ++x) {
            body(index(x, 0));
            body(index(x, height - 1));
        }
        for (std::int32_t y = 0; y < height; ++y) {
            body(index(0, y));
            body(index(width - 1, y));
        }
    };
    each_border_cell([&](std::uint32_t i) { base = std::min(base, ground(i)); });
    if (scale.has_sea) base = std::max(base, scale.sea - scale.border_step);
    each_border_cell([&](std::uint32_t i) {
        attributes[i] |= kEdge;
        for (int k = 0; k < 8; ++k) attributes[neighbour(i, k)] |= kNearEdge;
        refresh_ghost(i);
    });
    refresh_sea();
}

void ErosionMap::refresh_sea() {
    if (!scale.has_sea) return;
    for (std::int32_t y = 0; y < height; ++y) {
        for (std::int32_t x = 0; x < width; ++x) {
            const std::uint32_t i = index(x, y);
            if (lake[i] == kNoLake && surface[i] < scale.sea) {
                bed[i] = surface[i];
                surface[i] = scale.sea;
                lake[i] = kSea;
                attributes[i] |= kWet;
                mark_near_lake(i);
            } else if (lake[i] == kSea && bed[i] >= scale.sea) {
                surface[i] = bed[i];
                lake[i] = kNoLake;
                attributes[i] &= ~kWet;
            } else {
                continue;
            }
            if (on_border(i)) refresh_ghost(i);
        }
    }
}

void ErosionMap::mark_near_lake(std::uint32_t i) {
    const std::int32_t cx = x_of(i), cy = y_of(i);
    for (std::int32_t y = std::max(0, cy - 2); y <= std::min(height - 1, cy + 2); ++y) {
        for (std::int32_t x = std::max(0, cx - 2); x <= std::min(width - 1, cx + 2); ++x) {
            attributes[index(x, y)] |= kNearLake;
        }
    }
}

void ErosionMap::refresh_near_lake() {
    for (std::uint32_t& a : attributes) a &= ~kNearLake;
    for (std::int32_t y = 0; y < height; ++y) {
        for (std::int32_t x = 0; x < width; ++x) {
            const std::uint32_t i = index(x, y);
            if (lake[i] == kNoLake) continue;
            bool rim = false;
            for (int k = 0; k < 8; ++k) rim = rim || lake[neighbour(i, k)] == kNoLake;
            if (rim) mark_near_lake(i);
        }
    }
}

std::int64_t ErosionMap::ground_sum() const {
    std::int64_t sum = 0;
    for (std::int32_t y = 0; y < height; ++y) {
        for (std::int32_t x = 0; x < width; ++x) sum += ground(index(x, y));
    }
    return sum;
}

}  // namespace terrain::hydrology
