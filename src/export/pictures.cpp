#include "export/pictures.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "export/atomic_file.h"
#include "export/folder.h"
#include "export/manifest.h"
#include "export/png.h"
#include "export/sha256.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

struct PicturePack::Entry {
    explicit Entry(const fs::path& path) : pending(path) {}
    Json json;
    PendingFile pending;
};

PicturePack::PicturePack(fs::path folder) : folder_(std::move(folder)) {}
PicturePack::~PicturePack() = default;

void PicturePack::add(const std::string& file, const Raster& raster, const Progress& progress) {
    const fs::path path = folder_ / utf8_path(file);
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        throw RunError("cannot write " + utf8_text(path) + ": a folder of that name is in the way");
    }
    auto entry = std::make_unique<Entry>(path);
    const Bytes bytes = encode_png(raster, [&] { progress.check(); });
    entry->json = {{"file", file},
                   {"format", "png8"},
                   {"bytes", bytes.size()},
                   {"sha256", sha256_hex(bytes)},
                   {"samples_sha256", samples_sha256(raster)},
                   {"size", {raster.shape.width, raster.shape.height}},
                   {"channels", raster.channels},
                   {"bits", 8},
                   {"colour", "sRGB"}};
    if (raster.channels == 4) entry->json["alpha"] = "straight";
    entry->pending.write(bytes);
    entry->pending.finish();
    entries_.push_back(std::move(entry));
}

void PicturePack::finish(const std::string& backend, const Progress& progress) {
    progress.check();
    const fs::path path = folder_ / kManifestName;
    const FolderLock lock(folder_);
    std::ifstream stream(path, std::ios::binary);
    Json manifest = Json::parse(stream, nullptr, false);
    if (!manifest.is_object()) throw RunError("cannot read " + utf8_text(path) + ": it is no manifest of a pack");
    Json files = Json::array();
    for (const auto& entry : entries_) files.push_back(entry->json);
    manifest["preview"] = {{"backend", backend}, {"files", std::move(files)}};
    const std::string text = sealed_manifest(manifest.dump(2) + '\n');
    PendingFile pending(path);
    pending.write({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    pending.finish();
    for (const auto& entry : entries_) entry->pending.rename_into_place();
    pending.rename_into_place();
    lock.flush();
}

}  // namespace terrain
