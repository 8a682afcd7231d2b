#include "maps/local_mean.h"

#include <algorithm>
#include <vector>

#include "core/margin.h"

namespace terrain {

namespace {

void mean_along_row(const float* in, float* out, std::int32_t width, std::int32_t radius) {
    double sum = 0;
    for (std::int32_t x = 0; x < std::min(radius, width); ++x) {
        sum += in[x];
    }
    for (std::int32_t x = 0; x < width; ++x) {
        if (x + radius < width) {
            sum += in[x + radius];
        }
        if (x - radius > 0) {
            sum -= in[x - radius - 1];
        }
        const std::int32_t count = std::min(x + radius, width - 1) - std::max(x - radius, 0) + 1;
        out[x] = static_cast<float>(sum / count);
    }
}

void add_row(std::vector<double>& sums, const float* row, double sign) {
    for (std::size_t x = 0; x < sums.size(); ++x) {
        sums[x] += sign * static_cast<double>(row[x]);
    }
}

}  // namespace

Grid<float> local_mean(const Grid<float>& values, std::int32_t radius, ThreadPool& pool, const Topology& topology) {
    if (topology.joined()) {
        const Margin margin(topology, radius);
        return without_margin(local_mean(with_margin(values, margin), radius, pool), margin);
    }
    const std::int32_t height = values.height();
    Grid<float> rows(values.shape());
    for_row_blocks(pool, static_cast<std::size_t>(height), 16, [&](std::size_t first, std::size_t last) {
        for (auto y = static_cast<std::int32_t>(first); y < static_cast<std::int32_t>(last); ++y) {
            mean_along_row(values.row(y), rows.row(y), values.width(), radius);
        }
    });
    Grid<float> means(values.shape());
    // Each block starts its sums anew, so that a value depends on its block and not on who computed it.
    for_row_blocks(pool, static_cast<std::size_t>(height), 128, [&](std::size_t first, std::size_t last) {
        std::vector<double> sums(static_cast<std::size_t>(values.width()));
        const auto begin = static_cast<std::int32_t>(first);
        for (std::int32_t y = std::max(begin - radius, 0); y < std::min(begin + radius, height); ++y) {
            add_row(sums, rows.row(y), 1.0);
        }
        for (std::int32_t y = begin; y < static_cast<std::int32_t>(last); ++y) {
            if (y + radius < height) {
                add_row(sums, rows.row(y + radius), 1.0);
            }
            if (y > begin && y - radius > 0) {
                add_row(sums, rows.row(y - radius - 1), -1.0);
            }
            const std::int32_t count = std::min(y + radius, height - 1) - std::max(y - radius, 0) + 1;
            float* out = means.row(y);
            for (std::size_t x = 0; x < sums.size(); ++x) {
                out[x] = static_cast<float>(sums[x] / count);
            }
        }
    });
    return means;
}

}  // namespace terrain
