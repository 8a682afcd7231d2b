#include "maps/curvature.h"

#include <algorithm>
#include <cmath>

#include "maps/rows.h"

namespace terrain {
namespace {

/// First and second derivatives, x east and y south, in metres.
struct Derivatives {
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};

/// Of the values a, b, c one cell apart, at their middle.
double second_difference(double a, double b, double c) { return (a - b) + (c - b); }

Derivatives derivatives(const Grid<float>& height, std::int32_t x, std::int32_t y, double width, double cell) {
    const bool wide = height.width() > 2;
    const bool tall = height.height() > 2;
    const std::int32_t cx = wide ? std::clamp(x, 1, height.width() - 2) : x;
    const std::int32_t cy = tall ? std::clamp(y, 1, height.height() - 2) : y;
    const std::int32_t west = std::max(cx - 1, 0), east = std::min(cx + 1, height.width() - 1);
    const std::int32_t north = std::max(cy - 1, 0), south = std::min(cy + 1, height.height() - 1);
    const auto h = [&](std::int32_t u, std::int32_t v) { return static_cast<double>(height(u, v)); };
    const double run_x = width * std::max(east - west, 1);
    const double run_y = cell * std::max(south - north, 1);
    Derivatives d;
    if (wide) d.xx = second_difference(h(west, cy), h(cx, cy), h(east, cy)) / (width * width);
    if (tall) d.yy = second_difference(h(cx, north), h(cx, cy), h(cx, south)) / (cell * cell);
    d.xy = ((h(east, south) - h(west, south)) - (h(east, north) - h(west, north))) / (run_x * run_y);
    const double dx = width * (x - cx);
    const double dy = cell * (y - cy);
    d.x = (h(east, cy) - h(west, cy)) / run_x + d.xx * dx + d.xy * dy;
    d.y = (h(cx, south) - h(cx, north)) / run_y + d.yy * dy + d.xy * dx;
    return d;
}

}  // namespace

Curvature curvature(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool) {
    if (metric.topology().joined()) {
        const Margin margin(metric.topology(), 2);
        const Curvature wide = curvature(with_margin(height_m, margin), metric.around(margin, height_m.shape()), pool);
        return {without_margin(wide.profile, margin), without_margin(wide.plan, margin)};
    }
    Curvature result{Grid<float>(height_m.shape()), Grid<float>(height_m.shape())};
    each_cell(height_m.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        const Derivatives d = derivatives(height_m, x, y, metric.width_m(y), metric.cell_m());
        const double slope = std::sqrt(d.x * d.x + d.y * d.y);
        if (!(slope > 0)) return;
        const double u = d.x / slope;
        const double v = d.y / slope;
        result.profile(x, y) = static_cast<float>(0.0 - (d.xx * u * u + 2 * d.xy * u * v + d.yy * v * v));
        result.plan(x, y) = static_cast<float>(0.0 - (d.xx * v * v - 2 * d.xy * u * v + d.yy * u * u));
    });
    return result;
}

}  // namespace terrain
