// What an output is when its recipe leaves fields out, and which fields go together.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields.h"

namespace terrain {

/// The outputs of a recipe that names none.
std::vector<OutputFields> default_outputs();

inline constexpr std::array<std::string_view, 2> kWaterSources{"particles", "routing"};
/// In the order of the enumerations.
inline constexpr std::array<std::string_view, 3> kTiffCompressions{"deflate", "zstd", "none"};
inline constexpr std::array<std::string_view, 2> kTiffLayouts{"strips", "tiles"};

/// Fills in formats, file names, ranges, and `source` where none is named. Calls report(index, field, message) for each
/// thing that is wrong, and then the result is not to be used. Layers and formats must be valid names, alone and
/// together.
std::vector<OutputSpec> resolve_outputs(
    const std::vector<OutputFields>& outputs, WaterSource source,
    const std::function<void(std::size_t, std::string_view, const std::string&)>& report);

/// The fields of an output that mean something for it, as they are written.
OutputFields written_output(const OutputSpec& spec);

}  // namespace terrain
