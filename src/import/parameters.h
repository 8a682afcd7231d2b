// Parameters of the heightmap source.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace terrain {

struct HeightmapParameters {
    std::string file;  ///< as written in the recipe: relative to the recipe's folder; UTF-8
    /// RAW16 alone: its size and byte order.
    std::optional<std::array<std::int32_t, 2>> raw_size;
    bool raw_big_endian = false;
    /// Metres put where the file says "no data"; without it such a cell is an error.
    std::optional<double> nodata_fill_m;
    /// Unsigned formats: [0, largest sample] is mapped to world.height_m. Float and signed formats are metres already.
};

}  // namespace terrain
