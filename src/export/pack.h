// Writes one asset pack: the files a recipe asks for, and the manifest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "core/progress.h"
#include "core/terrain.h"
#include "export/manifest.h"
#include "export/output_spec.h"

namespace terrain {

/// Throws UserError if a file name is not allowed (file_name_problem), two are the same (ASCII case aside), a layer
/// cannot have its format, or a fixed range is not finite and rising. For recipes and before any work.
/// With a tiling: of the tiles' files, and UserError too for a map that cannot be cut so, a name that does not tell
/// tiles apart, or too many files.
void check_outputs(const std::vector<OutputSpec>& outputs, const TileLayout& tiling = {}, Shape map = {});

/// What the manifest would say of each file, without the files: bytes and sha256 are those of text alone.
std::vector<PackedFile> hash_outputs(const Terrain& terrain, const std::vector<OutputSpec>& outputs,
                                     const PackLayout& layout, ThreadPool& pool, Progress& progress);

/// Writes the files and manifest.json to the folder, which is created if missing; all in parallel, each file on one
/// thread. Everything is first written under temporary names; only then are the files renamed, the manifest last, under
/// a lock that other runs respect. So on any error or interruption before that no final name has changed and no
/// temporary is left. Files of other names are left alone, except those of the pack that is replaced: they go once the
/// new manifest is there. A run that was killed meanwhile leaves a journal (pack_journal.h), with which the next one
/// tells what it left.
///
/// Without overwrite, a folder that holds another pack (before the run, or since) is refused as check_folder does; the
/// very same pack is not another one, so that two equal runs may end in one folder at once.
/// Throws UserError (outputs, folder), RunError (a write failed, a layer is missing or not finite) and what
/// progress.check throws. Warns through progress of values clamped to a fixed range.
/// Layers are cut after everything was made from the whole map: normals, and the ranges of integers, are the map's.
/// Returns what the manifest says of each file, in the order of outputs, tiles row by row.
std::vector<PackedFile> write_pack(const std::filesystem::path& folder, bool overwrite, const Terrain& terrain,
                                   const std::vector<OutputSpec>& outputs, const PackDescription& description,
                                   ThreadPool& pool, Progress& progress, const PackLayout& layout = {});

}  // namespace terrain
