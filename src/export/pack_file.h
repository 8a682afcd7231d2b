// One file of a pack: from the layer to a file under a temporary name, read back.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "core/progress.h"
#include "core/terrain.h"
#include "export/atomic_file.h"
#include "export/manifest.h"

namespace terrain {

struct PendingOutput {
    PackedFile file;
    std::unique_ptr<PendingFile> pending;
};

/// Writes the bytes under a temporary name.
std::unique_ptr<PendingFile> write_pending(const std::filesystem::path& path, std::span<const std::uint8_t> bytes,
                                           const Progress& progress);

/// Encodes and writes one output, or a tile of one whose spec has the tile's file name and the whole map's range.
/// With read_back the file is read again, decoded and compared with the samples. Throws RunError.
PendingOutput make_output(const std::filesystem::path& folder, const Terrain& terrain, const OutputSpec& spec,
                          const Tile* tile, const PackLayout& layout, const Progress& progress);

/// The same for text that is already there.
PendingOutput make_text(const std::filesystem::path& folder, const OutputSpec& spec, std::span<const std::uint8_t> text,
                        const PackLayout& layout, const Progress& progress);

/// What would be said of such an output, without making the file: bytes and sha256 of text alone.
PackedFile hash_output(const Terrain& terrain, const OutputSpec& spec, const Tile* tile);
PackedFile hash_text(const OutputSpec& spec, std::span<const std::uint8_t> text);

/// Throws RunError naming the file unless its bytes decode to exactly these samples.
void check_read_back(std::span<const std::uint8_t> bytes, const OutputSpec& spec, const Raster& written);

}  // namespace terrain
