#include "hydrology/hydrology.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/math.h"
#include "hydrology/ladder.h"

namespace terrain {
namespace {

using hydrology::ErosionMap;
using hydrology::Level;

constexpr std::int32_t kCoarsest = 128;  // the longer side of the coarsest level

// With few cycles left for a fine level the running means must renew faster, or the streams of the coarse level show.
float stream_rate(const HydrologyParameters& parameters, int cycles) {
    constexpr double kCarriedAtMost = 0.1;
    const double needed = 1.0 - math::pow(kCarriedAtMost, 1.0 / std::max(1, cycles));
    return static_cast<float>(std::max(parameters.streams.rate, needed));
}

double unit_volume(const hydrology::LevelScale& s) { return s.unit * s.height_m * s.cell_m * s.cell_m; }

void add_water(WaterBudget& total, const ErosionMap& map, std::int64_t stored, std::int64_t residual) {
    const double m3 = unit_volume(map.scale);
    total.rained += static_cast<double>(map.water_rained) * m3;
    total.carried_in += static_cast<double>(map.water_carried_in) * m3;
    total.evaporated += static_cast<double>(map.water_evaporated) * m3;
    total.left_map += static_cast<double>(map.water_left) * m3;
    total.handed_on += total.stored;  // the lakes of the level before
    total.stored = static_cast<double>(stored) * m3;
    total.residual += static_cast<double>(residual) * m3;
}

std::vector<LakeSummary> summarise_lakes(const hydrology::Lakes& lakes, const ErosionMap& map) {
    const hydrology::LevelScale& s = map.scale;
    std::vector<LakeSummary> out;
    const double area = s.cell_m * s.cell_m;
    for (const hydrology::Lake& lake : lakes.all()) {
        if (!lake.alive || lake.cells == 0) continue;
        LakeSummary summary;
        summary.area_m2 = static_cast<double>(lake.area) / static_cast<double>(map.area_unit()) * area;
        summary.volume_m3 = static_cast<double>(lake.water) * unit_volume(s);
        summary.level_m = s.to_metres(lake.level);
        const auto deepest = std::min_element(
            lake.members.begin(), lake.members.end(),
            [](const auto& a, const auto& b) { return a.height != b.height ? a.height < b.height : a.cell < b.cell; });
        summary.deepest_m = summary.level_m - s.to_metres(deepest->height);
        summary.x = map.x_of(deepest->cell);
        summary.y = map.y_of(deepest->cell);
        out.push_back(summary);
    }
    std::sort(out.begin(), out.end(), [](const LakeSummary& a, const LakeSummary& b) {
        if (a.area_m2 != b.area_m2) return a.area_m2 > b.area_m2;
        return a.y != b.y ? a.y < b.y : a.x < b.x;
    });
    return out;
}

float bilinear(const Grid<float>& grid, double x, double y) {
    const double cx = std::clamp(x - 0.5, 0.0, grid.width() - 1.0);
    const double cy = std::clamp(y - 0.5, 0.0, grid.height() - 1.0);
    const auto x0 = static_cast<std::int32_t>(cx), y0 = static_cast<std::int32_t>(cy);
    const std::int32_t x1 = std::min(x0 + 1, grid.width() - 1), y1 = std::min(y0 + 1, grid.height() - 1);
    const double tx = cx - x0, ty = cy - y0;
    const double top = grid(x0, y0) + (grid(x1, y0) - static_cast<double>(grid(x0, y0))) * tx;
    const double bottom = grid(x0, y1) + (grid(x1, y1) - static_cast<double>(grid(x0, y1))) * tx;
    return static_cast<float>(top + (bottom - top) * ty);
}

void list_trees(HydrologyResult& result, const HydrologyInput& input, Level& level) {
    const ErosionMap& map = level.simulation.map();
    const RandomStream places(input.seed, "tree places");
    std::uint64_t k = 0;
    for (const hydrology::Plant& plant : level.simulation.forest().trees()) {
        const double x = map.x_of(plant.cell) + 0.1 + 0.8 * unit_double(places(k++));
        const double y = map.y_of(plant.cell) + 0.1 + 0.8 * unit_double(places(k++));
        const double cell = input.world.cell_size_m;
        result.tree_list.push_back(
            {static_cast<float>(x * cell), static_cast<float>(y * cell), bilinear(result.height, x, y), plant.size});
    }
}

void read_layers(HydrologyResult& result, const ErosionMap& map) {
    const Shape shape = map.scale.shape;
    result.height = result.water_level = result.pool = result.stream = result.trees = Grid<float>(shape);
    result.flow = Grid<glm::vec2>(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            const std::uint32_t i = map.index(x, y);
            const float ground = static_cast<float>(map.scale.to_metres(map.ground(i)));
            const float level = static_cast<float>(map.scale.to_metres(map.surface[i]));
            result.height(x, y) = ground;
            result.water_level(x, y) = map.wet(i) ? std::max(ground, level) : ground;
            result.pool(x, y) = result.water_level(x, y) - ground;
            result.stream(x, y) = map.stream(i);
            result.flow(x, y) = {static_cast<float>(map.momentum[2 * i]) * 0x1p-14F,
                                 static_cast<float>(map.momentum[2 * i + 1]) * 0x1p-14F};
            result.trees(x, y) = std::min(1.0F, static_cast<float>(map.plants(i)) * 0.2F);
        }
    }
}

double volume_of(const Grid<float>& metres, const Topology& topology, double cell_m) {
    std::vector<double> widths;
    if (topology.poles) widths = planet_row_widths(metres.height());
    double sum = 0;
    for (std::int32_t y = 0; y < metres.height(); ++y) {
        const double width = widths.empty() ? 1.0 : widths[static_cast<std::size_t>(y)];
        for (std::int32_t x = 0; x < metres.width(); ++x) sum += metres(x, y) * width;
    }
    return sum * cell_m * cell_m;
}

// The same with the areas that the simulation counts with.
double volume_of(const Grid<float>& metres, const ErosionMap& map) {
    double sum = 0;
    for (std::int32_t y = 0; y < metres.height(); ++y) {
        const double area = static_cast<double>(map.area_of(map.index(0, y))) / static_cast<double>(map.area_unit());
        for (std::int32_t x = 0; x < metres.width(); ++x) sum += metres(x, y) * area;
    }
    return sum * map.scale.cell_m * map.scale.cell_m;
}

// No water runs: the ground is the source's, and the sea stands where it is below the sea level.
HydrologyResult without_cycles(const HydrologyInput& input, const Progress& progress) {
    HydrologyResult result;
    result.source = input.source(input.shape);
    for (Grid<float>* layer : {&result.height, &result.water_level}) {
        progress.check();  // each is a pass over the map
        *layer = result.source;
    }
    for (Grid<float>* layer : {&result.pool, &result.stream, &result.trees}) {
        progress.check();
        *layer = Grid<float>(input.shape);
    }
    progress.check();
    result.flow = Grid<glm::vec2>(input.shape);
    progress.check();
    if (input.world.sea_level_m) {
        const auto sea = static_cast<float>(*input.world.sea_level_m);
        for (std::size_t i = 0; i < result.height.size(); ++i) {
            if (result.height[i] >= sea) continue;
            result.water_level[i] = sea;
            result.pool[i] = sea - result.height[i];
        }
    }
    result.mass.before = result.mass.after = volume_of(result.source, input.world.topology(), input.world.cell_size_m);
    return result;
}

void run_level(Level& level, const HydrologyParameters& parameters, int cycles, Progress& progress,
               std::uint64_t& done) {
    const float rate = stream_rate(parameters, cycles);
    for (int k = 0; k < cycles; ++k) level.simulation.cycle(rate, progress, done);
    level.simulation.finish();
    level.simulation.forest().clear_unfit();
}

}  // namespace

std::vector<Shape> hydrology_ladder(Shape shape) {
    const std::int32_t longer = std::max(shape.width, shape.height);
    const auto scaled = [&](std::int32_t side, std::int32_t to) {
        return std::max(1, static_cast<std::int32_t>((2LL * side * to + longer) / (2LL * longer)));
    };
    std::vector<Shape> ladder;
    for (std::int32_t side = kCoarsest; 4LL * side < 3LL * longer; side *= 2) {
        ladder.push_back({scaled(shape.width, side), scaled(shape.height, side)});
    }
    ladder.push_back(shape);
    return ladder;
}

std::uint64_t hydrology_memory(Shape shape) {
    // Measured peaks, the program itself among them: 120 to 143 MB at 1024 x 1024, 453 MB at 2048 x 2048.
    constexpr std::uint64_t kBytesACell = 106;
    return static_cast<std::uint64_t>(shape.cells()) * kBytesACell + (std::uint64_t{40} << 20);
}

HydrologyResult run_hydrology(const HydrologyInput& input, ThreadPool& pool, Progress& progress) {
    const HydrologyParameters& parameters = input.parameters;
    if (parameters.cycles == 0 || parameters.drops_per_cell <= 0) return without_cycles(input, progress);
    const std::vector<Shape> ladder = hydrology_ladder(input.shape);
    const std::vector<int> cycles = hydrology::share_cycles(parameters.cycles, ladder.size());
    double drops = 0;
    for (std::size_t k = 0; k < ladder.size(); ++k) {
        drops += cycles[k] * static_cast<double>(ladder[k].cells()) * parameters.drops_per_cell / parameters.cycles;
    }
    progress.begin("hydrology", static_cast<std::uint64_t>(drops), "drops");

    HydrologyResult result;
    std::unique_ptr<Level> level;
    std::uint64_t done = 0;
    for (std::size_t k = 0; k < ladder.size(); ++k) {
        level = hydrology::climb(input, ladder[k], static_cast<int>(k), level.get(), pool);
        const std::int64_t sediment = level->simulation.sediment_total();
        run_level(*level, parameters, cycles[k], progress, done);
        const ErosionMap& map = level->simulation.map();
        const double unit_m3 = unit_volume(map.scale);
        result.mass.residual += static_cast<double>(sediment - level->simulation.sediment_total()) * unit_m3;
        result.mass.left_map += static_cast<double>(map.sediment_left) * unit_m3;
        add_water(result.water, map, level->simulation.lakes().water(), level->simulation.water_residual());
        result.steps += map.steps;
        result.drops += map.drops;
    }
    progress.end();

    const ErosionMap& map = level->simulation.map();
    read_layers(result, map);
    result.source = std::move(level->source);
    list_trees(result, input, *level);
    result.lakes = summarise_lakes(level->simulation.lakes(), map);
    const double cell_area = map.scale.cell_m * map.scale.cell_m;
    result.mass.before = volume_of(result.source, map);
    result.mass.after = (map.scale.to_metres(0) * map.total_area() +
                         static_cast<double>(map.ground_sum()) * map.scale.unit * map.scale.height_m) *
                        cell_area;
    result.mass.residual += result.mass.before - result.mass.after - result.mass.left_map;
    return result;
}

}  // namespace terrain
