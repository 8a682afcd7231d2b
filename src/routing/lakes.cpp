#include "routing/lakes.h"

#include <algorithm>

#include "routing/d8.h"

namespace terrain {
namespace {

/// Gives the lake of cell `first` its number and lists its cells, ascending.
void flood(const Grid<float>& height, const Routing& routing, std::size_t first, std::uint32_t number,
           Grid<std::uint32_t>& id, std::vector<std::size_t>& cells) {
    cells.assign(1, first);
    id[first] = number;
    for (std::size_t q = 0; q < cells.size(); ++q) {
        each_neighbour(routing.shape, routing.topology, cells[q], [&](int, std::size_t j) {
            if (id[j] != 0 || !(routing.filled[j] > height[j])) return;
            id[j] = number;
            cells.push_back(j);
        });
    }
    std::sort(cells.begin(), cells.end());
}

/// The dry cell to which most of the cells' flow runs.
std::uint32_t spill(const Routing& routing, const Grid<std::uint32_t>& id, const std::vector<std::size_t>& cells) {
    const D8Steps step(routing.shape, routing.topology);
    std::vector<std::pair<std::size_t, std::uint64_t>> spills;
    for (const std::size_t i : cells) {
        const std::size_t j = step.downstream(i, routing.receiver[i]);
        if (id[j] != id[i]) spills.emplace_back(j, routing.area[i]);
    }
    std::sort(spills.begin(), spills.end());
    std::size_t outlet = 0;
    std::uint64_t most = 0;
    for (std::size_t p = 0; p < spills.size();) {
        std::uint64_t flow = 0;
        const std::size_t cell = spills[p].first;
        for (; p < spills.size() && spills[p].first == cell; ++p) flow += spills[p].second;
        if (flow <= most) continue;
        most = flow;
        outlet = cell;
    }
    return static_cast<std::uint32_t>(outlet);
}

}  // namespace

FilledLakes find_lakes(const Grid<float>& height_m, const Routing& routing, double cell_size_m) {
    FilledLakes result{Grid<std::uint32_t>(routing.shape), {}};
    std::vector<std::size_t> cells;
    const double equator_area = cell_size_m * cell_size_m;
    const CellScale scale(routing.shape, routing.topology);
    for (std::size_t i = 0; i < height_m.size(); ++i) {
        if (result.id[i] != 0 || !(routing.filled[i] > height_m[i])) continue;
        flood(height_m, routing, i, static_cast<std::uint32_t>(result.list.size() + 1), result.id, cells);
        FilledLake lake;
        lake.level_m = routing.filled[i];
        lake.cells = static_cast<std::uint32_t>(cells.size());
        lake.area_m2 = scale.uniform() ? static_cast<double>(cells.size()) * equator_area : 0.0;
        for (const std::size_t c : cells) {
            const double depth = static_cast<double>(lake.level_m) - static_cast<double>(height_m[c]);
            lake.depth_m = std::max(lake.depth_m, static_cast<float>(depth));
            const double cell_area = equator_area * scale.width(c);
            lake.volume_m3 += depth * cell_area;
            if (!scale.uniform()) lake.area_m2 += cell_area;
        }
        lake.outlet = spill(routing, result.id, cells);
        result.list.push_back(lake);
    }
    return result;
}

Grid<float> lake_depth(const Grid<float>& height_m, const Routing& routing) {
    Grid<float> depth(routing.shape);
    for (std::size_t i = 0; i < depth.size(); ++i) {
        if (routing.filled[i] > height_m[i]) depth[i] = routing.filled[i] - height_m[i];
    }
    return depth;
}

}  // namespace terrain
