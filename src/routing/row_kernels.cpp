#include "routing/row_kernels.h"

#include <cmath>
#include <limits>

#include "routing/cell_hash.h"

// Each kernel is written once, and compiled twice: for the baseline and for AVX2.
#if defined(__x86_64__)
#define TERRAIN_AVX2 __attribute__((target("avx2")))
#define TERRAIN_DISPATCH(kernel, ...)                  \
    if (has_avx2()) return kernel##_avx2(__VA_ARGS__); \
    return kernel##_generic(__VA_ARGS__)
#define TERRAIN_KERNEL(kernel, parameters, ...)                                       \
    TERRAIN_AVX2 auto kernel##_avx2 parameters { return kernel##_body(__VA_ARGS__); } \
    auto kernel##_generic parameters { return kernel##_body(__VA_ARGS__); }
#else
#define TERRAIN_DISPATCH(kernel, ...) return kernel##_generic(__VA_ARGS__)
#define TERRAIN_KERNEL(kernel, parameters, ...) \
    auto kernel##_generic parameters { return kernel##_body(__VA_ARGS__); }
#endif
#define TERRAIN_INLINE inline __attribute__((always_inline))

namespace terrain::rows {
namespace {

#if defined(__x86_64__)
bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2") != 0;
    return has;
}
#endif

/// The greatest of some drops, and whether it occurs twice.
struct Best {
    float drop = 0;
    int k = kPit;
    int tie = 0;

    TERRAIN_INLINE void offer(float other, int direction) {
        tie = other > drop ? 0 : (tie | static_cast<int>(other == drop));
        k = other > drop ? direction : k;
        drop = other > drop ? other : drop;
    }
};

TERRAIN_INLINE void steepest_body(const float* a, const float* b, const float* c, const float* straight, int first,
                                  int last, float sea, std::uint8_t* state, std::uint8_t* tie) {
    for (int x = first; x < last; ++x) {
        const float z = b[x];
        Best cardinal;
        Best diagonal;
        cardinal.offer(z - b[x + 1], 0);
        diagonal.offer(z - c[x + 1], 1);
        cardinal.offer(z - c[x], 2);
        diagonal.offer(z - c[x - 1], 3);
        cardinal.offer(z - b[x - 1], 4);
        diagonal.offer(z - a[x - 1], 5);
        cardinal.offer(z - a[x], 6);
        diagonal.offer(z - a[x + 1], 7);
        const float weighted = cardinal.drop * straight[x];
        const bool slant = diagonal.drop > weighted;
        int k = slant ? diagonal.k : cardinal.k;
        int t = slant ? diagonal.tie : (cardinal.tie | static_cast<int>(diagonal.drop == weighted));
        int equal = b[x - 1] == z ? kPlateau | 4 : kPit;
        equal = a[x + 1] == z ? kPlateau | 7 : equal;
        equal = a[x] == z ? kPlateau | 6 : equal;
        equal = a[x - 1] == z ? kPlateau | 5 : equal;
        t = k == kPit ? 0 : t;
        k = k == kPit ? equal : k;
        t = z <= sea ? 0 : t;
        k = z <= sea ? kOutlet : k;
        state[x] = static_cast<std::uint8_t>(k);
        tie[x] = static_cast<std::uint8_t>(t);
    }
}

TERRAIN_INLINE bool all_finite_body(const float* height, int count) {
    int bad = 0;
    for (int x = 0; x < count; ++x) bad |= std::fabs(height[x]) <= std::numeric_limits<float>::max() ? 0 : 1;
    return bad == 0;
}

TERRAIN_INLINE void fill_body(const float* height, const std::uint32_t* label, std::uint32_t base, const float* level,
                              int count, float* filled, std::uint8_t* mask) {
    const float* shifted = level + base;
    const float outlet = level[0];
    for (int x = 0; x < count; ++x) {
        const auto l = static_cast<std::int32_t>(label[x]);
        const float basin = shifted[l];
        const float surface = l == 0 ? outlet : basin;
        const float z = height[x];
        // + 0 makes a zero's sign independent of which of the two it came from.
        const float f = (z > surface ? z : surface) + 0.0F;
        filled[x] = f;
        mask[x] = f > z ? 1 : 0;
    }
}

TERRAIN_INLINE void boundaries_body(const std::uint32_t* row, const std::uint32_t* below, int first, int last,
                                    std::uint8_t* out) {
    for (int x = first; x < last; ++x) {
        const std::uint32_t l = row[x];
        out[x] = static_cast<std::uint8_t>(static_cast<int>(l != row[x + 1]) | static_cast<int>(l != below[x]) |
                                           static_cast<int>(l != below[x - 1]) | static_cast<int>(l != below[x + 1]));
    }
}

TERRAIN_INLINE void affected_body(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c,
                                  const std::uint8_t* state, int first, int last, std::uint8_t* out) {
    for (int x = first; x < last; ++x) {
        out[x] = static_cast<std::uint8_t>(a[x - 1] | a[x] | a[x + 1] | b[x - 1] | b[x] | b[x + 1] | c[x - 1] | c[x] |
                                           c[x + 1] | static_cast<int>(state[x] >= kPit));
    }
}

TERRAIN_INLINE void count_donors_body(const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, int first,
                                      int last, std::uint8_t* out) {
    for (int x = first; x < last; ++x) {
        std::uint8_t n = 0;
        n = static_cast<std::uint8_t>(n + (b[x + 1] == 4));
        n = static_cast<std::uint8_t>(n + (c[x + 1] == 5));
        n = static_cast<std::uint8_t>(n + (c[x] == 6));
        n = static_cast<std::uint8_t>(n + (c[x - 1] == 7));
        n = static_cast<std::uint8_t>(n + (b[x - 1] == 0));
        n = static_cast<std::uint8_t>(n + (a[x - 1] == 1));
        n = static_cast<std::uint8_t>(n + (a[x] == 2));
        n = static_cast<std::uint8_t>(n + (a[x + 1] == 3));
        out[x] = static_cast<std::uint8_t>((n << 4) | b[x]);
    }
}

TERRAIN_KERNEL(steepest,
               (const float* a, const float* b, const float* c, const float* straight, int first, int last, float sea,
                std::uint8_t* state, std::uint8_t* tie),
               a, b, c, straight, first, last, sea, state, tie)
TERRAIN_KERNEL(all_finite, (const float* height, int count), height, count)
TERRAIN_KERNEL(fill,
               (const float* height, const std::uint32_t* label, std::uint32_t base, const float* level, int count,
                float* filled, std::uint8_t* mask),
               height, label, base, level, count, filled, mask)
TERRAIN_KERNEL(boundaries,
               (const std::uint32_t* row, const std::uint32_t* below, int first, int last, std::uint8_t* out), row,
               below, first, last, out)
TERRAIN_KERNEL(affected,
               (const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, const std::uint8_t* state,
                int first, int last, std::uint8_t* out),
               a, b, c, state, first, last, out)
TERRAIN_KERNEL(count_donors,
               (const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, int first, int last,
                std::uint8_t* out),
               a, b, c, first, last, out)

}  // namespace

void steepest(const Neighbourhood& rows, const float* straight, int first, int last, float sea, std::uint8_t* state,
              std::uint8_t* tie) {
    TERRAIN_DISPATCH(steepest, rows.above, rows.row, rows.below, straight, first, last, sea, state, tie);
}

void scatter(std::uint64_t key, std::uint32_t row_start, int first, int last, float* straight) {
    for (int x = first; x < last; ++x) {
        straight[x] = 2.0F - unit_float(cell_hash(key, row_start + static_cast<std::uint32_t>(x)));
    }
}

bool all_finite(const float* height, int count) { TERRAIN_DISPATCH(all_finite, height, count); }

void fill(const float* height, const std::uint32_t* label, std::uint32_t base, const float* level, int count,
          float* filled, std::uint8_t* mask) {
    TERRAIN_DISPATCH(fill, height, label, base, level, count, filled, mask);
}

void boundaries(const std::uint32_t* row, const std::uint32_t* below, int first, int last, std::uint8_t* out) {
    TERRAIN_DISPATCH(boundaries, row, below, first, last, out);
}

void affected(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, const std::uint8_t* state,
              int first, int last, std::uint8_t* out) {
    TERRAIN_DISPATCH(affected, above, row, below, state, first, last, out);
}

void count_donors(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, int first, int last,
                  std::uint8_t* out) {
    TERRAIN_DISPATCH(count_donors, above, row, below, first, last, out);
}

}  // namespace terrain::rows
