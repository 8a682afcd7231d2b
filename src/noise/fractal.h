// How octaves are put together.
#pragma once

#include "noise/parameters.h"

namespace terrain {

/// The running sum of one row. Every octave's part has a mean near 0, so that fewer octaves give the same landscape
/// with less detail, at the same height.
struct FractalRow {
    float* sum;
    /// How much of the next octave each sample takes (ridged: valleys take less, and stay smooth; Musgrave 1994).
    float* weight;
    int count;
};

/// Sets the row to "no octave yet".
void start_fractal(const FractalRow& row);

/// Adds octave `index` (0 the first) with its amplitude. noise: in [-1, 1], row.count values.
void add_octave(FractalType type, int index, float amplitude, const float* noise, const FractalRow& row);

}  // namespace terrain
