#include "maps/slope_maps.h"

#include <cmath>

#include "core/math.h"
#include "maps/rows.h"
#include "maps/slope.h"

namespace terrain {
namespace {

double steepness(const Grid<float>& height, std::int32_t x, std::int32_t y, const Metric& metric) {
    const glm::dvec2 g = sobel_gradient(height, x, y, metric);
    return std::sqrt(g.x * g.x + g.y * g.y);
}

float percent(const Grid<float>& height, std::int32_t x, std::int32_t y, const Metric& metric) {
    return static_cast<float>(100.0 * steepness(height, x, y, metric));
}

}  // namespace

Grid<float> slope_percent(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool) {
    Grid<float> slope(height_m.shape());
    each_cell(slope.shape(), pool,
              [&](std::int32_t x, std::int32_t y) { slope(x, y) = percent(height_m, x, y, metric); });
    return slope;
}

Grid<float> slope_degrees(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool) {
    Grid<float> slope(height_m.shape());
    each_cell(slope.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        const double radians = math::atan2(steepness(height_m, x, y, metric), 1.0);
        slope(x, y) = static_cast<float>(radians * (180.0 / math::kPi));
    });
    return slope;
}

Grid<SlopeClass> slope_classes(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool) {
    Grid<SlopeClass> classes(height_m.shape());
    each_cell(classes.shape(), pool,
              [&](std::int32_t x, std::int32_t y) { classes(x, y) = slope_class(percent(height_m, x, y, metric)); });
    return classes;
}

}  // namespace terrain
