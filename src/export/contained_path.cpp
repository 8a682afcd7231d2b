#include "export/contained_path.h"

#include <system_error>

namespace terrain {

namespace fs = std::filesystem;

bool lies_below(const fs::path& path, const fs::path& folder) {
    std::error_code path_error, folder_error;
    const fs::path inner = fs::weakly_canonical(fs::absolute(path), path_error);
    const fs::path outer = fs::weakly_canonical(fs::absolute(folder.empty() ? "." : folder), folder_error);
    // Nothing can be there; who opens it will say why.
    if (path_error == std::errc::filename_too_long) return true;
    if (path_error || folder_error) return false;
    const fs::path way = inner.lexically_relative(outer);
    return !way.empty() && *way.begin() != "..";
}

}  // namespace terrain
