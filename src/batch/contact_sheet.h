// Many packs on one picture, to choose from by eye.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "core/terrain.h"

namespace terrain {

/// A pack on the sheet: its folder, and the lines under its picture.
struct SheetEntry {
    std::filesystem::path folder;
    std::vector<std::string> caption;
};

/// The packs' pictures in rows, the sheet about as wide as high; row by row in the order given, at most 4096 of them. A
/// picture is the pack's hillshade, or one made from its height map; for a pack that has neither, or is not there, a
/// crossed out frame. The more packs, the smaller the pictures: 192 pixels on the longer side, down to 48.
Grid<Rgb8> contact_sheet(const std::vector<SheetEntry>& entries, ThreadPool& pool);

/// Writes a picture as an 8-bit PNG, whole or not at all, replacing what is there.
void write_picture(const Grid<Rgb8>& picture, const std::filesystem::path& file);

}  // namespace terrain
