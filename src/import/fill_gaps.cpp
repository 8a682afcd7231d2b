#include "import/fill_gaps.h"

#include <algorithm>
#include <vector>

namespace terrain {
namespace {

constexpr int kAround[8][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

}  // namespace

void fill_gaps(Grid<float>& height, const Grid<std::uint8_t>& no_data) {
    const Shape shape = height.shape();
    Grid<std::uint8_t> open = no_data;  // cells that have no height yet
    std::vector<std::uint32_t> front, next;
    const auto spread = [&](std::int32_t x, std::int32_t y, float value) {
        for (const auto& [dx, dy] : kAround) {
            if (!shape.contains(x + dx, y + dy) || open(x + dx, y + dy) == 0) continue;
            open(x + dx, y + dy) = 0;
            height(x + dx, y + dy) = value;
            next.push_back(static_cast<std::uint32_t>(y + dy) * static_cast<std::uint32_t>(shape.width) +
                           static_cast<std::uint32_t>(x + dx));
        }
    };
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            if (no_data(x, y) == 0) spread(x, y, height(x, y));
        }
    }
    while (!next.empty()) {
        std::swap(front, next);
        next.clear();
        for (const std::uint32_t cell : front) {
            const auto width = static_cast<std::uint32_t>(shape.width);
            spread(static_cast<std::int32_t>(cell % width), static_cast<std::int32_t>(cell / width), height[cell]);
        }
    }
}

}  // namespace terrain
