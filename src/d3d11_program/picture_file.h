// Finished pictures as files.
#pragma once

#include <filesystem>

#include "planet/scene.h"

namespace terrain::d3d11 {

/// 8-bit RGBA PNG. Throw RunError naming the file.
void write_png(const std::filesystem::path& file, const planet::Picture& picture);
/// The pixels as they are, four bytes each, row 0 first.
void write_raw(const std::filesystem::path& file, const planet::Picture& picture);

}  // namespace terrain::d3d11
