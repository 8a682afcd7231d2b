#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include "core/errors.h"
#include "d3d11_host/wine_prefix.h"

namespace terrain {
namespace {

namespace fs = std::filesystem;

// Empty when there is none.
fs::path user_cache() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') return cache;
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') return fs::path(home) / ".cache";
    const passwd* user = getpwuid(geteuid());
    if (user != nullptr && user->pw_dir != nullptr && *user->pw_dir == '/') return fs::path(user->pw_dir) / ".cache";
    return {};
}

// Wine refuses a prefix of somebody else; and in a folder that others write to, a link could lead anywhere.
bool usable(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    struct stat status {};
    return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

fs::path cache_folder() {
    if (const fs::path cache = user_cache(); !cache.empty() && usable(cache / "terrain-gen")) {
        return cache / "terrain-gen";
    }
    const fs::path temporary = fs::temp_directory_path() / fmt::format("terrain-gen-{}", geteuid());
    if (usable(temporary)) {
        fs::permissions(temporary, fs::perms::owner_all);
        return temporary;
    }
    throw RunError(fmt::format("no cache folder for Wine: neither the user's nor {} can be written to by this user",
                               temporary.string()));
}

}  // namespace terrain
