#include "maps/slope_statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/math.h"
#include "maps/rows.h"
#include "maps/slope.h"
#include "maps/slope_maps.h"

namespace terrain {
namespace {

/// Rise over run at 1 to 89 degrees.
std::array<double, 89> degree_limits() {
    std::array<double, 89> limits{};
    for (std::size_t k = 0; k < limits.size(); ++k) {
        const double angle = static_cast<double>(k + 1) * (math::kPi / 180.0);
        limits[k] = math::sin(angle) / math::cos(angle);
    }
    return limits;
}

struct Row {
    SlopeStatistics counts;
    double sum = 0;  // of percent
};

}  // namespace

SlopeStatistics slope_statistics(const Grid<float>& height_m, const Grid<std::uint8_t>& mask, const Metric& metric,
                                 ThreadPool& pool) {
    const std::array<double, 89> limits = degree_limits();
    std::vector<Row> rows(static_cast<std::size_t>(height_m.height()));
    each_cell(height_m.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        if (mask(x, y) == 0) return;
        Row& row = rows[static_cast<std::size_t>(y)];
        const glm::dvec2 g = sobel_gradient(height_m, x, y, metric);
        const double slope = std::sqrt(g.x * g.x + g.y * g.y);
        const auto degree = std::upper_bound(limits.begin(), limits.end(), slope) - limits.begin();
        const SlopeClass c = slope_class(static_cast<float>(100.0 * slope));
        ++row.counts.cells;
        ++row.counts.by_degree[static_cast<std::size_t>(degree)];
        ++row.counts.by_class[static_cast<std::size_t>(c) - 1];
        row.sum += 100.0 * slope;
    });
    SlopeStatistics all;
    double sum = 0;
    for (const Row& row : rows) {
        all.cells += row.counts.cells;
        sum += row.sum;
        for (std::size_t k = 0; k < all.by_degree.size(); ++k) all.by_degree[k] += row.counts.by_degree[k];
        for (std::size_t k = 0; k < all.by_class.size(); ++k) all.by_class[k] += row.counts.by_class[k];
    }
    if (all.cells > 0) all.mean_percent = sum / static_cast<double>(all.cells);
    return all;
}

}  // namespace terrain
