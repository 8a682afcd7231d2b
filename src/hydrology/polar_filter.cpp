#include "hydrology/polar_filter.h"

#include <algorithm>
#include <vector>

namespace terrain::hydrology {
namespace {

// Means of stretches of 2 * reach + 1 cells of a closed row.
std::vector<std::int32_t> circular_means(const std::vector<std::int32_t>& row, std::int32_t reach) {
    const auto width = static_cast<std::int32_t>(row.size());
    const auto at = [&](std::int32_t x) {
        return static_cast<std::int64_t>(row[static_cast<std::size_t>(Topology::modulo(x, width))]);
    };
    const std::int64_t count = 2LL * reach + 1;
    std::int64_t sum = 0;
    for (std::int32_t x = -reach; x <= reach; ++x) sum += at(x);
    std::vector<std::int32_t> means(row.size());
    for (std::int32_t x = 0; x < width; ++x) {
        means[static_cast<std::size_t>(x)] = static_cast<std::int32_t>(sum / count);
        sum += at(x + reach + 1) - at(x - reach);
    }
    return means;
}

}  // namespace

void smooth_poles(ErosionMap& map, Lakes& lakes, ThreadPool& pool) {
    if (!map.planet) return;
    std::vector<std::vector<std::int32_t>> smooth(static_cast<std::size_t>(map.height));
    pool.parallel_for(smooth.size(), [&](std::size_t y) {
        const std::int64_t reach = (ErosionMap::kAreaUnit / map.row_area[y]) / 2;
        if (reach < 1) return;
        std::vector<std::int32_t> row(static_cast<std::size_t>(map.width));
        const std::uint32_t start = map.index(0, static_cast<std::int32_t>(y));
        for (std::uint32_t x = 0; x < row.size(); ++x) row[x] = map.ground(start + x);
        smooth[y] = circular_means(row, static_cast<std::int32_t>(std::min<std::int64_t>(reach, (map.width - 1) / 2)));
    });
    for (std::int32_t y = 0; y < map.height; ++y) {
        const std::vector<std::int32_t>& row = smooth[static_cast<std::size_t>(y)];
        const std::uint32_t start = map.index(0, y);
        std::int64_t gained = 0;
        for (std::uint32_t x = 0; x < row.size(); ++x) {
            const std::uint32_t i = start + x;
            const std::int32_t change = row[x] - map.ground(i);
            if (change == 0) continue;
            gained += change;
            map.set_ground(i, row[x]);
            if (map.lake[i] != kNoLake || (map.attributes[i] & kShore) != 0) lakes.ground_changed(i, change);
            if (map.on_edge(i)) map.refresh_ghost(i);
        }
        map.sediment_left -= map.volume_of(start, gained);
    }
}

}  // namespace terrain::hydrology
