#include "hydrology/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydrology/burn_rivers.h"
#include "hydrology/stream_map.h"
#include "hydrology/valleys.h"

namespace terrain::hydrology {
namespace {

// The coarse cell whose area the centre of fine cell k lies in.
std::int32_t parent(std::int32_t k, std::int32_t fine, std::int32_t coarse) {
    return static_cast<std::int32_t>((2LL * k + 1) * coarse / (2LL * fine));
}

template <class Value>
Grid<float> layer(const ErosionMap& map, Value value) {
    Grid<float> out(map.scale.shape);
    for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) out(x, y) = value(map.index(x, y));
    }
    return out;
}

// New detail is added where the ground is as the source made it; streams, lakes and the plains that the water laid
// stay smooth.
Grid<float> detailed_ground(const Level& coarse, const Level& fine, const Grid<float>& ground) {
    const ErosionMap& from = coarse.simulation.map();
    const Shape shape = fine.source.shape();
    Grid<float> out = upsample(ground, shape, from.scale.topology);
    const Grid<float> old_source = upsample(coarse.source, shape, from.scale.topology);
    const Grid<float> rough =
        upsample(layer(from,
                       [&](std::uint32_t i) {
                           if (from.wet(i)) return 0.0F;
                           const float stream = std::min(1.0F, 2.0F * from.stream(i));
                           const float half = 0.5F * from.scale.unit;
                           const float gx = static_cast<float>(from.ground(i + 1) - from.ground(i - 1)) * half;
                           const auto down = from.neighbour(i, 2), up = from.neighbour(i, 3);
                           const float gy = static_cast<float>(from.ground(down) - from.ground(up)) * half;
                           const float steep = std::min(1.0F, std::sqrt(gx * gx + gy * gy) * 4.0F);
                           return (1.0F - 0.7F * stream) * steep;
                       }),
                 shape, from.scale.topology);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += rough[i] * (fine.source[i] - old_source[i]);
    return out;
}

// The map's ground, carved; what the rivers take leaves the map, what fills hollows comes out of that.
void carve_map(ErosionMap& map, double time, int steps, const ValleyParameters& parameters, std::uint64_t seed,
               const Grid<float>* shores, ThreadPool& pool) {
    Grid<float> ground =
        layer(map, [&](std::uint32_t i) { return static_cast<float>(map.scale.to_metres(map.ground(i))); });
    const Grid<float> before = ground;
    const auto [low, high] = std::minmax_element(ground.begin(), ground.end());
    ValleyCut cut{time,
                  steps,
                  parameters.area_exponent,
                  parameters.hollow_depth * (static_cast<double>(*high) - static_cast<double>(*low)),
                  {}};
    if (map.scale.has_sea) cut.sea_level_m = map.scale.to_metres(map.scale.sea);
    cut.topology = map.scale.topology;
    carve_valleys(ground, map.scale.cell_m, cut, seed, pool);
    if (shores != nullptr) {  // the outlets of lakes are not cut anew on each level
        for (std::size_t i = 0; i < ground.size(); ++i) {
            ground[i] = std::max(ground[i], std::min(before[i], (*shores)[i]));
        }
    }
    for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) {
            if (ground(x, y) == before(x, y)) continue;
            const std::uint32_t i = map.index(x, y);
            const std::int32_t now = map.scale.to_units(ground(x, y));
            map.sediment_left += map.volume_of(i, static_cast<std::int64_t>(map.ground(i)) - now);
            map.set_ground(i, now);
        }
    }
    map.begin();
}

// The level of the coarse lake that each fine cell lies in or beside (within a coarse cell); lowest() elsewhere.
Grid<float> shore_levels(Level& coarse, Shape shape) {
    const ErosionMap& from = coarse.simulation.map();
    const std::vector<Lake>& lakes = coarse.simulation.lakes().all();
    constexpr float kNone = std::numeric_limits<float>::lowest();
    const Grid<float> own = layer(from, [&](std::uint32_t i) {
        float level = kNone;
        const auto add = [&](std::uint32_t j) {
            const std::uint32_t id = from.lake[j];
            if (id == kNoLake || id == kSea) return;
            level = std::max(level, static_cast<float>(from.scale.to_metres(lakes[id].level)));
        };
        add(i);
        for (int k = 0; k < 8; ++k) add(from.neighbour(i, k));
        return level;
    });
    Grid<float> out(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            out(x, y) = own(parent(x, shape.width, from.width), parent(y, shape.height, from.height));
        }
    }
    return out;
}

void carry_lakes(Level& coarse, Level& fine) {
    ErosionMap& from = coarse.simulation.map();
    ErosionMap& to = fine.simulation.map();
    const auto& lakes = coarse.simulation.lakes().all();
    std::vector<std::vector<std::uint32_t>> cells(lakes.size());
    for (std::int32_t y = 0; y < to.height; ++y) {
        const std::int32_t py = parent(y, to.height, from.height);
        for (std::int32_t x = 0; x < to.width; ++x) {
            const std::uint32_t id = from.lake[from.index(parent(x, to.width, from.width), py)];
            if (id == kNoLake || id == kSea || lakes[id].cells < 2) continue;
            const std::uint32_t i = to.index(x, y);
            if (!to.wet(i) && !to.on_border(i) &&
                to.surface[i] < to.scale.to_units(from.scale.to_metres(lakes[id].level)))
                cells[id].push_back(i);
        }
    }
    for (std::size_t id = 1; id < lakes.size(); ++id) {
        if (cells[id].empty()) continue;
        fine.simulation.lakes().found(cells[id], to.scale.to_units(from.scale.to_metres(lakes[id].level)));
    }
    std::vector<Spill> spills;
    fine.simulation.lakes().split_all();
    fine.simulation.lakes().settle_all(spills);
    for (const Spill& spill : spills) to.water_left += spill.water;
}

void carry_trees(Level& coarse, Level& fine, std::uint64_t seed) {
    const ErosionMap& from = coarse.simulation.map();
    const ErosionMap& to = fine.simulation.map();
    const double sx = static_cast<double>(to.width) / from.width;
    const double sy = static_cast<double>(to.height) / from.height;
    const RandomStream places(mix64(seed + static_cast<std::uint64_t>(to.width)), "tree carry");
    std::uint64_t k = 0;
    fine.simulation.forest().begin();
    for (const Plant& tree : coarse.simulation.forest().trees()) {
        const int count = static_cast<int>(sx * sy + unit_double(places(k++)));
        for (int n = 0; n < count; ++n) {
            const double x = (from.x_of(tree.cell) + unit_double(places(k++))) * sx;
            const double y = (from.y_of(tree.cell) + unit_double(places(k++))) * sy;
            const std::uint32_t i = to.index(std::min(to.width - 1, static_cast<std::int32_t>(x)),
                                             std::min(to.height - 1, static_cast<std::int32_t>(y)));
            fine.simulation.forest().plant(i, tree.size);
        }
    }
}

void carry_streams(Level& coarse, Level& fine, const StreamParameters& parameters, ThreadPool& pool) {
    ErosionMap& from = coarse.simulation.map();
    ErosionMap& to = fine.simulation.map();
    const auto carry = [&](const std::vector<float>& source, std::vector<float>& target) {
        const Grid<float> fine_layer =
            upsample(layer(from, [&](std::uint32_t i) { return source[i]; }), to.scale.shape, to.scale.topology);
        for (std::int32_t y = 0; y < to.height; ++y) {
            for (std::int32_t x = 0; x < to.width; ++x) target[to.index(x, y)] = fine_layer(x, y);
        }
    };
    carry(from.discharge, to.discharge);
    carry(from.discharge_x, to.discharge_x);
    carry(from.discharge_y, to.discharge_y);
    saturate_streams(to, parameters, pool);
}

std::unique_ptr<Level> make_level(const HydrologyInput& input, Shape shape, int index, ThreadPool& pool) {
    Grid<float> source = input.source(shape);
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    for (const float h : source) {
        low = std::min(low, h);
        high = std::max(high, h);
    }
    const LevelScale scale = make_level_scale(shape, input.world, input.shape, low, high, input.parameters);
    return std::unique_ptr<Level>(
        new Level{std::move(source), {scale, input.parameters, input.seed, index, pool}, 0.0});
}

constexpr int kCarvingSteps = 12;

}  // namespace

void carve(Level& level, double time, int steps, const ValleyParameters& parameters, std::uint64_t seed,
           ThreadPool& pool) {
    carve_map(level.simulation.map(), time, steps, parameters, seed, nullptr, pool);
}

std::vector<int> share_cycles(int cycles, std::size_t levels) {
    constexpr double kShare[] = {0.62, 0.25, 0.08, 0.028, 0.012};
    constexpr std::size_t kShares = std::size(kShare);
    std::vector<int> out;
    int left = cycles;
    for (std::size_t k = 0; k < levels; ++k) {
        const double share = k < kShares ? kShare[k] : 0.006;
        out.push_back(std::min(left, std::max(1, static_cast<int>(cycles * share + 0.5))));
        left -= out.back();
    }
    return out;
}

Grid<float> upsample(const Grid<float>& coarse, Shape shape, const Topology& topology) {
    if (coarse.shape() == shape) return coarse;
    Grid<float> out(shape);
    struct Tap {
        std::int32_t a, b;
        float t;
    };
    const auto taps = [](std::int32_t fine, std::int32_t from, bool wraps) {
        std::vector<Tap> list(static_cast<std::size_t>(fine));
        for (std::int32_t k = 0; k < fine; ++k) {
            const double centre = (k + 0.5) * from / fine - 0.5;
            const double at = wraps ? (centre < 0.0 ? centre + from : centre) : std::clamp(centre, 0.0, from - 1.0);
            const auto a = static_cast<std::int32_t>(at);
            const std::int32_t b = a + 1 < from ? a + 1 : wraps ? 0 : from - 1;
            list[static_cast<std::size_t>(k)] = {a, b, static_cast<float>(at - a)};
        }
        return list;
    };
    const std::vector<Tap> columns = taps(shape.width, coarse.width(), topology.wrap_x);
    const std::vector<Tap> rows = taps(shape.height, coarse.height(), topology.wrap_y);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        const Tap& v = rows[static_cast<std::size_t>(y)];
        const float* top = coarse.row(v.a);
        const float* bottom = coarse.row(v.b);
        for (std::int32_t x = 0; x < shape.width; ++x) {
            const Tap& u = columns[static_cast<std::size_t>(x)];
            const float a = top[u.a] + (top[u.b] - top[u.a]) * u.t;
            const float b = bottom[u.a] + (bottom[u.b] - bottom[u.a]) * u.t;
            out(x, y) = a + (b - a) * v.t;
        }
    }
    return out;
}

void set_ground(Simulation& simulation, const Grid<float>& source, const Grid<float>& ground, double net_change_m3) {
    ErosionMap& map = simulation.map();
    const LevelScale& scale = map.scale;
    const double unit_m = static_cast<double>(scale.unit) * scale.height_m;
    double source_sum = 0;
    std::int64_t sum = 0;  // in area units
    for (std::int32_t y = 0; y < map.height; ++y) {
        const std::int64_t area = map.area_of(map.index(0, y));
        const double width = static_cast<double>(area) / static_cast<double>(map.area_unit());
        for (std::int32_t x = 0; x < map.width; ++x) {
            source_sum += (static_cast<double>(source(x, y)) - scale.origin_m) * width;
            const std::int32_t h = scale.to_units(ground(x, y));
            map.surface[map.index(x, y)] = h;
            sum += h * area;
        }
    }
    const double wanted = (source_sum + net_change_m3 / (scale.cell_m * scale.cell_m)) / unit_m;
    const auto missing = static_cast<std::int64_t>(std::floor(wanted + 0.5)) - sum / map.area_unit();
    const auto cells = static_cast<std::int64_t>(map.total_area());
    std::int64_t each = missing / cells;
    if (missing < each * cells) --each;
    // On a planet, whose cells differ, the last unit cannot be shared out: it is rounded.
    std::int64_t more = map.planet ? 0 : missing - each * cells;
    for (std::int32_t y = 0; y < map.height; ++y) {
        for (std::int32_t x = 0; x < map.width; ++x) {
            map.surface[map.index(x, y)] += static_cast<std::int32_t>(each + (more-- > 0 ? 1 : 0));
        }
    }
    map.begin();
}

void carry_over(Level& coarse, Level& fine, const HydrologyParameters& parameters, std::uint64_t seed,
                ThreadPool& pool) {
    const ErosionMap& from = coarse.simulation.map();
    const Grid<float> ground =
        layer(from, [&](std::uint32_t i) { return static_cast<float>(from.scale.to_metres(from.ground(i))); });
    const double area = from.scale.cell_m * from.scale.cell_m;
    fine.net_change_m3 =
        coarse.net_change_m3 - static_cast<double>(from.sediment_left) * from.scale.unit * from.scale.height_m * area;
    Grid<float> detailed = detailed_ground(coarse, fine, ground);
    if (parameters.valleys.enabled) burn_rivers(coarse.simulation, seed, pool, detailed);
    set_ground(fine.simulation, fine.source, detailed, fine.net_change_m3);
    const ValleyParameters& valleys = parameters.valleys;
    if (valleys.enabled) {
        const Grid<float> shores = shore_levels(coarse, fine.source.shape());
        carve_map(fine.simulation.map(), valleys.renewal, 2, valleys, seed, &shores, pool);
    }
    carry_streams(coarse, fine, parameters.streams, pool);
    if (parameters.pools.enabled) carry_lakes(coarse, fine);
    fine.simulation.drain(parameters.pools.aridity);
    if (parameters.trees.enabled) carry_trees(coarse, fine, seed);
}

std::unique_ptr<Level> climb(const HydrologyInput& input, Shape shape, int index, Level* coarse, ThreadPool& pool) {
    const HydrologyParameters& parameters = input.parameters;
    std::unique_ptr<Level> level = make_level(input, shape, index, pool);
    if (coarse != nullptr) {
        carry_over(*coarse, *level, parameters, input.seed, pool);
        return level;
    }
    const ValleyParameters& valleys = parameters.valleys;
    set_ground(level->simulation, level->source, level->source, 0.0);
    if (valleys.enabled) carve(*level, valleys.strength, kCarvingSteps, valleys, input.seed, pool);
    level->simulation.drain(parameters.pools.aridity);
    level->simulation.forest().begin();
    return level;
}

}  // namespace terrain::hydrology
