// Checks a pack against its manifest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace terrain {

/// What is wrong with the pack in the folder, one line each; empty if all holds: manifest.json can be read and is
/// sound, and each file it names lies in the folder, has the bytes and SHA-256 stated, and decodes to samples of the
/// stated shape, kind and samples_sha256. Whatever the folder holds, it is reported, never thrown.
std::vector<std::string> verify_pack(const std::filesystem::path& folder);

}  // namespace terrain
