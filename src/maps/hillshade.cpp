#include "maps/hillshade.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/hash.h"
#include "core/srgb.h"
#include "maps/land_cover.h"
#include "maps/local_mean.h"
#include "maps/relief_light.h"
#include "maps/relief_statistics.h"
#include "maps/slope.h"

namespace terrain {

namespace {

constexpr double kPlanetSlope = 0.35;  // mean slope that a planet's is raised to: seen whole, it is all but smooth
constexpr double kNoWater = -1e30;
constexpr float kShallowest = 0.01F;  // metres: less is a wet spot, not a water surface

struct Scene {
    const Terrain& terrain;
    Metric metric;
    Grid<float> surface;  // water surface where there is any, else the ground
    Grid<Water> water;
    Grid<float> mean;  // of the surface, over the surroundings
    ReliefStatistics relief;
    double slope_scale = 1;
    bool barren = false;          ///< a planet without water and plants
    double prominence_scale = 0;  // 1 / metres
};

void check_shape(const Grid<float>& layer, Shape shape, const char* name) {
    if (!layer.empty() && layer.shape() != shape) {
        throw std::invalid_argument(std::string("hillshade: layer ") + name + " differs in shape from height");
    }
}

void find_water(Scene& scene, ThreadPool& pool) {
    const Terrain& t = scene.terrain;
    const bool has_sea = t.world.sea_level_m.has_value();
    const auto sea_level = static_cast<float>(t.world.sea_level_m.value_or(0.0));
    scene.surface = t.height;
    scene.water = Grid<Water>(t.height.shape(), Water::none);
    for_row_blocks(pool, t.height.size(), std::size_t{1} << 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            float level = t.water_level.empty() ? t.height[i] : t.water_level[i];
            if (t.water_level.empty() && !t.pool.empty()) {
                level += t.pool[i];
            }
            if (has_sea && t.height[i] < sea_level) {
                level = std::max(level, sea_level);
            }
            if (level - t.height[i] > kShallowest) {
                scene.surface[i] = level;
                scene.water[i] = has_sea && t.height[i] < sea_level && level <= sea_level ? Water::sea : Water::lake;
            }
        }
    });
}

Scene make_scene(const Terrain& terrain, ThreadPool& pool) {
    const Shape shape = terrain.height.shape();
    check_shape(terrain.water_level, shape, "water_level");
    check_shape(terrain.pool, shape, "pool");
    check_shape(terrain.stream, shape, "stream");
    check_shape(terrain.trees, shape, "trees");
    Scene scene{.terrain = terrain,
                .metric = Metric(terrain.world, shape),
                .surface = {},
                .water = {},
                .mean = {},
                .relief = {}};
    find_water(scene, pool);
    const double cell = terrain.world.cell_size_m;
    const auto none = [](const Grid<float>& layer) {
        return std::all_of(layer.begin(), layer.end(), [](float v) { return v <= 0.0F; });
    };
    scene.barren = scene.metric.topology().poles && !terrain.world.sea_level_m && none(terrain.trees) &&
                   none(terrain.stream) && none(terrain.pool);
    scene.relief = relief_statistics(terrain.height, scene.surface, scene.water, scene.metric, pool);
    scene.slope_scale = slope_factor(scene.relief.mean_slope);
    if (scene.metric.topology().poles && scene.relief.mean_slope > 0) {
        scene.slope_scale = std::max(scene.slope_scale, kPlanetSlope / scene.relief.mean_slope);
    }
    const std::int32_t radius = std::max(2, std::max(shape.width, shape.height) / 64);
    scene.mean = local_mean(scene.surface, radius, pool, scene.metric.topology());
    scene.prominence_scale = 1.0 / std::max(cell * radius * scene.relief.mean_slope * 0.5, 1e-6);
    return scene;
}

/// Share of the cell that lies under water, judged from how the surface at hand cuts the slope of the ground; the
/// surface and kind of water are those of the cell itself or else of its highest wet neighbour.
float water_share(const Scene& scene, std::int32_t x, std::int32_t y, double slope, Water& kind, double& level) {
    const Shape shape = scene.surface.shape();
    kind = scene.water(x, y);
    level = kind == Water::none ? kNoWater : static_cast<double>(scene.surface(x, y));
    for (std::int32_t ny = y - 1; kind == Water::none && ny <= y + 1; ++ny) {
        for (std::int32_t nx = x - 1; nx <= x + 1; ++nx) {
            std::int64_t u = nx, v = ny;
            if (!scene.metric.topology().resolve(shape, u, v)) continue;
            const auto cx = static_cast<std::int32_t>(u), cy = static_cast<std::int32_t>(v);
            if (scene.water(cx, cy) != Water::none && scene.surface(cx, cy) > level) level = scene.surface(cx, cy);
        }
    }
    if (level == kNoWater) {
        return 0.0F;
    }
    if (kind == Water::none) {
        const auto& sea = scene.terrain.world.sea_level_m;
        kind = sea && level <= *sea ? Water::sea : Water::lake;
    }
    const double rise = std::max(slope * scene.terrain.world.cell_size_m, 1e-3);
    return static_cast<float>(std::clamp(0.5 + (level - scene.terrain.height(x, y)) / rise, 0.0, 1.0));
}

/// Share of the cell that a river covers: its own strength, and the spill of strong rivers next to it.
float river_share(const Grid<float>& stream, const Topology& topology, std::int32_t x, std::int32_t y) {
    if (stream.empty()) {
        return 0.0F;
    }
    const float own = stream(x, y);
    float beside = 0.0F;
    constexpr std::int32_t kSides[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    for (const auto& side : kSides) {
        std::int64_t u = x + side[0], v = y + side[1];
        if (!topology.resolve(stream.shape(), u, v)) continue;
        beside = std::max(beside, stream(static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)));
    }
    return std::max(0.92F * smooth_step(0.10F, 0.55F, own), 0.6F * smooth_step(0.45F, 1.0F, beside));
}

glm::vec3 lit_ground(const Scene& scene, std::int32_t x, std::int32_t y, glm::dvec2 gradient, double slope) {
    const Terrain& t = scene.terrain;
    const double above = (static_cast<double>(scene.surface(x, y)) - scene.mean(x, y)) * scene.prominence_scale;
    const double prominence = above / (1.0 + std::fabs(above));
    const float trees = t.trees.empty() ? 0.0F : t.trees(x, y);
    const Ground ground{.height_m = t.height(x, y), .slope = slope, .prominence = prominence, .trees = trees};
    glm::dvec2 lit{gradient.x * scene.slope_scale, gradient.y * scene.slope_scale};
    if (trees > 0.0F) {
        // The rough top of a canopy: each cell leans a little its own way.
        static constexpr RandomStream kLean(0, "hillshade canopy");
        const std::uint64_t r = kLean(static_cast<std::uint64_t>(y), static_cast<std::uint64_t>(x));
        const double lean = 0.35 * std::min(trees, 1.0F);
        lit.x += lean * (unit_double(r) - 0.5);
        lit.y += lean * (unit_double(mix64(r)) - 0.5);
    }
    const glm::vec3 light = relief_light(lit);
    const glm::vec3 colour = scene.barren ? regolith_colour(ground, scene.relief) : ground_colour(ground, scene.relief);
    const auto open = static_cast<float>(1.0 + 0.25 * prominence);  // ridges see more sky than valley floors
    return {colour.x * light.x * open, colour.y * light.y * open, colour.z * light.z * open};
}

glm::vec3 lit_water(const glm::vec3& colour) {
    const glm::vec3 light = relief_light({0.0, 0.0});
    return {colour.x * light.x, colour.y * light.y, colour.z * light.z};
}

Rgb8 shade_cell(const Scene& scene, std::int32_t x, std::int32_t y) {
    const Terrain& t = scene.terrain;
    const glm::dvec2 bed = sobel_gradient(t.height, x, y, scene.metric);
    const double slope = std::sqrt(bed.x * bed.x + bed.y * bed.y);
    Water kind = Water::none;
    double level = 0;
    const float wet = water_share(scene, x, y, slope, kind, level);
    glm::vec3 colour{};
    if (wet < 1.0F) {
        // Next to water the ground is lit as it meets the surface; elsewhere the two gradients are one.
        const glm::dvec2 gradient = level == kNoWater ? bed : sobel_gradient(scene.surface, x, y, scene.metric);
        colour = lit_ground(scene, x, y, gradient, slope);
        colour = mix_light(colour, lit_water(river_colour()), river_share(t.stream, scene.metric.topology(), x, y));
    }
    if (wet > 0.0F) {
        const double depth = level - static_cast<double>(t.height(x, y));
        colour = mix_light(colour, lit_water(water_colour(kind, depth, scene.relief)), wet);
    }
    return {linear_to_srgb8(colour.x), linear_to_srgb8(colour.y), linear_to_srgb8(colour.z)};
}

}  // namespace

Grid<Rgb8> hillshade(const Terrain& terrain, ThreadPool& pool) {
    Grid<Rgb8> image(terrain.height.shape());
    if (image.empty()) {
        return image;
    }
    const Scene scene = make_scene(terrain, pool);
    for_row_blocks(pool, static_cast<std::size_t>(image.height()), 16, [&](std::size_t first, std::size_t last) {
        for (auto y = static_cast<std::int32_t>(first); y < static_cast<std::int32_t>(last); ++y) {
            for (std::int32_t x = 0; x < image.width(); ++x) {
                image(x, y) = shade_cell(scene, x, y);
            }
        }
    });
    return image;
}

}  // namespace terrain
