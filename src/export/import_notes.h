// import.md: what to type into the importing program.
#pragma once

#include <string>
#include <vector>

#include "core/terrain.h"
#include "export/manifest.h"
#include "export/target.h"

namespace terrain {

/// The scale and the location of an Unreal landscape, in its units (centimetres), that give 16-bit samples their
/// metres: height = (sample - 32768) / 128 * z_scale + z.
struct UnrealScale {
    double xy_scale = 100, z_scale = 100, z = 0;
};
UnrealScale unreal_scale(const QuantisedRange& range, double cell_size_m);

/// Markdown: the steps with the exact values for this pack's files, computed from its metres. `files` are all others.
std::string import_notes(Target target, const Terrain& terrain, const TileLayout& tiling,
                         const std::vector<PackedFile>& files);

}  // namespace terrain
