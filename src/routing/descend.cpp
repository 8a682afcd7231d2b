#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/errors.h"
#include "routing/work.h"

namespace terrain::routing_detail {
namespace {

constexpr float kSqrt2 = 1.41421356F;

float straight_weight(const Work& work, std::size_t i) {
    return work.jitter ? 2.0F - unit_float(cell_hash(work.key, static_cast<std::uint32_t>(i))) : kSqrt2;
}

/// Cells without data and their neighbours are outlets.
void mask_no_data(const Work& work, int y) {
    const int width = work.shape.width;
    std::uint8_t* state = work.state + work.row_start(y);
    for (int v = std::max(0, y - 1); v <= std::min(work.shape.height - 1, y + 1); ++v) {
        const std::uint8_t* mask = work.no_data + work.row_start(v);
        for (int x = 0; x < width; ++x) {
            if (mask[x] == 0) continue;
            state[x] = rows::kOutlet;
            if (x > 0 || work.step.periodic()) state[x > 0 ? x - 1 : width - 1] = rows::kOutlet;
            if (x + 1 < width || work.step.periodic()) state[x + 1 < width ? x + 1 : 0] = rows::kOutlet;
        }
    }
}

int plateau_or_pit(const Work& work, std::size_t i) {
    for (int k = 0; k < 8; ++k) {
        const std::size_t j = work.step.to(i, k);
        if (work.height[j] == work.height[i] && j < i) return rows::kPlateau | k;
    }
    return rows::kPit;
}

struct RowBuffers {
    std::vector<std::uint8_t> tie;
    std::vector<float> straight;
};

void descend_row(const Work& work, int y, RowBuffers& buffers) {
    const int width = work.shape.width;
    const std::size_t start = work.row_start(y);
    std::uint8_t* state = work.state + start;
    const float* z = work.height + start;
    std::uint8_t* tie = buffers.tie.data();
    if (work.jitter) rows::scatter(work.key, static_cast<std::uint32_t>(start), 1, width - 1, buffers.straight.data());
    rows::steepest({z - width, z, z + width}, buffers.straight.data(), 1, width - 1, work.sea, state, tie);
    for (const int x : {0, width - 1}) {
        const bool open = work.step.periodic() && z[x] > work.sea;
        state[x] = open ? rows::kPit : rows::kOutlet;
        tie[x] = open ? 1 : 0;
    }
    for (int x = 0; x < width; ++x) {
        if (x + 8 <= width) {
            std::uint64_t eight;
            std::memcpy(&eight, tie + x, 8);
            if (eight == 0) {
                x += 7;
                continue;
            }
        }
        if (tie[x] == 0) continue;
        const bool inner = x > 0 && x + 1 < width;
        if (inner && !work.jitter) continue;
        const std::size_t i = start + static_cast<std::size_t>(x);
        const int k = steepest_direction(work, work.height, i);
        state[x] = static_cast<std::uint8_t>(k == rows::kPit ? plateau_or_pit(work, i) : k);
    }
}

}  // namespace

void check_finite(const Grid<float>& height, const Grid<std::uint8_t>* no_data, int y) {
    const float* row = height.row(y);
    if (rows::all_finite(row, height.width())) return;
    for (int x = 0; x < height.width(); ++x) {
        if (std::isfinite(row[x]) || (no_data != nullptr && (*no_data)(x, y) != 0)) continue;
        throw UserError(fmt::format("height of cell ({}, {}) is {}; flow routing takes finite heights", x, y,
                                    std::isnan(row[x]) ? "not a number" : "infinite"));
    }
}

int steepest_direction(const Work& work, const float* surface, std::size_t i) {
    const float straight = straight_weight(work, i);
    float best = 0;
    int direction = rows::kPit;
    std::size_t cell = 0;
    for (const int k : {0, 2, 4, 6, 1, 3, 5, 7}) {
        const std::size_t j = work.step.to(i, k);
        const float drop = (surface[i] - surface[j]) * (k % 2 == 0 ? straight : 1.0F);
        bool better = drop > best;
        if (drop == best && direction != rows::kPit && work.jitter) {
            const std::uint64_t mine = cell_hash(work.key, static_cast<std::uint32_t>(j));
            const std::uint64_t other = cell_hash(work.key, static_cast<std::uint32_t>(cell));
            better = mine < other || (mine == other && j < cell);
        }
        if (!better) continue;
        best = drop;
        direction = k;
        cell = j;
    }
    return direction;
}

void descend(Work& work) {
    const auto width = static_cast<std::size_t>(work.shape.width);
    work.each_strip([&](Strip& strip) {
        RowBuffers buffers{std::vector<std::uint8_t>(width), std::vector<float>(width, kSqrt2)};
        for (int y = strip.first_row; y < strip.last_row; ++y) {
            if (y == 0 || y == work.shape.height - 1) {
                std::fill_n(work.state + work.row_start(y), width, rows::kOutlet);
            } else {
                descend_row(work, y, buffers);
            }
            if (work.no_data != nullptr) mask_no_data(work, y);
        }
    });
}

}  // namespace terrain::routing_detail
