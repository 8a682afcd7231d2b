#include "maps/geomorphons.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/math.h"
#include "maps/rows.h"

namespace terrain {
namespace {

constexpr double kSqrtHalf = 0.7071067811865476;
// Clockwise from east; direction k is opposite to k ^ 4.
constexpr std::array<std::int32_t, 8> kStepX{1, 1, 0, -1, -1, -1, 0, 1};
constexpr std::array<std::int32_t, 8> kStepY{0, 1, 1, 1, 0, -1, -1, -1};

// A row for each number of lower directions, a letter for each number of higher ones: Flat, sUmmit, Ridge, sHoulder,
// sPur, Slope, hOllow, fooTslope, Valley, pIt.
constexpr std::array<std::string_view, 9> kForms{"FFFTTVVVI", "FFTTTVVV", "FHSSOOV", "HHSSSO", "HHPSS",
                                                 "RRPP",      "RRR",      "RR",      "U"};

struct View {
    std::vector<double> inverse_run;  ///< 1 / metres of n straight steps, by n
    double cos_flat, sin_flat;
    std::int32_t radius;
};

/// Cells from (x, y) to the edge of the map in direction k.
std::int32_t room(Shape shape, std::int32_t x, std::int32_t y, std::size_t k) {
    const std::int32_t along_x = kStepX[k] > 0 ? shape.width - 1 - x : kStepX[k] < 0 ? x : shape.width + shape.height;
    const std::int32_t along_y = kStepY[k] > 0 ? shape.height - 1 - y : kStepY[k] < 0 ? y : shape.width + shape.height;
    return std::min(along_x, along_y);
}

/// Of a step in direction k, in the edges of a cell that is `width` of those wide.
double inverse_length(std::size_t k, double width) {
    if (width == 1.0) return k % 2 == 1 ? kSqrtHalf : 1.0;
    return k % 4 == 2 ? 1.0 : 1.0 / (k % 2 == 1 ? std::sqrt(width * width + 1.0) : width);
}

/// 1, -1 or 0: the direction is higher, lower or level.
int look(const Grid<float>& height, std::int32_t x, std::int32_t y, std::size_t k, std::int32_t steps, const View& view,
         double width) {
    const float* const own = height.row(y) + x;
    const auto stride = static_cast<std::ptrdiff_t>(height.width()) * kStepY[k] + kStepX[k];
    const double base = *own;
    double high = (static_cast<double>(own[stride]) - base) * view.inverse_run[1];
    double low = high;
    for (std::int32_t n = 2; n <= steps; ++n) {
        const double rise =
            (static_cast<double>(own[stride * n]) - base) * view.inverse_run[static_cast<std::size_t>(n)];
        high = std::max(high, rise);
        low = std::min(low, rise);
    }
    const double shorter = inverse_length(k, width);
    high *= shorter, low *= shorter;
    // (1, high) * (1, low) as complex numbers has the sum of both angles; it is compared with the threshold's by the
    // sign of a cross product. |sum| < 180 degrees, and the sign of high + low is the sign of the sum.
    const double rise = high + low;
    const double run = 1.0 - high * low;
    if (rise > 0) return rise * view.cos_flat - run * view.sin_flat > 0 ? 1 : 0;
    return rise < 0 && -rise * view.cos_flat - run * view.sin_flat > 0 ? -1 : 0;
}

Landform classify(const Grid<float>& height, std::int32_t x, std::int32_t y, const View& view, double width) {
    std::array<int, 8> sign{};
    std::array<bool, 8> seen{};
    for (std::size_t k = 0; k < 8; ++k) {
        const std::int32_t steps = std::min(view.radius, room(height.shape(), x, y, k));
        seen[k] = steps > 0;
        if (seen[k]) sign[k] = look(height, x, y, k, steps, view, width);
    }
    int lower = 0;
    int higher = 0;
    for (std::size_t k = 0; k < 8; ++k) {
        const int s = seen[k] ? sign[k] : -sign[k ^ 4];
        lower += s < 0 ? 1 : 0;
        higher += s > 0 ? 1 : 0;
    }
    return landform_of(lower, higher);
}

void check(const GeomorphonParameters& p) {
    if (p.search_radius < 1) {
        throw UserError(
            fmt::format("landforms: search_radius is {}; allowed are whole numbers from 1", p.search_radius));
    }
    if (!(p.flatness_degrees >= 0 && p.flatness_degrees <= 45)) {
        throw UserError(fmt::format("landforms: flatness_degrees is {}; allowed are 0 to 45", p.flatness_degrees));
    }
}

}  // namespace

Landform landform_of(int lower, int higher) {
    switch (kForms[static_cast<std::size_t>(lower)][static_cast<std::size_t>(higher)]) {
        case 'U':
            return Landform::summit;
        case 'R':
            return Landform::ridge;
        case 'H':
            return Landform::shoulder;
        case 'P':
            return Landform::spur;
        case 'S':
            return Landform::slope;
        case 'O':
            return Landform::hollow;
        case 'T':
            return Landform::footslope;
        case 'V':
            return Landform::valley;
        case 'I':
            return Landform::pit;
        default:
            return Landform::flat;
    }
}

Grid<Landform> geomorphons(const Grid<float>& height_m, const Metric& metric, const GeomorphonParameters& parameters,
                           ThreadPool& pool) {
    check(parameters);
    if (metric.topology().joined()) {
        const Shape shape = height_m.shape();
        const Margin margin(metric.topology(), std::min(parameters.search_radius, std::max(shape.width, shape.height)));
        return without_margin(
            geomorphons(with_margin(height_m, margin), metric.around(margin, shape), parameters, pool), margin);
    }
    const double flat = parameters.flatness_degrees * (math::kPi / 180.0);
    const std::int32_t longest = std::max(height_m.width(), height_m.height());
    View view{{}, math::cos(flat), math::sin(flat), std::min(parameters.search_radius, longest)};
    view.inverse_run.assign(static_cast<std::size_t>(view.radius) + 2, 0.0);
    for (std::size_t n = 1; n < view.inverse_run.size(); ++n) {
        view.inverse_run[n] = 1.0 / (metric.cell_m() * static_cast<double>(n));
    }
    Grid<Landform> forms(height_m.shape(), Landform::flat);
    each_cell(forms.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        forms(x, y) = classify(height_m, x, y, view, metric.relative_width(y));
    });
    return forms;
}

}  // namespace terrain
