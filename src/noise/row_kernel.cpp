#include "noise/row_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace terrain {
namespace {

void scalar_row(const RowColumns& columns, const LatticeRow& row, float* out, std::int32_t first) {
    for (std::int32_t x = first; x < columns.count; ++x) {
        const std::int32_t i = columns.cell[x];
        out[x] = blend_columns(row.slope[i], row.level[i], row.slope[i + 1], row.level[i + 1], columns.fraction[x],
                               columns.fade[x]);
    }
}

#if defined(__x86_64__)
/// Eight samples touch at most nine neighbouring lattice columns: two loads and a permutation replace the gathers.
/// No FMA, so that each step rounds as the scalar kernel's does. Returns how many samples were done.
__attribute__((target("avx2"))) std::int32_t avx2_row(const RowColumns& columns, const LatticeRow& row, float* out) {
    const __m256 one = _mm256_set1_ps(1.0F);
    std::int32_t x = 0;
    for (; x + 8 <= columns.count; x += 8) {
        const std::int32_t first = columns.cell[x];
        const __m256i cells = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(columns.cell + x));
        const __m256i lane = _mm256_sub_epi32(cells, _mm256_set1_epi32(first));
        const __m256 fraction = _mm256_loadu_ps(columns.fraction + x);
        const __m256 left_slope = _mm256_permutevar8x32_ps(_mm256_loadu_ps(row.slope + first), lane);
        const __m256 left_level = _mm256_permutevar8x32_ps(_mm256_loadu_ps(row.level + first), lane);
        const __m256 right_slope = _mm256_permutevar8x32_ps(_mm256_loadu_ps(row.slope + first + 1), lane);
        const __m256 right_level = _mm256_permutevar8x32_ps(_mm256_loadu_ps(row.level + first + 1), lane);
        const __m256 left = _mm256_add_ps(_mm256_mul_ps(left_slope, fraction), left_level);
        const __m256 right = _mm256_add_ps(_mm256_mul_ps(right_slope, _mm256_sub_ps(fraction, one)), right_level);
        const __m256 step = _mm256_mul_ps(_mm256_loadu_ps(columns.fade + x), _mm256_sub_ps(right, left));
        _mm256_storeu_ps(out + x, _mm256_add_ps(left, step));
    }
    return x;
}
#endif

}  // namespace

bool has_avx2_kernel() {
#if defined(__x86_64__)
    static const bool present = __builtin_cpu_supports("avx2") != 0;
    return present;
#else
    return false;
#endif
}

void noise_row(const RowColumns& columns, const LatticeRow& row, float* out, Simd simd) {
    std::int32_t done = 0;
#if defined(__x86_64__)
    if (simd == Simd::automatic && has_avx2_kernel()) done = avx2_row(columns, row, out);
#else
    (void)simd;
#endif
    scalar_row(columns, row, out, done);
}

}  // namespace terrain
