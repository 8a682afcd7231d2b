// Checks a pack against its manifest.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "export/raster.h"

namespace terrain {

/// What is wrong with the pack in the folder, one line each; empty if all holds: manifest.json can be read, is sound
/// and as its own manifest_sha256 and content_sha256 say, and each file it names lies in the folder, has the bytes and
/// SHA-256 stated, and decodes to samples of the stated shape, kind and samples_sha256. Instead of the folder the path
/// of its manifest will do. Whatever lies there, it is reported, never thrown.
std::vector<std::string> verify_pack(const std::filesystem::path& pack);

/// The same without decoding: quick, and as sure, as the hashes are in the manifest's own.
std::vector<std::string> verify_bytes(const std::filesystem::path& pack);

/// The two hashes that stand for a pack (manifest.h).
struct PackHashes {
    std::string manifest_sha256;
    std::string content_sha256;
};

/// As the manifest states them; empty where it does not, or cannot be read.
PackHashes hashes_of_pack(const std::filesystem::path& pack);

/// The samples of the file that an entry of the manifest describes, if it has any and can be read.
std::optional<Raster> decode_output(const std::filesystem::path& folder, const nlohmann::json& entry, Shape shape);

/// The manifest as JSON; null if it cannot be read or is not sealed (manifest_sha256).
nlohmann::ordered_json read_sealed_manifest(const std::filesystem::path& pack);

}  // namespace terrain
