// The seeds of a batch, and its parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace terrain {

inline constexpr std::size_t kMostPacks = 100000;  ///< of one batch

/// "1..100", "7", or several such, separated by commas: in that order. UserError naming --seeds: anything else, a seed
/// twice, more than kMostPacks.
std::vector<std::uint64_t> parse_seeds(const std::string& text);

/// Part `index` (from 1) of `count`: every count-th pack of the batch, counted before anything is left out, so that the
/// parts are the same whatever happened in the others, and packs that are added at the end move none.
struct Shard {
    std::size_t index = 1;
    std::size_t count = 1;
    [[nodiscard]] bool takes(std::size_t pack) const { return pack % count == index - 1; }
};

/// "i/n" with 1 <= i <= n <= kMostPacks. UserError naming --shard.
Shard parse_shard(const std::string& text);

}  // namespace terrain
