#include "maps/flow_map.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace terrain {

namespace {

glm::vec3 encode(glm::vec2 direction, float strength) {
    const float length_squared = direction.x * direction.x + direction.y * direction.y;
    if (!(length_squared > 0.0F) || !(strength > 0.0F)) {
        return {0.5F, 0.5F, 0.0F};
    }
    if (length_squared > 1.0F) {
        const float length = std::sqrt(length_squared);
        direction.x /= length;
        direction.y /= length;
    }
    const auto channel = [](float component) { return std::clamp(component * 0.5F + 0.5F, 0.0F, 1.0F); };
    return {channel(direction.x), channel(direction.y), std::min(strength, 1.0F)};
}

}  // namespace

Grid<glm::vec3> flow_map(const Grid<glm::vec2>& direction, const Grid<float>& strength, ThreadPool& pool) {
    if (direction.shape() != strength.shape()) {
        throw std::invalid_argument("flow_map: direction and strength differ in shape");
    }
    Grid<glm::vec3> map(direction.shape());
    const auto width = static_cast<std::size_t>(direction.width());
    for_row_blocks(pool, static_cast<std::size_t>(direction.height()), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first * width; i < last * width; ++i) {
            map[i] = encode(direction[i], strength[i]);
        }
    });
    return map;
}

}  // namespace terrain
