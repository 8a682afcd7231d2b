// From the values of a layer to the integers of a file.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <string_view>

#include "core/grid.h"
#include "export/output_spec.h"
#include "export/raster.h"

namespace terrain {

/// What the integers of a scalar layer stand for: value = lo + sample / greatest_sample * (hi - lo).
struct QuantisedRange {
    double lo = 0;
    double hi = 0;
    std::uint64_t clamped = 0;  ///< cells whose value lay outside of [lo, hi]
};

struct Quantised {
    Raster raster;
    QuantisedRange range;
};

/// 1 = a cell without data; an empty grid: all have.
using NoData = Grid<std::uint8_t>;

inline bool is_missing(const NoData& no_data, std::size_t cell) { return !no_data.empty() && no_data[cell] != 0; }

/// Least and greatest value of the cells with data; {0, 0} if there is none. Throws RunError at the first value that is
/// not finite, naming the layer and the cell.
QuantisedRange finite_range(const Grid<float>& values, std::string_view layer, const NoData& no_data = {});

/// Each value as round((value - lo) / (hi - lo) * greatest), clamped to [0, greatest]; greatest is 255 or 65535 by
/// `bits` (8 or 16). Range minmax takes lo and hi from the values; automatic is the
/// layer's own range (traits_of) or minmax. If lo equals hi every sample is 0, and so are those without data. Errors as
/// finite_range.
Quantised quantise(const Grid<float>& values, const OutputRange& range, int bits, OutputLayer layer,
                   const NoData& no_data = {});

/// Unit normals as RGB: floor(128 + 127.5 c), at most 255, of each component in 8 bits, floor(32768 + 32767.5 c) in 16;
/// so 0 is 128, -1 is 0 and 1 is 255, and level ground is (128, 128, 255). With NormalY::minus green is 255 (65535)
/// less that, so that the greens of the two always add up to the greatest sample. Errors as finite_range.
Raster quantise_normals(const Grid<glm::vec3>& normals, NormalY y, int bits);

/// Colours in [0, 1] as floor(c * greatest + 0.5). Errors as finite_range.
Raster quantise_colours(const Grid<glm::vec3>& colours, int bits, std::string_view layer);

}  // namespace terrain
