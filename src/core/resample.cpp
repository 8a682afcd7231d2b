#include "core/resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace terrain {
namespace {

/// The source cells that one new cell is made of, and their shares, which add up to 1.
struct Span {
    std::int32_t first;
    std::vector<double> shares;
};

Span area_span(std::int32_t i, std::int32_t from, std::int32_t to) {
    // In units of 1 / to of a source cell, so that the borders of cells are whole numbers.
    const std::int64_t begin = std::int64_t{i} * from, end = begin + from;
    Span span{static_cast<std::int32_t>(begin / to), {}};
    for (std::int64_t k = span.first; k * to < end; ++k) {
        const std::int64_t covered = std::min(end, (k + 1) * to) - std::max(begin, k * to);
        span.shares.push_back(static_cast<double>(covered) / static_cast<double>(from));
    }
    return span;
}

Span linear_span(std::int32_t i, std::int32_t from, std::int32_t to, bool wraps) {
    const double centre = (static_cast<double>(i) + 0.5) * static_cast<double>(from) / static_cast<double>(to) - 0.5;
    const double inside = wraps ? centre : std::clamp(centre, 0.0, static_cast<double>(from - 1));
    const double first = std::floor(inside);
    const double share = inside - first;
    Span span{static_cast<std::int32_t>(first), {1.0 - share}};
    if (share > 0.0) span.shares.push_back(share);
    return span;
}

std::vector<Span> spans(std::int32_t from, std::int32_t to, bool wraps) {
    std::vector<Span> result;
    for (std::int32_t i = 0; i < to; ++i) {
        result.push_back(to < from ? area_span(i, from, to) : linear_span(i, from, to, wraps));
    }
    return result;
}

/// The k-th cell of a span that may reach over a joined edge.
std::int32_t around(std::int32_t first, std::size_t k, std::int32_t size) {
    const std::int32_t i = first + static_cast<std::int32_t>(k);
    return i < 0 ? i + size : i >= size ? i - size : i;
}

/// One source row at the new width.
void resample_row(const float* source, std::int32_t width, const std::vector<Span>& columns, std::vector<double>& out) {
    for (std::size_t x = 0; x < columns.size(); ++x) {
        double sum = 0.0;
        for (std::size_t k = 0; k < columns[x].shares.size(); ++k) {
            sum += columns[x].shares[k] * static_cast<double>(source[around(columns[x].first, k, width)]);
        }
        out[x] = sum;
    }
}

}  // namespace

Grid<float> resample_box(const Grid<float>& source, Shape shape, const Topology& topology) {
    if (shape == source.shape()) return source;
    const std::vector<Span> columns = spans(source.width(), shape.width, topology.wrap_x),
                            rows = spans(source.height(), shape.height, topology.wrap_y);
    Grid<float> result(shape);
    const auto width = static_cast<std::size_t>(shape.width);
    std::vector<double> sum(width);
    // Growing rows read the same source rows again and again: the last two are kept.
    std::array<std::pair<std::int32_t, std::vector<double>>, 2> kept{
        {{-1, std::vector<double>(width)}, {-1, std::vector<double>(width)}}};
    for (std::int32_t y = 0; y < shape.height; ++y) {
        const Span& span = rows[static_cast<std::size_t>(y)];
        std::fill(sum.begin(), sum.end(), 0.0);
        for (std::size_t k = 0; k < span.shares.size(); ++k) {
            const std::int32_t from = around(span.first, k, source.height());
            auto& [index, values] = kept[static_cast<std::size_t>(from) % 2];
            if (index != from) resample_row(source.row(from), source.width(), columns, values);
            index = from;
            for (std::size_t x = 0; x < width; ++x) sum[x] += span.shares[k] * values[x];
        }
        for (std::size_t x = 0; x < width; ++x) result(static_cast<std::int32_t>(x), y) = static_cast<float>(sum[x]);
    }
    return result;
}

}  // namespace terrain
