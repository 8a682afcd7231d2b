#include "maps/landscape_statistics.h"

#include <algorithm>
#include <stdexcept>

#include "routing/d8.h"
#include "routing/streams.h"
#include "routing/watersheds.h"

namespace terrain {
namespace {

constexpr std::size_t kListedBasins = 10;
constexpr double kShallowest = 0.01;  // metres, as in water_mask

void check(const LandscapeInput& input) {
    if (input.height_m == nullptr || input.routing == nullptr) {
        throw std::invalid_argument("landscape statistics: height and routing are needed");
    }
    const Shape shape = input.height_m->shape();
    if (input.routing->shape != shape || (input.water != nullptr && input.water->shape() != shape)) {
        throw std::invalid_argument("landscape statistics: the layers differ in shape");
    }
    require_order(*input.routing);
}

bool is_sea(const LandscapeInput& input, std::size_t i) {
    if (input.water != nullptr) return (*input.water)[i] == WaterCode::sea;
    return input.sea_level_m && (*input.height_m)[i] <= *input.sea_level_m;
}

bool is_lake(const LandscapeInput& input, std::size_t i) {
    if (input.water != nullptr) return (*input.water)[i] == WaterCode::lake;
    return static_cast<double>(input.routing->filled[i]) - static_cast<double>((*input.height_m)[i]) > kShallowest;
}

Grid<std::uint8_t> land_mask(const LandscapeInput& input) {
    Grid<std::uint8_t> land(input.height_m->shape());
    for (std::size_t i = 0; i < land.size(); ++i) {
        land[i] = input.routing->area[i] > 0 && !is_sea(input, i) ? 1 : 0;
    }
    return land;
}

LakeStatistics lake_statistics(const LandscapeInput& input, const Grid<std::uint8_t>& land) {
    std::vector<bool> open(land.size());  // lake cells that no body has yet
    for (std::size_t i = 0; i < land.size(); ++i) open[i] = land[i] != 0 && is_lake(input, i);
    LakeStatistics lakes;
    std::uint64_t all = 0;
    std::size_t largest = 0;
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < land.size(); ++i) {
        if (!open[i]) continue;
        cells.assign(1, i);
        open[i] = false;
        for (std::size_t q = 0; q < cells.size(); ++q) {
            each_neighbour(land.shape(), input.routing->topology, cells[q], [&](int, std::size_t j) {
                if (open[j]) cells.push_back(j);
                open[j] = false;
            });
        }
        ++lakes.count;
        all += cells.size();
        largest = std::max(largest, cells.size());
    }
    const double cell_area = input.cell_size_m * input.cell_size_m;
    lakes.area_m2 = static_cast<double>(all) * cell_area;
    lakes.largest_m2 = static_cast<double>(largest) * cell_area;
    return lakes;
}

}  // namespace

std::uint32_t default_stream_threshold(Shape shape) {
    return static_cast<std::uint32_t>(std::max<std::size_t>(shape.cells() / 4096, 16));
}

LandscapeStatistics landscape_statistics(const LandscapeInput& input, ThreadPool& pool) {
    check(input);
    const Grid<float>& height = *input.height_m;
    const Routing& routing = *input.routing;
    const double cell = input.cell_size_m;
    const Grid<std::uint8_t> land = land_mask(input);
    LandscapeStatistics s;
    s.hypsometry = hypsometry(height, land, pool);
    s.land_cells = s.hypsometry.range.cells;
    s.land_area_m2 = static_cast<double>(s.land_cells) * cell * cell;
    s.basins = basin_relief(height, land, find_watersheds(routing), kListedBasins);
    s.slope = slope_statistics(height, land, cell, pool);
    s.stream_threshold = input.stream_threshold > 0 ? input.stream_threshold : default_stream_threshold(height.shape());
    s.horton = horton_laws(routing, s.stream_threshold, cell);
    for (const StreamOrder& order : s.horton.orders) s.stream_length_m += order.length_m;
    if (s.land_area_m2 > 0) s.drainage_density_per_km = s.stream_length_m / s.land_area_m2 * 1000.0;
    s.hack = hack_law(routing, s.stream_threshold, cell);
    s.slope_area = slope_area_law(height, routing, s.stream_threshold, cell);
    if (s.slope_area.exponent) s.concavity = 0.0 - *s.slope_area.exponent;
    s.lakes = lake_statistics(input, land);
    return s;
}

}  // namespace terrain
