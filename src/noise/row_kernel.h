// The inner loop of the noise: one row of samples of one octave.
#pragma once

#include <cstdint>

#include "noise/lattice.h"

namespace terrain {

/// Which kernel is used. Both give the same bits; `scalar` is for tests and comparisons.
enum class Simd { automatic, scalar };

/// The samples of a row along x, the same for every row. Fewer than one lattice cell lies between two samples.
struct RowColumns {
    const std::int32_t* cell;  ///< lattice column left of the sample, ascending from 0
    const float* fraction;     ///< distance from it, 0 to 1
    const float* fade;         ///< quintic_fade(fraction)
    std::int32_t count;
};

/// Lattice rows are read up to this many columns beyond the last one that is used.
inline constexpr std::int32_t kRowPadding = 16;

/// Writes the noise, in [-1, 1], of columns.count samples to out.
void noise_row(const RowColumns& columns, const LatticeRow& row, float* out, Simd simd);

/// True when this processor runs the AVX2 kernel.
bool has_avx2_kernel();

}  // namespace terrain
