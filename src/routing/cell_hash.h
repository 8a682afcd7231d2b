// The hash that scatters flow where heights do not decide: a function of (seed, cell), never of a visiting order.
#pragma once

#include <cstdint>

#include "core/hash.h"

namespace terrain {

/// The key of a run's seed; every seed, 0 too, is valid.
constexpr std::uint64_t mix_seed(std::uint64_t seed) { return seed * 0x9e3779b97f4a7c15ULL + 0x243f6a8885a308d3ULL; }

/// 64 bits of the cell with this row-major index; `key` is mix_seed(seed).
constexpr std::uint64_t cell_hash(std::uint64_t key, std::uint32_t cell) {
    return mix64(key ^ (static_cast<std::uint64_t>(cell) * 0x9e3779b97f4a7c15ULL));
}

}  // namespace terrain
