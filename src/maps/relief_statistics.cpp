#include "maps/relief_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "maps/slope.h"

namespace terrain {

namespace {

struct RowStatistics {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double slope_sum = 0;
    std::uint64_t dry = 0;
    double sea_depth = 0;
    double lake_depth = 0;
};

RowStatistics row_statistics(const Grid<float>& height, const Grid<float>& surface, const Grid<Water>& water,
                             const Metric& metric, std::int32_t y) {
    RowStatistics row;
    for (std::int32_t x = 0; x < height.width(); ++x) {
        const double h = height(x, y);
        const double depth = static_cast<double>(surface(x, y)) - h;
        if (water(x, y) == Water::sea) {
            row.sea_depth = std::max(row.sea_depth, depth);
        } else if (water(x, y) == Water::lake) {
            row.lake_depth = std::max(row.lake_depth, depth);
        } else {
            const glm::dvec2 g = sobel_gradient(height, x, y, metric);
            row.slope_sum += std::sqrt(g.x * g.x + g.y * g.y);
            row.low = std::min(row.low, h);
            row.high = std::max(row.high, h);
            ++row.dry;
        }
    }
    return row;
}

}  // namespace

ReliefStatistics relief_statistics(const Grid<float>& height_m, const Grid<float>& surface_m, const Grid<Water>& water,
                                   const Metric& metric, ThreadPool& pool) {
    std::vector<RowStatistics> rows(static_cast<std::size_t>(height_m.height()));
    pool.parallel_for(rows.size(), [&](std::size_t y) {
        rows[y] = row_statistics(height_m, surface_m, water, metric, static_cast<std::int32_t>(y));
    });
    RowStatistics all;
    for (const RowStatistics& row : rows) {
        all.low = std::min(all.low, row.low);
        all.high = std::max(all.high, row.high);
        all.slope_sum += row.slope_sum;
        all.dry += row.dry;
        all.sea_depth = std::max(all.sea_depth, row.sea_depth);
        all.lake_depth = std::max(all.lake_depth, row.lake_depth);
    }
    if (all.dry == 0) {
        const auto [low, high] = std::minmax_element(height_m.begin(), height_m.end());
        all.low = height_m.empty() ? 0.0 : *low;
        all.high = height_m.empty() ? 0.0 : *high;
    }
    const double mean = all.dry > 0 ? all.slope_sum / static_cast<double>(all.dry) : 0.0;
    return {all.low, all.high, mean, all.sea_depth, all.lake_depth};
}

double slope_factor(double mean_slope) { return mean_slope > 0 ? std::clamp(0.55 / mean_slope, 0.5, 4.0) : 1.0; }

}  // namespace terrain
