#include "noise/octave.h"

#include <cmath>
#include <utility>

#include "core/math.h"

namespace terrain {
namespace {

/// In [0.2, 0.3] or [0.7, 0.8], a multiple of 2^-20.
double shift_from(std::uint64_t random) {
    const double quarter = 0.2 + 0.1 * unit_double(random << 1);
    const double shift = quarter + ((random >> 63) != 0 ? 0.5 : 0.0);
    return std::floor(shift * 0x1p20) * 0x1p-20;
}

/// Above this many cells a sample, eight samples may span more lattice columns than noise_row can take.
constexpr double kMostCellsPerSample = 0.9;

}  // namespace

Octave make_octave(const RandomStream& stream, std::uint64_t index, double scale) {
    const double shift_x = shift_from(stream(index, 2));
    const double shift_y = shift_from(stream(index, 3));
    return {Lattice(stream, index), scale, shift_x, shift_y};
}

double NoiseWindow::local(int axis, std::int32_t i) const {
    const auto k = static_cast<std::size_t>(axis);
    return (offset[k] - std::floor(offset[k])) + (static_cast<double>(i) + 0.5) * step[k];
}

AxisMap::AxisMap(double scale, double shift, double offset) : scale_(scale) {
    const math::ExactProduct far = math::exact_product(scale, std::floor(offset));
    const double whole = std::floor(far.value);
    base_ = static_cast<std::int64_t>(whole);
    start_ = (far.value - whole) + far.error + shift;
}

OctaveWindow::OctaveWindow(const Octave& octave, const NoiseWindow& window)
    : lattice_(octave.lattice),
      window_(window),
      map_x_(octave.scale, octave.shift_x, window.offset[0]),
      map_y_(octave.scale, octave.shift_y, window.offset[1]),
      in_rows_(octave.scale * window.step[0] <= kMostCellsPerSample && window.shape.width > 0) {
    if (!in_rows_) return;
    const auto width = static_cast<std::size_t>(window.shape.width);
    cell_.resize(width);
    fraction_.resize(width);
    fade_.resize(width);
    const std::int64_t first = map_x_(window.local(0, 0)).cell;
    for (std::size_t x = 0; x < width; ++x) {
        const AxisMap::Place place = map_x_(window.local(0, static_cast<std::int32_t>(x)));
        cell_[x] = static_cast<std::int32_t>(place.cell - first);
        fraction_[x] = place.fraction;
        fade_[x] = quintic_fade(place.fraction);
    }
    column_keys_.resize(static_cast<std::size_t>(cell_.back()) + 2);
    for (std::size_t i = 0; i < column_keys_.size(); ++i) {
        column_keys_[i] = lattice_.column_key(first + static_cast<std::int64_t>(i));
    }
}

OctaveRows::OctaveRows(const OctaveWindow& window) : window_(&window), points_(window.lattice_) {
    const std::size_t columns = window.column_keys_.size();
    for (std::vector<float>* v : {&top_.x, &top_.y, &bottom_.x, &bottom_.y}) v->resize(columns);
    slope_.resize(columns + kRowPadding);
    level_.resize(columns + kRowPadding);
}

void OctaveRows::fill(GradientRow& row, std::int64_t lattice_y) const {
    const std::uint32_t row_key = window_->lattice_.row_key(lattice_y);
    for (std::size_t i = 0; i < row.x.size(); ++i) {
        const Gradient g = window_->lattice_.gradient(window_->column_keys_[i], row_key);
        row.x[i] = g.x;
        row.y[i] = g.y;
    }
}

void OctaveRows::enter(std::int64_t lattice_y) {
    if (entered_ && lattice_y == lattice_y_) return;
    if (entered_ && lattice_y == lattice_y_ + 1) {
        std::swap(top_, bottom_);
    } else {
        fill(top_, lattice_y);
    }
    fill(bottom_, lattice_y + 1);
    lattice_y_ = lattice_y;
    entered_ = true;
}

void OctaveRows::straight(std::int32_t y, float* out, Simd simd) {
    const OctaveWindow& w = *window_;
    const AxisMap::Place place = w.map_y_(w.window_.local(1, y));
    if (!w.in_rows_) {
        for (std::int32_t x = 0; x < w.window_.shape.width; ++x) {
            const AxisMap::Place column = w.map_x_(w.window_.local(0, x));
            out[x] = points_(column.cell, place.cell, column.fraction, place.fraction);
        }
        return;
    }
    enter(place.cell);
    const float fade = quintic_fade(place.fraction);
    for (std::size_t i = 0; i < top_.x.size(); ++i) {
        slope_[i] = blend_slope(top_.x[i], bottom_.x[i], fade);
        level_[i] = blend_level(top_.y[i], bottom_.y[i], place.fraction, fade);
    }
    noise_row({w.cell_.data(), w.fraction_.data(), w.fade_.data(), w.window_.shape.width},
              {slope_.data(), level_.data()}, out, simd);
}

void OctaveRows::at(const double* local_x, const double* local_y, float* out) {
    const OctaveWindow& w = *window_;
    for (std::int32_t x = 0; x < w.window_.shape.width; ++x) {
        const AxisMap::Place column = w.map_x_(local_x[x]);
        const AxisMap::Place row = w.map_y_(local_y[x]);
        out[x] = points_(column.cell, row.cell, column.fraction, row.fraction);
    }
}

}  // namespace terrain
