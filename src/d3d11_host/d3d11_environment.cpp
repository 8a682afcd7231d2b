#include "d3d11_host/d3d11_environment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

namespace terrain {
namespace {

namespace fs = std::filesystem;

bool executable(const fs::path& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

// The program that the variable names, if it is set; else the first one of that name on the PATH or, as Debian has it
// for Wine, in lib/wine beside a folder of the PATH.
fs::path find_tool(const char* variable, const char* name) {
    if (const char* value = std::getenv(variable); value != nullptr && *value == '/') {
        return executable(value) ? fs::path(value) : fs::path();
    }
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (folder.empty()) continue;
        for (const fs::path& file : {fs::path(folder) / name, fs::path(folder).parent_path() / "lib" / "wine" / name}) {
            if (executable(file)) return file;
        }
    }
    return {};
}

}  // namespace

fs::path program_folder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

D3d11Search find_d3d11(const fs::path& folder) {
    const char* given = std::getenv("TERRAIN_PREVIEW_DIR");
    const fs::path place = given != nullptr && *given != '\0' ? fs::path(given) : folder;
    D3d11Environment found;
    std::error_code error;
    found.program = fs::absolute(place / "terrain-preview.exe", error);
    if (!fs::is_regular_file(found.program, error)) {
        return {std::nullopt, fmt::format("there is no terrain-preview.exe in {}", place.string())};
    }
    if (!fs::is_directory(found.program.parent_path() / "shaders", error)) {
        return {std::nullopt, fmt::format("there is no folder shaders in {}", place.string())};
    }
    found.wine.loader = find_tool("WINE", "wine64");
    if (found.wine.loader.empty()) return {std::nullopt, "Wine (wine64) is not installed"};
    found.wine.server = find_tool("WINESERVER", "wineserver");
    if (found.wine.server.empty()) return {std::nullopt, "wineserver, a part of Wine, is not installed"};
    found.xvfb = find_tool("XVFB", "Xvfb");
    if (found.xvfb.empty()) return {std::nullopt, "Xvfb is not installed"};
    return {found, ""};
}

}  // namespace terrain
