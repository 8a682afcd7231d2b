// The manifest of a pack: what was made, from what, and how to read each file.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/terrain.h"
#include "export/output_spec.h"
#include "export/quantise.h"
#include "export/target.h"
#include "export/tiling.h"

namespace terrain {

/// What the manifest says of one file.
struct PackedFile {
    OutputSpec spec;           ///< its file: that of the tile
    std::optional<Tile> tile;  ///< of an output that was cut
    std::uint64_t bytes = 0;
    std::string sha256;          ///< of the file
    std::string samples_sha256;  ///< of what it decodes to (raster.h); empty for text
    QuantisedRange range;        ///< scalar layers, not their text
};

/// Run data that the manifest carries along as it is: no time, host, user or absolute path belongs in there.
struct PackDescription {
    std::uint64_t seed = 0;
    nlohmann::ordered_json recipe = nlohmann::ordered_json::object();  ///< in full, all defaults spelt out
    nlohmann::ordered_json algorithm_versions = nlohmann::ordered_json::object();
    nlohmann::ordered_json input;  ///< of a heightmap: its file name and SHA-256; else null
    nlohmann::ordered_json statistics = nlohmann::ordered_json::object();
    std::string splat_alpha = "forest";  ///< what the splat map's alpha stands for
};

/// How a pack's files are laid out, for whom, and whether each is read back and compared after it was written.
struct PackLayout {
    Target target = Target::none;
    TileLayout tiling;
    bool read_back = true;
};

/// Fills the first "manifest_sha256" of the text: the SHA-256 of the text itself with 64 zeros in the place of the
/// hash. So any change of the manifest shows, and no rule for writing JSON is needed to check it.
std::string sealed_manifest(std::string text);

/// SHA-256 over one line "<hash>  <file>\n" for each file, in the order given, <hash> being samples_sha256 where there
/// is one, else sha256: the same for every machine, compiler and compression library.
std::string content_sha256(const std::vector<std::pair<std::string, std::string>>& hashes_and_files);

/// manifest.json as text: UTF-8, LF, two spaces, numbers in their shortest exact form whatever the locale.
std::string manifest_text(const PackDescription& description, const PackLayout& layout, const Terrain& terrain,
                          const std::vector<PackedFile>& files);

}  // namespace terrain
