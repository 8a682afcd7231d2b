#include <algorithm>
#include <cstring>
#include <limits>

#include "routing/work.h"

namespace terrain::routing_detail {
namespace {

constexpr int kChunk = 64;
constexpr float kSqrt2 = 1.41421356F;

/// Buffers of a row; `need` has room for whole chunks.
struct RowBuffers {
    explicit RowBuffers(std::size_t width)
        : need(width + kChunk, 0), state(width), tie(width), straight(width, kSqrt2) {}
    std::vector<std::uint8_t> need;
    std::vector<std::uint8_t> state;
    std::vector<std::uint8_t> tie;
    std::vector<float> straight;
};

bool any_set(const std::uint8_t* need) {
    std::uint64_t words[kChunk / 8];
    std::memcpy(words, need, kChunk);
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any != 0;
}

/// The cell's direction on the filled surface, or kFlat; the buffers hold the row kernel's answer.
int filled_direction(const Work& work, std::size_t i, int x, const RowBuffers& buffers) {
    int k = buffers.state[static_cast<std::size_t>(x)];
    if (x == 0 || x == work.shape.width - 1) {
        k = steepest_direction(work, work.filled, i);
    } else if (k < rows::kOutlet && work.jitter && buffers.tie[static_cast<std::size_t>(x)] != 0) {
        k = steepest_direction(work, work.filled, i);
    }
    return k < rows::kOutlet ? k : rows::kFlat;
}

/// Directions of row y anew where the cell, or its neighbour downstream, was filled.
void redirect_row(const Work& work, int y, RowBuffers& buffers, std::vector<std::uint32_t>& flats) {
    const int width = work.shape.width;
    const std::size_t start = work.row_start(y);
    const std::uint8_t* mask = work.scratch + start;
    std::uint8_t* state = work.state + start;
    const float* f = work.filled + start;
    rows::affected(mask - width, mask, mask + width, state, 1, width - 1, buffers.need.data());
    buffers.need[0] = buffers.need[static_cast<std::size_t>(width) - 1] = work.step.periodic() ? 1 : 0;
    for (int from = 0; from < width; from += kChunk) {
        if (!any_set(buffers.need.data() + from)) continue;
        const int to = std::min(from + kChunk, width);
        const int first = std::max(from, 1);
        const int last = std::min(to, width - 1);
        if (work.jitter) {
            rows::scatter(work.key, static_cast<std::uint32_t>(start), first, last, buffers.straight.data());
        }
        rows::steepest({f - width, f, f + width}, buffers.straight.data(), first, last,
                       -std::numeric_limits<float>::infinity(), buffers.state.data(), buffers.tie.data());
        for (int x = from; x < to; ++x) {
            if (buffers.need[static_cast<std::size_t>(x)] == 0 || state[x] == rows::kOutlet) continue;
            const std::size_t i = start + static_cast<std::size_t>(x);
            if (state[x] < rows::kOutlet && mask[x] == 0 && work.scratch[work.step.to(i, state[x])] == 0) continue;
            state[x] = static_cast<std::uint8_t>(filled_direction(work, i, x, buffers));
            if (state[x] != rows::kFlat) continue;
            work.number[i] = 0xffffffffU;
            flats.push_back(static_cast<std::uint32_t>(i));
        }
    }
}

}  // namespace

void fill_basins(Work& work, const std::vector<float>& level) {
    work.each_strip([&](Strip& strip) {
        for (int y = strip.first_row; y < strip.last_row; ++y) {
            const std::size_t start = work.row_start(y);
            rows::fill(work.height + start, work.number + start, strip.base, level.data(), work.shape.width,
                       work.filled + start, work.scratch + start);
        }
    });
    work.each_strip([&](Strip& strip) {
        strip.flats.clear();
        RowBuffers buffers(static_cast<std::size_t>(work.shape.width));
        for (int y = strip.first_row; y < strip.last_row; ++y) {
            std::fill_n(work.number + work.row_start(y), work.shape.width, 0U);
            if (y > 0 && y + 1 < work.shape.height) redirect_row(work, y, buffers, strip.flats);
        }
    });
}

}  // namespace terrain::routing_detail
