#include "maps/normals.h"

#include <cmath>

#include "maps/slope.h"

namespace terrain {

Grid<glm::vec3> surface_normals(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool) {
    Grid<glm::vec3> normals(height_m.shape());
    for_row_blocks(pool, static_cast<std::size_t>(height_m.height()), 32, [&](std::size_t first, std::size_t last) {
        for (auto y = static_cast<std::int32_t>(first); y < static_cast<std::int32_t>(last); ++y) {
            for (std::int32_t x = 0; x < height_m.width(); ++x) {
                const glm::dvec2 gradient = sobel_gradient(height_m, x, y, metric);
                const double length = std::sqrt(gradient.x * gradient.x + gradient.y * gradient.y + 1.0);
                // The gradient's y is southward, so north is -y and -(-y) stays positive.
                normals(x, y) = glm::vec3(static_cast<float>((0.0 - gradient.x) / length),
                                          static_cast<float>(gradient.y / length), static_cast<float>(1.0 / length));
            }
        }
    });
    return normals;
}

}  // namespace terrain
