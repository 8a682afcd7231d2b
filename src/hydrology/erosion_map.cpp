#include "hydrology/erosion_map.h"

#include <limits>

namespace terrain::hydrology {

ErosionMap::ErosionMap(const LevelScale& level)
    : scale(level),
      joined(level.topology.joined()),
      planet(level.topology.poles),
      width(level.shape.width),
      height(level.shape.height),
      stride(level.shape.width + 2) {
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
    if (!planet) return;
    for (const double w : planet_row_widths(height)) {
        row_area.push_back(std::max(1, static_cast<std::int32_t>(w * static_cast<double>(kAreaUnit) + 0.5)));
        row_width.push_back(static_cast<float>(row_area.back()) / static_cast<float>(kAreaUnit));
        row_inverse.push_back(1.0F / row_width.back());
    }
}

double ErosionMap::total_area() const {
    if (!planet) return static_cast<double>(scale.shape.cells());
    std::int64_t sum = 0;
    for (const std::int32_t a : row_area) sum += static_cast<std::int64_t>(a) * width;
    return static_cast<double>(sum) / static_cast<double>(kAreaUnit);
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
    const Topology& t = scale.topology;
    const auto set = [&](std::int32_t gx, std::int32_t gy, std::int32_t value) { surface[index(gx, gy)] = value; };
    // A cell of the ghost ring's row gy, and the ghost rows' own continuation to the west and east.
    const auto set_row = [&](std::int32_t gx, std::int32_t gy, std::int32_t value) {
        if (gy < 0 || gy >= height) set(gx, gy, value);
        if (t.wrap_x && gx == width - 1) set(-1, gy, value);
        if (t.wrap_x && gx == 0) set(width, gy, value);
    };
    const std::int32_t over_pole = (x + width / 2) % width;
    if (t.wrap_x) set_row(x, y, h);
    if (y == 0 && t.wrap_y) set_row(x, height, h);
    if (y == height - 1 && t.wrap_y) set_row(x, -1, h);
    if (y == 0 && !t.wrap_y) set_row(t.poles ? over_pole : x, -1, t.poles ? h : outside);
    if (y == height - 1 && !t.wrap_y) set_row(t.poles ? over_pole : x, height, t.poles ? h : outside);
    if (t.wrap_x) return;
    if (x == 0) set(-1, y, outside);
    if (x == width - 1) set(width, y, outside);
    if (x == 0 && y == 0) set(-1, -1, outside);
    if (x == width - 1 && y == 0) set(width, -1, outside);
    if (x == 0 && y == height - 1) set(-1, height, outside);
    if (x == width - 1 && y == height - 1) set(width, height, outside);
}

std::uint32_t ErosionMap::twin(std::uint32_t j) const {
    std::int64_t x = x_of(j), y = y_of(j);
    if (scale.shape.contains(x, y) || !scale.topology.resolve(scale.shape, x, y)) return j;
    return index(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
}

bool ErosionMap::re_enter(float& x, float& y, float& vx, float& vy) const {
    constexpr float kJustBelow = 1.0F - 0x1p-24F;  // the greatest number below a size, times this
    const Topology& t = scale.topology;
    const auto w = static_cast<float>(width), h = static_cast<float>(height);
    const auto wrapped = [](float at, float size) {
        const float back = at < 0.0F ? at + size : at >= size ? at - size : at;
        return back < size ? back : 0.0F;  // rounded up to the size
    };
    if (t.poles && (y < 0.0F || y >= h)) {
        y = std::min(y < 0.0F ? -y : 2.0F * h - y, h * kJustBelow);
        x += 0.5F * w;  // the map is even in width
        vx = -vx;
        vy = -vy;
    }
    if (t.wrap_x) x = wrapped(x, w);
    if (t.wrap_y) y = wrapped(y, h);
    return x >= 0.0F && y >= 0.0F && x < w && y < h;
}

void ErosionMap::begin() {
    const Topology& t = scale.topology;
    const bool open_y = !t.wrap_y && !t.poles, open_x = !t.wrap_x;
    const auto each_edge_cell = [&](auto&& body) {
        for (std::int32_t x = 0; x < width; ++x) {
            body(index(x, 0), open_y);
            body(index(x, height - 1), open_y);
        }
        for (std::int32_t y = 0; y < height; ++y) {
            body(index(0, y), open_x);
            body(index(width - 1, y), open_x);
        }
    };
    base = std::numeric_limits<std::int32_t>::max();
    each_edge_cell([&](std::uint32_t i, bool open) {
        attributes[i] |= open ? kEdge | kOpen : kEdge;
        if (open) base = std::min(base, ground(i));
    });
    if (t.closed()) {
        for (std::int32_t y = 0; y < height; ++y) {
            for (std::int32_t x = 0; x < width; ++x) base = std::min(base, ground(index(x, y)));
        }
    }
    if (scale.has_sea) base = std::max(base, scale.sea - scale.border_step);
    each_edge_cell([&](std::uint32_t i, bool) {
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
            if (on_edge(i)) refresh_ghost(i);
        }
    }
}

void ErosionMap::mark_near_lake(std::uint32_t i) {
    const std::int32_t cx = x_of(i), cy = y_of(i);
    const bool inner = cx >= 2 && cy >= 2 && cx < width - 2 && cy < height - 2;
    for (std::int32_t y = cy - 2; y <= cy + 2; ++y) {
        for (std::int32_t x = cx - 2; x <= cx + 2; ++x) {
            std::int64_t u = x, v = y;
            if (!inner && !scale.topology.resolve(scale.shape, u, v)) continue;
            attributes[index(static_cast<std::int32_t>(u), static_cast<std::int32_t>(v))] |= kNearLake;
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
        const std::int64_t area = area_of(index(0, y));
        for (std::int32_t x = 0; x < width; ++x) sum += ground(index(x, y)) * area;
    }
    return sum / area_unit();
}

}  // namespace terrain::hydrology
