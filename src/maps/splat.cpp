#include "maps/splat.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/errors.h"
#include "maps/rows.h"
#include "maps/slope.h"

namespace terrain {
namespace {

double ramp(double from, double full, double v) {
    const double t = v >= full ? 1.0 : v <= from ? 0.0 : (v - from) / (full - from);
    return t * t * (3.0 - 2.0 * t);
}

double share(const Grid<float>* layer, std::int32_t x, std::int32_t y) {
    return layer == nullptr ? 0.0 : std::clamp(static_cast<double>((*layer)(x, y)), 0.0, 1.0);
}

Rgba8 blend(const SplatInput& in, const SplatParameters& p, std::int32_t x, std::int32_t y) {
    const glm::dvec2 g = sobel_gradient(*in.height_m, x, y, in.metric);
    const double rock = ramp(p.rock_from, p.rock_full, std::sqrt(g.x * g.x + g.y * g.y));
    double rest = 1.0 - rock;
    const double wet = rest * share(in.water, x, y);
    rest -= wet;
    const double cover = p.alpha == SplatAlpha::forest ? share(in.trees, x, y)
                                                       : ramp(p.snow_from_m, p.snow_full_m, (*in.height_m)(x, y));
    const double alpha = rest * cover;
    rest -= alpha;
    // Without the layer there is no sediment, even if the ramp begins below 0.
    const double laid =
        in.deposition_m == nullptr ? 0.0 : ramp(p.sediment_from_m, p.sediment_full_m, (*in.deposition_m)(x, y));
    const double dry_sediment = rest * laid;
    rest -= dry_sediment;
    return splat_bytes({rock, std::max(rest, 0.0), wet + dry_sediment, alpha});
}

void check_range(const char* name, double from, double full) {
    if (std::isfinite(from) && std::isfinite(full) && from <= full) return;
    throw UserError(fmt::format("splat: {} runs from {} to {}; allowed are finite values, the first at most the second",
                                name, from, full));
}

void check(const SplatInput& in, const SplatParameters& p) {
    check_range("rock", p.rock_from, p.rock_full);
    check_range("sediment", p.sediment_from_m, p.sediment_full_m);
    check_range("snow", p.snow_from_m, p.snow_full_m);
    if (in.height_m == nullptr) throw std::invalid_argument("splat: no height");
    for (const Grid<float>* layer : {in.water, in.deposition_m, in.trees}) {
        if (layer != nullptr && layer->shape() != in.height_m->shape()) {
            throw std::invalid_argument("splat: the layers differ in shape");
        }
    }
}

}  // namespace

Rgba8 splat_bytes(const double (&weights)[4]) {
    const double sum = weights[0] + weights[1] + weights[2] + weights[3];
    int bytes[4];
    double remainder[4];
    int left = 255;
    for (int c = 0; c < 4; ++c) {
        const double exact = weights[c] / sum * 255.0;
        bytes[c] = std::min(static_cast<int>(exact), left);
        remainder[c] = exact - bytes[c];
        left -= bytes[c];
    }
    while (left > 0) {
        const auto c = std::max_element(remainder, remainder + 4) - remainder;
        ++bytes[c];
        remainder[c] -= 1.0;
        --left;
    }
    return {static_cast<std::uint8_t>(bytes[0]), static_cast<std::uint8_t>(bytes[1]),
            static_cast<std::uint8_t>(bytes[2]), static_cast<std::uint8_t>(bytes[3])};
}

Grid<Rgba8> splat_map(const SplatInput& input, const SplatParameters& parameters, ThreadPool& pool) {
    check(input, parameters);
    Grid<Rgba8> map(input.height_m->shape());
    each_cell(map.shape(), pool, [&](std::int32_t x, std::int32_t y) { map(x, y) = blend(input, parameters, x, y); });
    return map;
}

}  // namespace terrain
