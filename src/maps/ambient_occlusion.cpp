#include "maps/ambient_occlusion.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.h"
#include "maps/rows.h"

namespace terrain {
namespace {

struct Direction {
    std::int32_t dx, dy;  ///< cells a step
    std::int32_t steps;   ///< within the radius
    double step_m;
};

// Eight neighbours, then eight knight's moves.
constexpr std::int32_t kSteps[16][2] = {{1, 0}, {1, 1}, {0, 1},  {-1, 1}, {-1, 0},  {-1, -1}, {0, -1}, {1, -1},
                                        {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};

std::vector<Direction> directions_of(const AmbientOcclusionParameters& p, Shape shape, double cell_size_m,
                                     double relative_width) {
    const double radius = std::min(p.radius, shape.width + shape.height);
    std::vector<Direction> directions;
    for (int k = 0; k < p.directions; ++k) {
        const std::int32_t dx = kSteps[k][0];
        const std::int32_t dy = kSteps[k][1];
        const double length = std::sqrt(static_cast<double>(dx * dx + dy * dy));
        const double run =
            relative_width == 1.0 ? length : std::sqrt(dx * dx * relative_width * relative_width + dy * dy);
        // Diagonals reach their neighbour at least, so that a radius of 1 sees all eight.
        const auto steps = std::max(static_cast<std::int32_t>(std::floor(radius / length)), k < 8 ? 1 : 0);
        if (steps > 0) directions.push_back({dx, dy, steps, run * cell_size_m});
    }
    return directions;
}

/// Steps of `d` from (x, y) that stay on the map.
std::int32_t room(Shape shape, std::int32_t x, std::int32_t y, const Direction& d) {
    std::int32_t steps = d.steps;
    if (d.dx != 0) steps = std::min(steps, (d.dx > 0 ? shape.width - 1 - x : x) / std::abs(d.dx));
    if (d.dy != 0) steps = std::min(steps, (d.dy > 0 ? shape.height - 1 - y : y) / std::abs(d.dy));
    return steps;
}

/// Sine of the horizon's elevation in direction d, at least 0.
double horizon(const Grid<float>& height, std::int32_t x, std::int32_t y, const Direction& d,
               const std::vector<double>& inverse) {
    const float* const own = height.row(y) + x;
    const auto stride = static_cast<std::ptrdiff_t>(height.width()) * d.dy + d.dx;
    const double base = *own;
    const std::int32_t steps = room(height.shape(), x, y, d);
    double rise = 0;  // metres a step
    for (std::int32_t n = 1; n <= steps; ++n) {
        rise = std::max(rise, (static_cast<double>(own[stride * n]) - base) * inverse[static_cast<std::size_t>(n)]);
    }
    return rise / std::sqrt(rise * rise + d.step_m * d.step_m);
}

void check(const AmbientOcclusionParameters& p) {
    if (p.radius < 1) {
        throw UserError(fmt::format("ambient occlusion: radius is {}; allowed are whole numbers from 1", p.radius));
    }
    if (p.directions != 8 && p.directions != 16) {
        throw UserError(fmt::format("ambient occlusion: directions is {}; allowed are 8 and 16", p.directions));
    }
}

}  // namespace

Grid<float> ambient_occlusion(const Grid<float>& height_m, const Metric& metric,
                              const AmbientOcclusionParameters& parameters, ThreadPool& pool) {
    check(parameters);
    if (metric.topology().joined()) {
        const Shape shape = height_m.shape();
        const Margin margin(metric.topology(), std::min(parameters.radius, shape.width + shape.height));
        return without_margin(
            ambient_occlusion(with_margin(height_m, margin), metric.around(margin, shape), parameters, pool), margin);
    }
    const std::int32_t reach = directions_of(parameters, height_m.shape(), metric.cell_m(), 1.0).front().steps;
    std::vector<double> inverse(static_cast<std::size_t>(reach) + 1);
    for (std::size_t n = 1; n < inverse.size(); ++n) inverse[n] = 1.0 / static_cast<double>(n);
    Grid<float> openness(height_m.shape());
    each_row(openness.shape(), pool, [&](std::int32_t y) {
        const std::vector<Direction> directions =
            directions_of(parameters, height_m.shape(), metric.cell_m(), metric.relative_width(y));
        for (std::int32_t x = 0; x < openness.width(); ++x) {
            double hidden = 0;
            for (const Direction& d : directions) hidden += horizon(height_m, x, y, d, inverse);
            const double open = 1.0 - hidden / static_cast<double>(directions.size());
            openness(x, y) = static_cast<float>(std::max(open, 0.0));
        }
    });
    return openness;
}

}  // namespace terrain
