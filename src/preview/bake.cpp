#include "preview/bake.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "core/math.h"
#include "core/resample.h"
#include "planet/detail.h"
#include "planet/scalar.h"
#include "planet/sphere.h"
#include "preview/ground_cover.h"
#include "preview/layout.h"

namespace terrain {

using namespace planet;

namespace {

constexpr float kShallowest = 0.01F;  // metres: less is a wet spot, not a water surface
constexpr std::size_t kRows = 16;

/// The terrain laid around the planet, metres.
struct Layers {
    Map<float> ground, water, stream, trees;
    bool has_sea = false;
    float sea_level = 0, lowest = 0, base = 0, range = 1;

    [[nodiscard]] Shape shape() const { return {ground.width, ground.height}; }
    [[nodiscard]] bool is_sea(std::size_t i) const { return has_sea && ground.texels[i] < sea_level; }
    /// Of ground or water.
    [[nodiscard]] float surface(std::size_t i) const {
        if (is_sea(i)) return std::max(sea_level, water.texels.empty() ? sea_level : water.texels[i]);
        return std::max(ground.texels[i], water.texels.empty() ? ground.texels[i] : water.texels[i]);
    }
};

/// Density of trees over blocks of cells: from far no single tree shows, only how dense they stand.
Grid<float> woodland(const Grid<float>& trees, const Topology& topology) {
    constexpr std::int32_t kCells = 8;
    if (trees.empty()) return {};
    const Shape blocks{std::max(1, trees.width() / kCells), std::max(1, trees.height() / kCells)};
    return resample_box(trees, blocks, topology);
}

Layers layers_of(const Terrain& terrain, bool is_planet, const PreviewSurface& surface, std::int32_t widest) {
    Layout layout = layout_of(terrain.height.shape(), is_planet, surface.tiling, widest);
    layout.topology = terrain.world.topology();
    Layers layers;
    layers.ground = lay_out(terrain.height, layout);
    layers.water = lay_out(terrain.water_level, layout);
    if (layers.water.texels.empty() && !terrain.pool.empty()) {
        layers.water = lay_out(terrain.pool, layout);
        for (std::size_t i = 0; i < layers.water.texels.size(); ++i) layers.water.texels[i] += layers.ground.texels[i];
    }
    layers.stream = lay_out(terrain.stream, layout);
    layers.trees = lay_out(woodland(terrain.trees, layout.topology), layout);
    const std::optional<double> sea = surface.sea_level_m ? surface.sea_level_m : terrain.world.sea_level_m;
    const auto [low, high] = std::minmax_element(layers.ground.texels.begin(), layers.ground.texels.end());
    layers.has_sea = sea && *sea > static_cast<double>(*low);
    layers.sea_level = static_cast<float>(sea.value_or(0.0));
    layers.lowest = *low;
    layers.base = layers.has_sea ? layers.sea_level : *low;
    float highest = *high;
    for (std::size_t i = 0; i < layers.ground.texels.size(); ++i) highest = std::max(highest, layers.surface(i));
    // A map without land above the sea, or without any relief, is level; a metre of relief is the least that shows.
    layers.range = std::max(highest - layers.base, 1.0F);
    return layers;
}

/// Height above the base in radii; only the sea's own surface is exactly 0.
Map<float> heights_of(const Layers& layers, const PreviewSurface& surface, ThreadPool& pool) {
    const auto scale = static_cast<float>(surface.relief * surface.exaggeration) / layers.range;
    Map<float> heights{layers.ground.width, layers.ground.height, std::vector<float>(layers.ground.texels.size())};
    for (std::size_t i = 0; i < heights.texels.size(); ++i) {
        heights.texels[i] = (layers.surface(i) - layers.base) * scale;
    }
    round_poles(heights.texels, layers.shape(), 1, pool);
    return heights;
}

/// Mean of the heights 4 texels around, to tell hollows from ridges.
float surroundings(const Map<float>& map, std::int32_t x, std::int32_t y) {
    constexpr std::int32_t kReach = 4;
    float sum = 0.0F;
    for (const auto& [dx, dy] :
         {std::pair{-kReach, 0}, {kReach, 0}, {0, -kReach}, {0, kReach}, {-3, -3}, {3, -3}, {-3, 3}, {3, 3}}) {
        const std::int32_t i = ((x + dx) % map.width + map.width) % map.width;
        const std::int32_t j = std::clamp(y + dy, 0, map.height - 1);
        sum +=
            map.texels[static_cast<std::size_t>(j) * static_cast<std::size_t>(map.width) + static_cast<std::size_t>(i)];
    }
    return sum / 8.0F;
}

class Colourist {
  public:
    Colourist(const Layers& layers, const Scene& scene, const PreviewSurface& surface, std::uint64_t seed)
        : layers_(layers), scene_(scene), cover_(surface, seed) {
        relief_ = static_cast<float>(std::max(surface.relief * surface.exaggeration, 1e-6));
        deepest_ = std::max(layers.sea_level - layers.lowest, 1.0F);
        const auto width = static_cast<std::size_t>(layers.ground.width);
        for (std::size_t x = 0; x < width; ++x) {
            const double b = 2.0 * math::kPi * (static_cast<double>(x) + 0.5) / static_cast<double>(width);
            around_.emplace_back(math::cos(b), math::sin(b));
        }
    }

    void row(std::int32_t y, glm::vec4* out) const {
        const double a = math::kPi * (y + 0.5) / layers_.ground.height;
        const auto sine = static_cast<float>(math::sin(a));
        const auto cosine = static_cast<float>(math::cos(a));
        for (std::int32_t x = 0; x < layers_.ground.width; ++x) {
            const glm::dvec2& turn = around_[static_cast<std::size_t>(x)];
            const glm::vec3 d(sine * static_cast<float>(turn.x), cosine, sine * static_cast<float>(turn.y));
            out[x] = cover_.at(place(x, y, d));
        }
    }

  private:
    [[nodiscard]] Place place(std::int32_t x, std::int32_t y, const glm::vec3& direction) const {
        const std::size_t i =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(layers_.ground.width) + static_cast<std::size_t>(x);
        Place p;
        p.direction = direction;
        if (layers_.is_sea(i)) {
            p.sea = (layers_.sea_level - layers_.ground.texels[i]) / deepest_;
            return p;
        }
        const float height = scene_.heights.texels[i];
        p.share = height / relief_;
        p.hollow = (surroundings(scene_.heights, x, y) - height) / relief_;
        const glm::vec2 n = glm::vec2(scene_.normals.texels[i]) / 32767.0F;
        const float flat2 = n.x * n.x + n.y * n.y;
        p.slope = std::sqrt(flat2 / std::max(1e-3F, 1.0F - flat2));
        if (!layers_.trees.texels.empty()) p.trees = clamp01(layers_.trees.texels[i]);
        if (!layers_.stream.texels.empty()) p.river = clamp01(layers_.stream.texels[i]);
        const float depth = layers_.surface(i) - layers_.ground.texels[i];
        p.lake_m = depth > kShallowest ? depth : 0.0F;
        return p;
    }

    const Layers& layers_;
    const Scene& scene_;
    GroundCover cover_;
    float relief_ = 1, deepest_ = 1;
    std::vector<glm::dvec2> around_;
};

Map<Surface> surface_of(const Layers& layers, const Scene& scene, const PreviewSurface& surface, std::uint64_t seed,
                        ThreadPool& pool) {
    const Colourist colourist(layers, scene, surface, seed);
    const auto width = static_cast<std::size_t>(layers.ground.width);
    std::vector<glm::vec4> colours(layers.ground.texels.size());
    for_row_blocks(pool, static_cast<std::size_t>(layers.ground.height), kRows,
                   [&](std::size_t first, std::size_t last) {
                       for (std::size_t y = first; y < last; ++y) {
                           colourist.row(static_cast<std::int32_t>(y), colours.data() + y * width);
                       }
                   });
    std::vector<float> values(colours.size() * 4);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = colours[i / 4][static_cast<int>(i % 4)];
    colours.clear();
    round_poles(values, layers.shape(), 4, pool);
    Map<Surface> map{layers.ground.width, layers.ground.height, std::vector<Surface>(values.size() / 4)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        map.texels[i / 4][static_cast<int>(i % 4)] = static_cast<std::uint16_t>(clamp01(values[i]) * 65535.0F + 0.5F);
    }
    return map;
}

}  // namespace

Map<PackedNormal> sphere_normals(const Map<float>& heights, float shading, ThreadPool& pool) {
    const std::int32_t width = heights.width;
    const std::int32_t height = heights.height;
    Map<PackedNormal> normals{width, height, std::vector<PackedNormal>(heights.texels.size())};
    const auto at = [&](std::int32_t x, std::int32_t y) {
        if (y < 0 || y >= height) {
            y = y < 0 ? 0 : height - 1;
            x += width / 2;
        }
        x = (x % width + width) % width;
        return heights
            .texels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    };
    for_row_blocks(pool, static_cast<std::size_t>(height), kRows, [&](std::size_t first, std::size_t last) {
        for (auto y = static_cast<std::int32_t>(first); y < static_cast<std::int32_t>(last); ++y) {
            if (y == 0 || y == height - 1) continue;
            const auto sine = static_cast<float>(math::sin(math::kPi * (y + 0.5) / height));
            for (std::int32_t x = 0; x < width; ++x) {
                const float a = at(x - 1, y - 1), b = at(x, y - 1), c = at(x + 1, y - 1);
                const float d = at(x - 1, y), f = at(x + 1, y);
                const float g = at(x - 1, y + 1), h = at(x, y + 1), i = at(x + 1, y + 1);
                const float u = shading * (c + 2.0F * f + i - a - 2.0F * d - g) / 8.0F * static_cast<float>(width);
                const float v = shading * (g + 2.0F * h + i - a - 2.0F * b - c) / 8.0F * static_cast<float>(height);
                const float radius = 1.0F + at(x, y);
                const glm::vec3 n = unit({-u / (radius * 2.0F * kPi * sine), -v / (radius * kPi), 1.0F});
                normals.texels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(x)] =
                    PackedNormal(std::floor(n.x * 32767.0F + 0.5F), std::floor(n.y * 32767.0F + 0.5F));
            }
        }
    });
    return normals;
}

void bake_maps(const Terrain& terrain, bool is_planet, const PreviewSurface& surface, std::int32_t widest,
               std::uint64_t seed, ThreadPool& pool, Scene& scene) {
    const Layers layers = layers_of(terrain, is_planet, surface, widest);
    scene.heights = heights_of(layers, surface, pool);
    scene.normals = sphere_normals(scene.heights, static_cast<float>(surface.shading), pool);
    scene.surface = surface_of(layers, scene, surface, seed, pool);
    // The finest noise of the map is as wide as two texels; detail goes on from there.
    const float texel = kPi / static_cast<float>(scene.heights.height);
    scene.detail.frequency = std::clamp(0.5F / texel, 1.0F, 1e5F);
    const double relief = surface.relief * surface.exaggeration;
    scene.detail.amplitude = std::min(static_cast<float>(surface.detail) * texel, static_cast<float>(0.1 * relief));
    scene.detail.octaves = surface.detail > 0.0 ? 5 : 0;
    scene.detail.seed = static_cast<std::uint32_t>(RandomStream(seed, "preview detail")(0));
    const auto [low, high] = std::minmax_element(scene.heights.texels.begin(), scene.heights.texels.end());
    const float bound = detail_bound(scene.detail);
    scene.geometry.lowest = std::min(*low - bound, 0.0F);
    scene.geometry.highest = *high + bound;
}

}  // namespace terrain
