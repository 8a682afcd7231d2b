#include "noise/height_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"

namespace terrain {
namespace {

void check(const std::vector<glm::dvec2>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::dvec2 p = points[i];
        if (!(p.x >= 0.0 && p.x <= 1.0 && p.y >= 0.0 && p.y <= 1.0)) {
            throw UserError(
                fmt::format("source.perlin.curve[{}] is ({}, {}); both numbers must lie in [0, 1]", i, p.x, p.y));
        }
        if (i > 0 && !(p.x > points[i - 1].x)) {
            throw UserError(fmt::format("source.perlin.curve[{}] is at {}; it must be above the {} of the point before",
                                        i, p.x, points[i - 1].x));
        }
    }
}

/// Slope at a point between two secants: 0 at a turn, else their weighted harmonic mean.
double inner_slope(double before, double after, double secant_before, double secant_after) {
    if (secant_before * secant_after <= 0.0) return 0.0;
    const double a = 2.0 * after + before, b = after + 2.0 * before;
    return (a + b) / (a / secant_before + b / secant_after);
}

}  // namespace

HeightCurve::HeightCurve(const std::vector<glm::dvec2>& points) {
    check(points);
    if (points.empty()) return;
    std::vector<glm::dvec2> p;
    if (points.front().x > 0.0) p.emplace_back(0.0, points.front().y);
    p.insert(p.end(), points.begin(), points.end());
    if (points.back().x < 1.0) p.emplace_back(1.0, points.back().y);

    const std::size_t n = p.size();
    std::vector<double> length(n - 1), secant(n - 1), slope(n);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        length[i] = p[i + 1].x - p[i].x;
        secant[i] = (p[i + 1].y - p[i].y) / length[i];
    }
    slope.front() = secant.front();
    slope.back() = secant.back();
    for (std::size_t i = 1; i + 1 < n; ++i) slope[i] = inner_slope(length[i - 1], length[i], secant[i - 1], secant[i]);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const double h = length[i];
        pieces_.push_back({p[i].x, p[i].y, slope[i], (3.0 * secant[i] - 2.0 * slope[i] - slope[i + 1]) / h,
                           (slope[i] + slope[i + 1] - 2.0 * secant[i]) / (h * h)});
    }
    pieces_.push_back({p.back().x, p.back().y, slope.back(), 0.0, 0.0});
}

double HeightCurve::operator()(double in) const {
    if (pieces_.empty()) return in;
    const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), in,
                                        [](double value, const Piece& piece) { return value < piece.start; });
    const Piece& piece = after == pieces_.begin() ? *after : *(after - 1);
    const double t = in - piece.start;
    if (t < 0.0) return piece.c0 + t * piece.c1;
    return piece.c0 + t * (piece.c1 + t * (piece.c2 + t * piece.c3));
}

void HeightCurve::apply(std::span<float> values) const {
    if (is_identity()) return;
    for (float& value : values) value = static_cast<float>((*this)(static_cast<double>(value)));
}

}  // namespace terrain
