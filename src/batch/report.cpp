#include "batch/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "batch/contact_sheet.h"
#include "core/errors.h"
#include "export/atomic_file.h"
#include "export/folder.h"
#include "export/layer_raster.h"
#include "export/png.h"
#include "export/sha256.h"
#include "export/utf8_path.h"
#include "export/verify.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

bool is_there(const PackJob& job) { return job.state == PackJob::State::made || job.state == PackJob::State::current; }

bool is_report(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const Json json = Json::parse(stream, nullptr, false);
    return json.is_object() && json.contains("packs") && json.contains("generator") && json["generator"].is_object() &&
           json["generator"].value("name", "") == "terrain-gen";
}

Json describe(const PackJob& job, const fs::path& root) {
    Json entry{{"name", job.recipe.name}, {"recipe_file", utf8_text(utf8_path(job.file).filename())}};
    if (job.plan) {
        entry["seed"] = job.recipe.seed;
        entry["folder"] = utf8_text(job.options.out.lexically_relative(root.empty() ? "." : root));
    }
    if (is_there(job)) {
        const PackHashes hashes = hashes_of_pack(job.options.out);
        entry["state"] = "complete";
        entry["manifest_sha256"] = hashes.manifest_sha256;
        entry["content_sha256"] = hashes.content_sha256;
    } else {
        entry["state"] = job.state == PackJob::State::refused ? "refused" : "failed";
        entry["error"] = job.failure.message;
    }
    return entry;
}

Bytes sheet_of(const Batch& batch, int threads) {
    const bool same_name = std::all_of(batch.packs.begin(), batch.packs.end(), [&](const PackJob& job) {
        return job.recipe.name == batch.packs.front().recipe.name;
    });
    std::vector<SheetEntry> entries;
    for (const PackJob& job : batch.packs) {
        SheetEntry entry{is_there(job) ? job.options.out : fs::path("/dev/null"), {}};
        if (job.plan) entry.caption.push_back(std::to_string(job.recipe.seed));
        if (!same_name || !job.plan) entry.caption.push_back(job.recipe.name);
        entries.push_back(std::move(entry));
    }
    ThreadPool pool(threads);
    return encode_png(colour_raster(contact_sheet(entries, pool)));
}

}  // namespace

ReportNames report_names(const Shard& shard) {
    if (shard.count == 1) return {"batch.json", "contact.png"};
    const std::string part = fmt::format("-{}-of-{}", shard.index, shard.count);
    return {"batch" + part + ".json", "contact" + part + ".png"};
}

void check_report(const Batch& batch, const Shard& shard, bool contact) {
    const ReportNames names = report_names(shard);
    std::error_code error;
    const fs::path json = batch.root / names.json;
    std::string foreign;
    if (fs::exists(json, error)) {
        if (!is_report(json)) foreign = names.json;
    } else if (contact && fs::exists(batch.root / names.contact, error)) {
        foreign = names.contact;
    }
    if (foreign.empty()) return;
    throw UserError(fmt::format("output folder {}: it holds a file {} that is of no batch; --overwrite replaces it",
                                utf8_text(batch.root.empty() ? "." : batch.root), foreign));
}

void write_report(const Batch& batch, const Shard& shard, bool contact, int threads) {
    if (std::none_of(batch.packs.begin(), batch.packs.end(), is_there)) return;
    const ReportNames names = report_names(shard);
    Json report{{"generator", {{"name", "terrain-gen"}, {"version", TERRAIN_GEN_VERSION}}}};
    if (shard.count > 1) report["shard"] = {shard.index, shard.count};
    Json packs = Json::array();
    for (const PackJob& job : batch.packs) packs.push_back(describe(job, batch.root));
    Bytes sheet;
    if (contact) {
        sheet = sheet_of(batch, threads);
        report["contact"] = {{"file", names.contact}, {"sha256", sha256_hex(sheet)}};
    }
    report["packs"] = std::move(packs);
    const std::string text = report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    const OutputFolder held(batch.root, true);
    // The report first: it says that the picture is the program's, should this be where the run is killed.
    write_whole(batch.root / names.json, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    if (contact) write_whole(batch.root / names.contact, sheet);
}

}  // namespace terrain
