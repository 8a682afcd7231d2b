// The triangles of one drawn sector on the screen: what vertex, hull and domain shader do, for the rasteriser.
#pragma once

#include <cstdint>
#include <vector>

#include "planet/scene.h"
#include "planet/selection.h"
#include "planet/tessellation.h"
#include "planet/texture.h"

namespace terrain {

/// Front-facing, cut at the near plane; in the supersampled picture.
struct ScreenTriangle {
    std::int32_t x[3];  ///< 1/256 sample
    std::int32_t y[3];
    float inverse_depth[3];  ///< 1 / distance along the view's forward axis
};

struct SectorMesh {
    std::vector<ScreenTriangle> triangles;
    std::int32_t level = 0;
    std::int32_t first_row = 0;  ///< of samples; none of the triangles reaches beyond
    std::int32_t last_row = -1;
};

/// What the mesh of every sector of a view is made from.
struct MeshInput {
    const planet::Scene& scene;
    const planet::View& view;
    const std::vector<planet::Sector>& sectors;
};

/// A point of the surface: cube point (any length) to its direction, raised by the height map and the detail.
glm::vec3 surface_point(const planet::Scene& scene, const planet::View& view, const glm::vec3& on_cube);

/// The patches of an instance in order of cell rows: for each cell the control points (00, 01, 10) and (01, 11, 10).
/// calls take(corner cube points a, b, c; pattern) for each.
template <class Take>
void for_patches(const planet::Sector& sector, const planet::Instance& instance, std::int32_t grid,
                 planet::PatternCache& patterns, const Take& take) {
    struct Corner {
        std::int32_t x, y;
    };
    const auto edge_factor = [&](Corner a, Corner b) {
        if (a.y == 0 && b.y == 0) return instance.border[planet::kBottom];
        if (a.x == 0 && b.x == 0) return instance.border[planet::kLeft];
        if (a.y == grid && b.y == grid) return instance.border[planet::kTop];
        if (a.x == grid && b.x == grid) return instance.border[planet::kRight];
        return instance.factor;
    };
    const auto point = [&](Corner c) {
        const float scale = 1.0F / static_cast<float>(grid);
        return sector.start + sector.right * (static_cast<float>(c.x) * scale) +
               sector.up * (static_cast<float>(c.y) * scale);
    };
    const auto patch = [&](Corner a, Corner b, Corner c) {
        take(point(a), point(b), point(c),
             patterns.get({edge_factor(b, c), edge_factor(c, a), edge_factor(a, b)}, instance.factor));
    };
    for (std::int32_t y = 0; y < grid; ++y) {
        for (std::int32_t x = 0; x < grid; ++x) {
            patch({x, y}, {x, y + 1}, {x + 1, y});
            patch({x, y + 1}, {x + 1, y + 1}, {x + 1, y});
        }
    }
}

SectorMesh make_mesh(const MeshInput& input, const planet::Instance& instance, planet::PatternCache& patterns);

}  // namespace terrain
