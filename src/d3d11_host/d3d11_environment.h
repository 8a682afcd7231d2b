// Whether, and by what, Direct3D 11 can be had on this machine.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "d3d11_host/wine_prefix.h"

namespace terrain {

struct D3d11Environment {
    std::filesystem::path program;  ///< terrain-preview.exe; its shaders lie beside it
    WineTools wine;
    std::filesystem::path xvfb;
    /// Silence for so long means that something hangs. The program says something after each tile of a picture.
    std::chrono::seconds patience{90};
};

struct D3d11Search {
    std::optional<D3d11Environment> found;
    std::string missing;  ///< if nothing was found: what is missing, as half a sentence
};

/// Looks without starting anything. The program is in `folder`, or in the one that the variable TERRAIN_PREVIEW_DIR
/// names; the tools are those that the variables WINE, WINESERVER and XVFB name by their full paths, else on the PATH.
D3d11Search find_d3d11(const std::filesystem::path& folder);

/// The folder of the running program's own file.
std::filesystem::path program_folder();

}  // namespace terrain
