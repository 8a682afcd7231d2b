#include <algorithm>

#include "routing/work.h"

namespace terrain::routing_detail {
namespace {

constexpr std::uint8_t kWalked = 0xF0;  ///< donors << 4 | state of a cell that needs no visit as a source any more

/// Donors << 4 | state of row y into scratch, and 1 into the areas (0 where there is no data).
void start_row(const Work& work, int y, const std::vector<std::uint8_t>& outside) {
    const int width = work.shape.width;
    const std::size_t start = work.row_start(y);
    const std::uint8_t* row = work.state + start;
    const std::uint8_t* above = y > 0 ? row - width : outside.data();
    const std::uint8_t* below = y + 1 < work.shape.height ? row + width : outside.data();
    std::uint8_t* out = work.scratch + start;
    rows::count_donors(above, row, below, 1, width - 1, out);
    for (const int x : {0, width - 1}) {
        int donors = 0;
        for (int k = 0; k < 8; ++k) {
            int u = x + kD8Dx[k];
            if (u < 0 || u >= width) {
                if (!work.step.periodic()) continue;
                u = u < 0 ? width - 1 : 0;
            }
            const std::uint8_t* other = kD8Dy[k] < 0 ? above : kD8Dy[k] > 0 ? below : row;
            donors += other[u] == (k ^ 4) ? 1 : 0;
        }
        out[x] = static_cast<std::uint8_t>((donors << 4) | row[x]);
    }
    std::fill_n(work.number + start, width, 1U);
    if (work.no_data == nullptr) return;
    for (int x = 0; x < width; ++x) {
        if (work.no_data[start + static_cast<std::size_t>(x)] != 0)
            work.number[start + static_cast<std::size_t>(x)] = 0;
    }
}

/// From every cell without donors down, as long as all donors of the next cell have been added.
void accumulate_strip(const Work& work, Strip& strip) {
    const std::size_t first = work.row_start(strip.first_row);
    const std::size_t last = work.row_start(strip.last_row);
    std::uint8_t* const donors = work.scratch;
    std::uint32_t* const area = work.number;
    std::uint32_t* order = work.order == nullptr ? nullptr : work.order + first;
    strip.outflow.clear();
    for (std::size_t c = first; c < last; ++c) {
        std::uint8_t k = donors[c];
        if (k >= 16) continue;
        std::size_t i = c;
        std::uint32_t sum = area[c];
        for (;;) {
            if (order != nullptr) *order++ = static_cast<std::uint32_t>(i);
            if (k >= rows::kOutlet) break;
            const std::size_t j = work.step.to(i, k);
            if (j < first || j >= last) {
                strip.outflow.emplace_back(static_cast<std::uint32_t>(j), sum);
                break;
            }
            sum += area[j];
            area[j] = sum;
            const std::uint8_t left = donors[j];
            if (left >= 32) {
                donors[j] = static_cast<std::uint8_t>(left - 16);
                break;
            }
            donors[j] = kWalked;
            k = left & 15;
            i = j;
        }
    }
    strip.ordered = order == nullptr ? 0 : static_cast<std::size_t>(order - (work.order + first));
}

}  // namespace

void accumulate(Work& work) {
    const std::vector<std::uint8_t> outside(static_cast<std::size_t>(work.shape.width), rows::kOutlet);
    work.each_strip([&](Strip& strip) {
        for (int y = strip.first_row; y < strip.last_row; ++y) start_row(work, y, outside);
    });
    work.each_strip([&](Strip& strip) { accumulate_strip(work, strip); });

    // What crosses from strip to strip goes on alone: short, and only here are cells of two strips touched.
    std::uint32_t* order = work.order;
    for (const Strip& strip : work.strips) {
        if (order == nullptr) break;
        const std::uint32_t* own = work.order + work.row_start(strip.first_row);
        order = std::copy(own, own + strip.ordered, order);
    }
    for (const Strip& strip : work.strips) {
        for (const auto& [cell, inflow] : strip.outflow) {
            std::size_t j = cell;
            std::uint32_t sum = inflow;
            for (;;) {
                sum += work.number[j];
                work.number[j] = sum;
                const std::uint8_t left = work.scratch[j];
                if (left >= 32) {
                    work.scratch[j] = static_cast<std::uint8_t>(left - 16);
                    break;
                }
                if (order != nullptr) *order++ = static_cast<std::uint32_t>(j);
                const int k = left & 15;
                if (k >= rows::kOutlet) break;
                j = work.step.to(j, k);
            }
        }
    }
}

}  // namespace terrain::routing_detail
