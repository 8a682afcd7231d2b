#include "maps/steady_direction.h"

#include <algorithm>
#include <cmath>

#include "core/margin.h"

namespace terrain {
namespace {

constexpr std::int32_t kRadius = 3;
constexpr float kVisible = 0.5F / 255.0F;

}  // namespace

Grid<glm::vec2> steady_direction(const Grid<glm::vec2>& direction, const Grid<float>& strength, ThreadPool& pool,
                                 const Topology& topology) {
    if (topology.wrap_x || topology.wrap_y) {
        // Directions turn round on the way over a pole: there the mean ends as at a border.
        const Margin margin({topology.wrap_x, topology.wrap_y, false}, kRadius);
        return without_margin(steady_direction(with_margin(direction, margin), with_margin(strength, margin), pool),
                              margin);
    }
    Grid<glm::vec2> out(direction.shape());
    const std::int32_t width = direction.width(), height = direction.height();
    for_row_blocks(pool, static_cast<std::size_t>(height), 32, [&](std::size_t first, std::size_t last) {
        for (auto y = static_cast<std::int32_t>(first); y < static_cast<std::int32_t>(last); ++y) {
            for (std::int32_t x = 0; x < width; ++x) {
                if (strength(x, y) < kVisible) continue;
                glm::vec2 sum(0.0F, 0.0F);
                for (std::int32_t v = std::max(0, y - kRadius); v <= std::min(height - 1, y + kRadius); ++v) {
                    for (std::int32_t u = std::max(0, x - kRadius); u <= std::min(width - 1, x + kRadius); ++u) {
                        sum.x += direction(u, v).x * strength(u, v);
                        sum.y += direction(u, v).y * strength(u, v);
                    }
                }
                const float length = std::sqrt(sum.x * sum.x + sum.y * sum.y);
                if (length > 1e-6F) out(x, y) = glm::vec2(sum.x / length, sum.y / length);
            }
        }
    });
    return out;
}

}  // namespace terrain
