// A pack made again, to see whether the same comes out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/progress.h"

namespace terrain {

/// Makes the pack again in memory from the recipe in its manifest, writes nothing, and compares versions, the hashes of
/// all samples and texts, ranges and statistics: what differs, one line each; empty if nothing does. `inputs` is the
/// folder in which heightmaps are looked for. What the manifest holds is reported, not thrown; progress.check throws.
std::vector<std::string> regenerate(const std::filesystem::path& pack, const std::filesystem::path& inputs, int threads,
                                    Progress& progress);

}  // namespace terrain
