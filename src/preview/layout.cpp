#include "preview/layout.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "core/resample.h"

namespace terrain {
namespace {

/// Cell of the layer for a cell of a row of copies.
std::int32_t copied(std::int32_t i, std::int32_t size, bool mirrors) {
    const std::int32_t at = i % size;
    return mirrors && (i / size) % 2 == 1 ? size - 1 - at : at;
}

/// Mean of each texel's neighbourhood of 2 * reach + 1 texels along a row that closes on itself.
void average_row(float* row, std::int32_t width, std::size_t stride, std::int32_t reach, std::vector<double>& sums) {
    const auto n = static_cast<std::size_t>(width);
    for (std::size_t c = 0; c < stride; ++c) {
        // Sums from the row's begin, so that no window's sum depends on the one before.
        sums.assign(n + 1, 0.0);
        for (std::size_t x = 0; x < n; ++x) sums[x + 1] = sums[x] + static_cast<double>(row[x * stride + c]);
        const double whole = sums[n];
        for (std::int32_t x = 0; x < width; ++x) {
            double sum = whole;
            double count = width;
            if (2 * reach + 1 < width) {
                const std::int32_t first = x - reach;
                const std::int32_t last = x + reach + 1;
                sum = sums[static_cast<std::size_t>(std::min(last, width))] -
                      sums[static_cast<std::size_t>(std::max(first, 0))];
                if (first < 0) sum += whole - sums[static_cast<std::size_t>(width + first)];
                if (last > width) sum += sums[static_cast<std::size_t>(last - width)];
                count = 2 * reach + 1;
            }
            row[static_cast<std::size_t>(x) * stride + c] = static_cast<float>(sum / count);
        }
    }
}

}  // namespace

Layout layout_of(Shape terrain, bool is_planet, Tiling tiling, std::int32_t widest) {
    Layout layout;

    if (!is_planet) {
        layout.mirrors = tiling == Tiling::mirror;
        // Copies so that the whole is as near to 2 : 1 as whole numbers make it.
        const double aspect = static_cast<double>(terrain.width) / terrain.height;
        const double wanted = std::clamp(2.0 / aspect, 1.0, 64.0);
        layout.across = layout.mirrors ? 2 * std::max(1, static_cast<std::int32_t>(std::lround(0.5 * wanted)))
                                       : static_cast<std::int32_t>(std::lround(wanted));
        layout.down = std::clamp(static_cast<std::int32_t>(std::lround(layout.across * aspect * 0.5)), 1, 64);
    }
    const auto cells = [](std::int32_t side, std::int32_t copies, std::int32_t most) {
        return static_cast<std::int32_t>(std::min<std::int64_t>(static_cast<std::int64_t>(side) * copies, most));
    };
    layout.shape = {cells(terrain.width, layout.across, widest), cells(terrain.height, layout.down, widest / 2)};
    return layout;
}

planet::Map<float> lay_out(const Grid<float>& layer, const Layout& layout) {
    planet::Map<float> map;
    if (layer.empty()) return map;
    // First smaller, then copied: no more than the result is held.
    const Shape part{std::max(1, layout.shape.width / layout.across), std::max(1, layout.shape.height / layout.down)};
    const Grid<float> small = resample_box(layer, part, layout.topology);
    map.width = part.width * layout.across;
    map.height = part.height * layout.down;
    map.texels.reserve(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
    for (std::int32_t y = 0; y < map.height; ++y) {
        const float* row = small.row(copied(y, part.height, layout.mirrors));
        for (std::int32_t x = 0; x < map.width; ++x) map.texels.push_back(row[copied(x, part.width, layout.mirrors)]);
    }
    return map;
}

void round_poles(std::vector<float>& values, Shape shape, std::size_t stride, ThreadPool& pool) {
    for_row_blocks(pool, static_cast<std::size_t>(shape.height), 16, [&](std::size_t first, std::size_t last) {
        std::vector<double> sums;
        for (std::size_t y = first; y < last; ++y) {
            const double polar = (static_cast<double>(y) + 0.5) * math::kPi / shape.height;
            const double texels = 0.5 * shape.width / shape.height / math::sin(polar);  // that make a texel's height
            const bool is_end = y == 0 || y + 1 == static_cast<std::size_t>(shape.height);
            const auto reach = is_end ? shape.width : static_cast<std::int32_t>(std::min(0.5 * texels, 1e6));
            if (reach < 1) continue;
            float* row = values.data() + y * static_cast<std::size_t>(shape.width) * stride;
            average_row(row, shape.width, stride, reach, sums);
        }
    });
}

}  // namespace terrain
