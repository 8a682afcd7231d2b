// The gradient of a height grid at one cell, the one estimate that normals and relief shading share.
#pragma once

#include <algorithm>
#include <glm/vec2.hpp>

#include "core/grid.h"
#include "core/metric.h"

namespace terrain {

namespace slope_detail {

/// Cells of a Sobel kernel: the value at (x + dx, y + dy), beyond the edges where they are joined.
struct Window {
    const Grid<float>& height_m;
    const Topology& topology;
    [[nodiscard]] double operator()(std::int32_t x, std::int32_t y) const {
        std::int64_t u = x, v = y;
        const bool there = topology.resolve(height_m.shape(), u, v);
        return there ? static_cast<double>(height_m(static_cast<std::int32_t>(u), static_cast<std::int32_t>(v))) : 0.0;
    }
};

}  // namespace slope_detail

/// Rise over run towards the east (x) and towards the south (y) at cell (x, y): height_m in metres.
/// Sobel's 3x3 kernels inside and over joined edges. On a border the difference across it is one-sided and the
/// averaging along it drops out, so that a plane has one gradient everywhere; an axis of a single cell has slope 0.
inline glm::dvec2 sobel_gradient(const Grid<float>& height_m, std::int32_t x, std::int32_t y, const Metric& metric) {
    const Topology& t = metric.topology();
    const std::int32_t last_x = height_m.width() - 1;
    const std::int32_t last_y = height_m.height() - 1;
    const std::int32_t west = t.wrap_x ? x - 1 : std::max(x - 1, 0);
    const std::int32_t east = t.wrap_x ? x + 1 : std::min(x + 1, last_x);
    const bool no_border_y = t.wrap_y || t.poles;
    const std::int32_t north = no_border_y ? y - 1 : std::max(y - 1, 0);
    const std::int32_t south = no_border_y ? y + 1 : std::min(y + 1, last_y);
    // The neighbours that the derivative is averaged over: the cell itself where one of them is missing.
    const std::int32_t side_west = east - west == 2 ? west : x;
    const std::int32_t side_east = east - west == 2 ? east : x;
    const std::int32_t side_north = south - north == 2 ? north : y;
    const std::int32_t side_south = south - north == 2 ? south : y;
    const auto gradient = [&](const auto& h) {
        const double rise_east = (h(east, side_north) - h(west, side_north)) + 2 * (h(east, y) - h(west, y)) +
                                 (h(east, side_south) - h(west, side_south));
        const double rise_south = (h(side_west, south) - h(side_west, north)) + 2 * (h(x, south) - h(x, north)) +
                                  (h(side_east, south) - h(side_east, north));
        const double run_x = 4 * metric.width_m(y) * std::max(east - west, 1);
        const double run_y = 4 * metric.cell_m() * std::max(south - north, 1);
        return glm::dvec2{rise_east / run_x, rise_south / run_y};
    };
    if (west < 0 || north < 0 || east > last_x || south > last_y) {
        return gradient(slope_detail::Window{height_m, t});
    }
    return gradient([&](std::int32_t cx, std::int32_t cy) { return static_cast<double>(height_m(cx, cy)); });
}

}  // namespace terrain
