#include "export/pack_journal.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "export/atomic_file.h"
#include "export/folder.h"
#include "export/sha256.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 26;

void add_files(const Json& owner, PackNames& names) {
    if (!owner.is_object() || !owner.contains("files") || !owner["files"].is_array()) return;
    for (const Json& entry : owner["files"]) {
        if (!entry.is_object() || !entry.contains("file") || !entry.contains("sha256")) continue;
        if (!entry["file"].is_string() || !entry["sha256"].is_string()) continue;
        const auto name = entry["file"].get<std::string>();
        if (!file_name_problem(name)) names[name].insert(entry["sha256"].get<std::string>());
    }
}

void add_names(const fs::path& path, PackNames& names) {
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error)) || fs::file_size(path, error) > kLargest) return;
    std::ifstream stream(path, std::ios::binary);
    const Json json = Json::parse(stream, nullptr, false);
    add_files(json, names);
    if (json.is_object() && json.contains("preview")) add_files(json["preview"], names);
}

}  // namespace

bool holds_journal(const fs::path& folder) {
    std::error_code error;
    return fs::is_regular_file(fs::symlink_status(folder / kJournalName, error));
}

PackNames names_of_pack(const fs::path& folder) {
    PackNames names;
    add_names(folder / kManifestName, names);
    add_names(folder / kJournalName, names);
    return names;
}

bool holds_as_listed(const fs::path& folder, const PackNames& names, const std::string& name) {
    const auto found = names.find(name);
    if (found == names.end()) return false;
    const fs::path path = folder / utf8_path(name);
    std::error_code error;
    return fs::is_regular_file(fs::symlink_status(path, error)) && found->second.contains(sha256_of_file(path));
}

void write_journal(const fs::path& folder, PackNames former, const std::vector<PackedFile>& coming) {
    for (const PackedFile& file : coming) former[file.spec.file].insert(file.sha256);
    Json files = Json::array();
    for (const auto& [name, hashes] : former) {
        for (const std::string& hash : hashes) files.push_back({{"file", name}, {"sha256", hash}});
    }
    const std::string text = Json{{"files", files}}.dump(2) + '\n';
    write_whole(folder / kJournalName, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

void finish_journal(const fs::path& folder, const PackNames& former, const std::vector<PackedFile>& kept) {
    std::set<std::string> names;
    for (const PackedFile& file : kept) names.insert(file.spec.file);
    std::error_code ignored;
    for (const auto& [name, hashes] : former) {
        if (names.contains(name) || !holds_as_listed(folder, former, name)) continue;
        fs::remove(folder / utf8_path(name), ignored);
    }
    fs::remove(folder / kJournalName, ignored);
}

}  // namespace terrain
