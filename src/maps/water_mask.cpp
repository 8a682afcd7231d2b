#include "maps/water_mask.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/errors.h"
#include "maps/rows.h"
#include "maps/slope.h"

namespace terrain {
namespace {

constexpr double kShallowest = 0.01;  // metres: less is a wet spot, not a water surface
constexpr double kDry = -std::numeric_limits<double>::infinity();

void check(const WaterMaskInput& input) {
    if (input.height_m == nullptr) throw std::invalid_argument("water mask: no height");
    const Shape shape = input.height_m->shape();
    for (const Grid<float>* layer : {input.surface_m, input.river}) {
        if (layer != nullptr && layer->shape() != shape) {
            throw std::invalid_argument("water mask: the layers differ in shape");
        }
    }
    if (!(input.river_from > 0)) {
        throw UserError(fmt::format("water: river_from is {}; allowed are values above 0", input.river_from));
    }
}

bool standing(WaterCode code) { return code == WaterCode::sea || code == WaterCode::lake; }

/// The level of the water at a cell; the ground where there is none.
double level_at(const WaterMaskInput& input, std::int32_t x, std::int32_t y) {
    const double ground = (*input.height_m)(x, y);
    const double surface = input.surface_m != nullptr ? static_cast<double>((*input.surface_m)(x, y)) : ground;
    return std::max(surface, ground < input.sea_level_m.value_or(kDry) ? *input.sea_level_m : ground);
}

WaterCode code_at(const WaterMaskInput& input, std::int32_t x, std::int32_t y) {
    const double ground = (*input.height_m)(x, y);
    const double level = level_at(input, x, y);
    const double sea = input.sea_level_m.value_or(kDry);
    if (ground < sea && level <= sea) return WaterCode::sea;
    if (level - ground > kShallowest) return WaterCode::lake;
    if (input.river != nullptr && (*input.river)(x, y) >= input.river_from) return WaterCode::river;
    return WaterCode::land;
}

/// The highest level of standing water at the cell or else next to it; kDry without.
double level_around(const WaterMaskInput& input, const Grid<WaterCode>& mask, std::int32_t x, std::int32_t y) {
    if (standing(mask(x, y))) return level_at(input, x, y);
    double level = kDry;
    for (std::int32_t v = y - 1; v <= y + 1; ++v) {
        for (std::int32_t u = x - 1; u <= x + 1; ++u) {
            std::int64_t cu = u, cv = v;
            if (!input.metric.topology().resolve(mask.shape(), cu, cv)) continue;
            const auto nx = static_cast<std::int32_t>(cu), ny = static_cast<std::int32_t>(cv);
            if (standing(mask(nx, ny))) level = std::max(level, level_at(input, nx, ny));
        }
    }
    return level;
}

double share_under_level(const WaterMaskInput& input, double level, std::int32_t x, std::int32_t y) {
    const glm::dvec2 g = sobel_gradient(*input.height_m, x, y, input.metric);
    const double rise = std::max(std::sqrt(g.x * g.x + g.y * g.y) * input.metric.cell_m(), 1e-3);
    return std::clamp(0.5 + (level - (*input.height_m)(x, y)) / rise, 0.0, 1.0);
}

}  // namespace

Grid<WaterCode> water_mask(const WaterMaskInput& input, ThreadPool& pool) {
    check(input);
    Grid<WaterCode> mask(input.height_m->shape());
    each_cell(mask.shape(), pool, [&](std::int32_t x, std::int32_t y) { mask(x, y) = code_at(input, x, y); });
    return mask;
}

Grid<float> water_coverage(const WaterMaskInput& input, const Grid<WaterCode>& mask, ThreadPool& pool) {
    check(input);
    if (mask.shape() != input.height_m->shape())
        throw std::invalid_argument("water coverage: the mask's shape differs");
    Grid<float> coverage(mask.shape());
    each_cell(mask.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        const double level = level_around(input, mask, x, y);
        const double still = level == kDry ? 0.0 : share_under_level(input, level, x, y);
        const double river =
            input.river == nullptr ? 0.0 : std::clamp(static_cast<double>((*input.river)(x, y)), 0.0, 1.0);
        coverage(x, y) = static_cast<float>(std::max(still, river));
    });
    return coverage;
}

}  // namespace terrain
