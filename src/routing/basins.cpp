#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "routing/work.h"

namespace terrain::routing_detail {
namespace {

constexpr std::uint32_t kNoPass = 0xffffffffU;

/// An integer that sorts as the height does; both zeros are one.
std::uint32_t height_key(float height) {
    const auto bits = std::bit_cast<std::uint32_t>(height + 0.0F);
    return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

float key_height(std::uint32_t key) {
    return std::bit_cast<float>((key & 0x80000000U) != 0 ? key ^ 0x80000000U : ~key);
}

/// Stable sort by key, 11 bits a round; a round whose digit is the same everywhere is left out.
void sort_passes(std::vector<Pass>& passes) {
    if (passes.size() < 256) {
        std::stable_sort(passes.begin(), passes.end(), [](const Pass& p, const Pass& q) { return p.key < q.key; });
        return;
    }
    std::vector<Pass> other(passes.size());
    for (int shift = 0; shift < 33; shift += 11) {
        std::vector<std::size_t> start(2049, 0);
        for (const Pass& p : passes) ++start[((p.key >> shift) & 2047U) + 1];
        if (std::find(start.begin(), start.end(), passes.size()) != start.end()) continue;
        std::partial_sum(start.begin(), start.end(), start.begin());
        for (const Pass& p : passes) other[start[(p.key >> shift) & 2047U]++] = p;
        passes.swap(other);
    }
}

/// Union-find; the set with 0 is always named 0.
class Sets {
  public:
    explicit Sets(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }
    std::uint32_t find(std::uint32_t a) {
        while (parent_[a] != a) {
            parent_[a] = parent_[parent_[a]];
            a = parent_[a];
        }
        return a;
    }
    void join(std::uint32_t smaller, std::uint32_t greater) { parent_[greater] = smaller; }

  private:
    std::vector<std::uint32_t> parent_;
};

/// The lowest pass of each pair of a strip's basins: open addressing; a pair's slot is near its smaller label, so that
/// neighbours in the map are neighbours in memory.
class PassTable {
  public:
    explicit PassTable(std::uint32_t basins)
        : slots_(std::bit_ceil(std::max<std::size_t>(64, static_cast<std::size_t>(basins) * 8))),
          to_outlet_(static_cast<std::size_t>(basins) + 1, kNoPass) {}

    void offer(std::uint32_t a, std::uint32_t b, float height) {
        const std::uint32_t key = height_key(height);
        if (a > b) std::swap(a, b);
        if (a == 0) {
            to_outlet_[b] = std::min(to_outlet_[b], key);
            return;
        }
        Pass* slot = last_;
        if (slot == nullptr || slot->a != a || slot->b != b) slot = find(a, b);
        slot->key = std::min(slot->key, key);
        last_ = slot;
    }

    [[nodiscard]] std::vector<Pass> passes() const {
        std::vector<Pass> all;
        for (std::size_t b = 1; b < to_outlet_.size(); ++b) {
            if (to_outlet_[b] != kNoPass) all.push_back({to_outlet_[b], 0, static_cast<std::uint32_t>(b)});
        }
        for (const Pass& slot : slots_) {
            if (slot.a != 0) all.push_back(slot);
        }
        return all;
    }

  private:
    Pass* find(std::uint32_t a, std::uint32_t b) {
        std::size_t q = (static_cast<std::size_t>(a) * 8 + ((b * 0x9e3779b1U) >> 29)) & (slots_.size() - 1);
        while (slots_[q].a != 0 && (slots_[q].a != a || slots_[q].b != b)) q = (q + 1) & (slots_.size() - 1);
        if (slots_[q].a == 0) slots_[q] = {kNoPass, a, b};
        return &slots_[q];
    }

    std::vector<Pass> slots_;  ///< a = 0: empty
    std::vector<std::uint32_t> to_outlet_;
    Pass* last_ = nullptr;
};

/// Calls visit(x of the upper cell, x of the lower cell) for the three pairs of cell x with the row below.
template <class Visit>
void each_below(const Work& work, int x, const Visit& visit) {
    const int width = work.shape.width;
    for (int d = -1; d <= 1; ++d) {
        int u = x + d;
        if (u < 0 || u >= width) {
            if (!work.step.periodic()) continue;
            u = u < 0 ? width - 1 : 0;
        }
        visit(x, u);
    }
}

void row_passes(const Work& work, int y, bool last, std::uint8_t* differs, PassTable& table) {
    const int width = work.shape.width;
    const std::uint32_t* a = work.number + work.row_start(y);
    const float* za = work.height + work.row_start(y);
    const std::uint32_t* b = last ? a : a + width;
    const float* zb = last ? za : za + width;
    rows::boundaries(a, b, 1, width - 1, differs);
    differs[0] = differs[width - 1] = 1;
    for (int x = 0; x < width; ++x) {
        if (x + 8 <= width) {
            std::uint64_t eight;
            std::memcpy(&eight, differs + x, 8);
            if (eight == 0) {
                x += 7;
                continue;
            }
        }
        if (differs[x] == 0) continue;
        const int east = x + 1 < width ? x + 1 : 0;
        if ((east != 0 || work.step.periodic()) && a[x] != a[east])
            table.offer(a[x], a[east], std::max(za[x], za[east]));
        if (last) continue;
        each_below(work, x, [&](int, int u) {
            if (a[x] != b[u]) table.offer(a[x], b[u], std::max(za[x], zb[u]));
        });
    }
}

/// Kruskal's minimum spanning forest of a strip. A pass outside it is outside the map's too.
void strip_passes(const Work& work, Strip& strip) {
    PassTable table(strip.basins);
    std::vector<std::uint8_t> differs(static_cast<std::size_t>(work.shape.width));
    for (int y = strip.first_row; y < strip.last_row; ++y) {
        row_passes(work, y, y + 1 == strip.last_row, differs.data(), table);
    }
    strip.passes = table.passes();
    sort_passes(strip.passes);
    Sets sets(static_cast<std::size_t>(strip.basins) + 1);
    const auto global = [&](std::uint32_t label) { return label == 0 ? 0 : label + strip.base; };
    std::size_t kept = 0;
    for (const Pass& pass : strip.passes) {
        const std::uint32_t a = sets.find(pass.a);
        const std::uint32_t b = sets.find(pass.b);
        if (a == b) continue;
        sets.join(std::min(a, b), std::max(a, b));
        strip.passes[kept++] = {pass.key, global(pass.a), global(pass.b)};
    }
    strip.passes.resize(kept);
}

void seam_passes(const Work& work, const Strip& above, const Strip& below, std::vector<Pass>& passes) {
    const int width = work.shape.width;
    const std::size_t start = work.row_start(below.first_row);
    const std::uint32_t* b = work.number + start;
    const std::uint32_t* a = b - width;
    const float* zb = work.height + start;
    const float* za = zb - width;
    for (int x = 0; x < width; ++x) {
        each_below(work, x, [&](int, int u) {
            const std::uint32_t la = a[x] == 0 ? 0 : a[x] + above.base;
            const std::uint32_t lb = b[u] == 0 ? 0 : b[u] + below.base;
            if (la != lb) passes.push_back({height_key(std::max(za[x], zb[u])), la, lb});
        });
    }
}

}  // namespace

std::vector<float> basin_levels(Work& work) {
    work.each_strip([&](Strip& strip) { strip_passes(work, strip); });
    std::vector<Pass> passes;
    for (std::size_t s = 0; s < work.strips.size(); ++s) {
        passes.insert(passes.end(), work.strips[s].passes.begin(), work.strips[s].passes.end());
        if (s > 0) seam_passes(work, work.strips[s - 1], work.strips[s], passes);
        std::vector<Pass>().swap(work.strips[s].passes);
    }
    sort_passes(passes);

    // A basin fills to the pass by which its tree first meets the outlets: sets carry linked lists of their members.
    const std::size_t count = static_cast<std::size_t>(work.strips.back().base) + work.strips.back().basins + 1;
    std::vector<float> level(count, -std::numeric_limits<float>::infinity());
    std::vector<std::uint32_t> next(count, 0);
    std::vector<std::uint32_t> tail(count);
    std::iota(tail.begin(), tail.end(), 0U);
    Sets sets(count);
    for (const Pass& pass : passes) {
        std::uint32_t a = sets.find(pass.a);
        std::uint32_t b = sets.find(pass.b);
        if (a == b) continue;
        if (a > b) std::swap(a, b);
        if (a == 0) {
            for (std::uint32_t q = b;; q = next[q]) {
                level[q] = key_height(pass.key);
                if (q == tail[b]) break;
            }
        } else {
            next[tail[a]] = b;
            tail[a] = tail[b];
        }
        sets.join(a, b);
    }
    return level;
}

}  // namespace terrain::routing_detail
