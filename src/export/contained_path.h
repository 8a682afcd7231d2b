// Paths that may not leave a folder.
#pragma once

#include <filesystem>

namespace terrain {

/// Whether a path, its symbolic links followed, is the folder (empty: the working directory) or lies below it. Neither
/// need exist. False if the system cannot tell, as for links in a circle.
bool lies_below(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace terrain
