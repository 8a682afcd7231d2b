// A map with what lies beyond its joined edges around it, for operators that look no farther than that.
#pragma once

#include <algorithm>

#include "core/grid.h"
#include "core/topology.h"

namespace terrain {

/// Cells around a map: those beyond joined edges; none where a border is.
struct Margin {
    Margin(Topology t, std::int32_t reach) : topology(t), x(t.wrap_x ? reach : 0), y(t.wrap_y || t.poles ? reach : 0) {}

    [[nodiscard]] Shape around(Shape shape) const { return {shape.width + 2 * x, shape.height + 2 * y}; }

    Topology topology;
    std::int32_t x, y;
};

/// `map` inside its margin. Whatever is computed from the result within the margin's reach is as without any edge.
template <class T>
Grid<T> with_margin(const Grid<T>& map, const Margin& margin) {
    const Shape shape = map.shape();
    // A planet repeats every two heights, a plane every one.
    const std::int64_t period = margin.topology.poles ? 2LL * shape.height : shape.height;
    Grid<T> out(margin.around(shape));
    for (std::int32_t y = 0; y < out.height(); ++y) {
        const std::int64_t v = margin.y == 0 ? y : Topology::modulo(y - margin.y, period);
        for (std::int32_t x = 0; x < out.width(); ++x) {
            std::int64_t cx = x - margin.x, cy = v;
            margin.topology.resolve(shape, cx, cy);
            out(x, y) = map(static_cast<std::int32_t>(cx), static_cast<std::int32_t>(cy));
        }
    }
    return out;
}

/// The map inside the margin.
template <class T>
Grid<T> without_margin(const Grid<T>& map, const Margin& margin) {
    Grid<T> out({map.width() - 2 * margin.x, map.height() - 2 * margin.y});
    for (std::int32_t y = 0; y < out.height(); ++y) {
        std::copy_n(map.row(y + margin.y) + margin.x, out.width(), out.row(y));
    }
    return out;
}

}  // namespace terrain
