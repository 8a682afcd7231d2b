// The programs that a pack can be made for.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/grid.h"
#include "export/tiling.h"

namespace terrain {

enum class Target { none, unreal, unity, godot, blender, gis };

inline constexpr std::array<std::string_view, 6> kTargets{"none", "unreal", "unity", "godot", "blender", "gis"};

constexpr std::string_view name_of(Target target) { return kTargets[static_cast<std::size_t>(target)]; }

/// Nothing if the target takes heightmaps of that size (with tiles: of a tile's size) as they are, else its rule and
/// the valid sizes of the map that are nearest. docs/presets.md names the sources of the rules.
std::optional<std::string> target_size_problem(Target target, Shape map, const TileLayout& tiling = {});

}  // namespace terrain
