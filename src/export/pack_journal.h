// What lies in a pack's folder that a run made: by the manifest there, and by the journal of a run that was killed.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "export/manifest.h"

namespace terrain {

/// Of each file name the SHA-256 that the file may have.
using PackNames = std::map<std::string, std::set<std::string>>;

/// Written before the first file gets its name, removed after the last: a copy of it in the folder says that the pack
/// there is not whole, and which files are remains of one.
inline constexpr const char* kJournalName = ".terrain-gen-journal.json";

/// Whether a run was killed while its files got their names.
bool holds_journal(const std::filesystem::path& folder);

/// The files that manifest.json and the journal in the folder name, as far as these can be read.
PackNames names_of_pack(const std::filesystem::path& folder);

/// Whether the folder holds a regular file of that name with one of the listed hashes.
bool holds_as_listed(const std::filesystem::path& folder, const PackNames& names, const std::string& name);

/// Writes the journal: the names of a former pack, and the files that come.
void write_journal(const std::filesystem::path& folder, PackNames former, const std::vector<PackedFile>& coming);

/// Removes from the folder what `former` names, bit by bit as listed, and `kept` does not; then the journal.
void finish_journal(const std::filesystem::path& folder, const PackNames& former, const std::vector<PackedFile>& kept);

}  // namespace terrain
