#include "maps/wetness_index.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/errors.h"
#include "core/math.h"
#include "maps/rows.h"
#include "maps/slope.h"

namespace terrain {
namespace {

template <class Area>
Grid<float> index_of(const Grid<Area>& area, const Grid<float>& height, const Metric& metric, double minimum_slope,
                     ThreadPool& pool) {
    if (area.shape() != height.shape()) {
        throw std::invalid_argument("wetness_index: drainage area and height differ in shape");
    }
    if (!std::isfinite(minimum_slope) || minimum_slope <= 0) {
        throw UserError(
            fmt::format("wetness index: minimum_slope is {}; allowed are finite values above 0", minimum_slope));
    }
    Grid<float> index(height.shape());
    each_cell(height.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        const auto cells = static_cast<double>(area(x, y));
        if (!(cells > 0)) return;
        const glm::dvec2 g = sobel_gradient(height, x, y, metric);
        const double slope = std::max(std::sqrt(g.x * g.x + g.y * g.y), minimum_slope);
        index(x, y) = static_cast<float>(math::log(std::max(cells, 1.0) * metric.cell_m() / slope));
    });
    return index;
}

}  // namespace

Grid<float> wetness_index(const Grid<std::uint32_t>& drainage_area, const Grid<float>& height_m, const Metric& metric,
                          double minimum_slope, ThreadPool& pool) {
    return index_of(drainage_area, height_m, metric, minimum_slope, pool);
}

Grid<float> wetness_index(const Grid<double>& drainage_area, const Grid<float>& height_m, const Metric& metric,
                          double minimum_slope, ThreadPool& pool) {
    return index_of(drainage_area, height_m, metric, minimum_slope, pool);
}

}  // namespace terrain
