// The router's inner loops over one row, compiled for the processor's vector width. All widths give the same bits.
#pragma once

#include <cstdint>

namespace terrain::rows {

/// States of a cell while it is routed; 0 to 7 are D8 directions (d8.h).
enum CellState : std::uint8_t {
    kOutlet = 8,
    kPit = 9,       ///< no lower neighbour
    kFlat = 10,     ///< no lower neighbour on the filled surface
    kPlateau = 16,  ///< plus the direction of a neighbour of equal height and smaller index
};

/// A row with the ones above and below; all are read from first - 1 to last.
struct Neighbourhood {
    const float* above;
    const float* row;
    const float* below;
};

/// Steepest descent of the cells [first, last). A drop straight on counts `straight` [x] times, a diagonal one once.
/// state: direction, kPit, kPlateau + direction, or kOutlet at or below sea level; tie: 1 where another direction is
/// exactly as steep.
void steepest(const Neighbourhood& rows, const float* straight, int first, int last, float sea, std::uint8_t* state,
              std::uint8_t* tie);

/// straight[x] = 2 - r for x in [first, last), r in [0, 1) from the hash of cell row_start + x.
void scatter(std::uint64_t key, std::uint32_t row_start, int first, int last, float* straight);

/// Whether all `count` heights are finite.
bool all_finite(const float* height, int count);

/// filled = max(height, level of the basin), and mask = 1 where that is above the height. level[0] belongs to the
/// outlets; base is added to the other labels.
void fill(const float* height, const std::uint32_t* label, std::uint32_t base, const float* level, int count,
          float* filled, std::uint8_t* mask);

/// out[x] = 1 where the label differs from that of the E, SW, S or SE neighbour, x in [first, last).
void boundaries(const std::uint32_t* row, const std::uint32_t* below, int first, int last, std::uint8_t* out);

/// out[x] = 1 where any of the 3 x 3 mask cells is set or state is no direction or outlet, x in [first, last).
void affected(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, const std::uint8_t* state,
              int first, int last, std::uint8_t* out);

/// out[x] = donors << 4 | state, x in [first, last).
void count_donors(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, int first, int last,
                  std::uint8_t* out);

}  // namespace terrain::rows
