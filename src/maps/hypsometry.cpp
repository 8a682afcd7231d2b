#include "maps/hypsometry.h"

#include <algorithm>
#include <array>
#include <limits>

#include "maps/rows.h"

namespace terrain {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Sums {
    std::uint64_t cells = 0;
    double low = kInfinity;
    double high = -kInfinity;
    double sum = 0;

    void add(double height) {
        ++cells;
        low = std::min(low, height);
        high = std::max(high, height);
        sum += height;
    }
    void add(const Sums& other) {
        cells += other.cells;
        low = std::min(low, other.low);
        high = std::max(high, other.high);
        sum += other.sum;
    }
    [[nodiscard]] ReliefRange range() const {
        ReliefRange r;
        if (cells == 0) return r;
        r.cells = cells;
        r.min_m = low;
        r.max_m = high;
        r.mean_m = std::clamp(sum / static_cast<double>(cells), low, high);
        if (high > low) {
            r.integral = (r.mean_m - low) / (high - low);
            r.age = relief_age(*r.integral);
        }
        return r;
    }
};

ReliefRange range_of(const Grid<float>& height, const Grid<std::uint8_t>& mask, ThreadPool& pool) {
    std::vector<Sums> rows(static_cast<std::size_t>(height.height()));
    each_cell(height.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        if (mask(x, y) != 0) rows[static_cast<std::size_t>(y)].add(height(x, y));
    });
    Sums all;
    for (const Sums& row : rows) all.add(row);
    return all.range();
}

using Counts = std::array<std::uint64_t, kHypsometricPoints>;

/// Cells by the last point of the curve that they reach.
Counts count_steps(const Grid<float>& height, const Grid<std::uint8_t>& mask, const ReliefRange& range,
                   ThreadPool& pool) {
    const double relief = range.max_m - range.min_m;
    std::vector<Counts> rows(static_cast<std::size_t>(height.height()));
    each_cell(height.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        if (mask(x, y) == 0) return;
        const double h = height(x, y);
        // The quotient may round down at the top.
        const int step = h < range.max_m ? static_cast<int>((h - range.min_m) * (kHypsometricPoints - 1) / relief)
                                         : kHypsometricPoints - 1;
        ++rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(std::min(step, kHypsometricPoints - 1))];
    });
    Counts all{};
    for (const Counts& row : rows) {
        for (std::size_t k = 0; k < row.size(); ++k) all[k] += row[k];
    }
    return all;
}

}  // namespace

Hypsometry hypsometry(const Grid<float>& height_m, const Grid<std::uint8_t>& mask, ThreadPool& pool) {
    Hypsometry result{range_of(height_m, mask, pool), {}};
    if (result.range.cells == 0) return result;
    const Counts counts = count_steps(height_m, mask, result.range, pool);
    result.curve.assign(kHypsometricPoints, 0.0);
    std::uint64_t above = 0;
    for (std::size_t k = counts.size(); k-- > 0;) {
        above += counts[k];
        result.curve[k] = static_cast<double>(above) / static_cast<double>(result.range.cells);
    }
    return result;
}

std::vector<BasinRelief> basin_relief(const Grid<float>& height_m, const Grid<std::uint8_t>& mask,
                                      const Watersheds& basins, std::size_t most) {
    std::vector<Sums> sums(basins.list.size());
    for (std::size_t i = 0; i < height_m.size(); ++i) {
        if (mask[i] != 0 && basins.id[i] != 0) sums[basins.id[i] - 1].add(height_m[i]);
    }
    std::vector<std::size_t> by_size;
    for (std::size_t b = 0; b < sums.size(); ++b) {
        if (sums[b].cells > 0) by_size.push_back(b);
    }
    std::sort(by_size.begin(), by_size.end(), [&](std::size_t a, std::size_t b) {
        return sums[a].cells != sums[b].cells ? sums[a].cells > sums[b].cells : a < b;
    });
    if (by_size.size() > most) by_size.resize(most);
    std::vector<BasinRelief> result;
    for (const std::size_t b : by_size) result.push_back({basins.list[b].outlet, sums[b].range()});
    return result;
}

}  // namespace terrain
