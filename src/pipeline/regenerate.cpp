#include "pipeline/regenerate.h"

#include <fmt/format.h>

#include <map>

#include "core/errors.h"
#include "export/pack.h"
#include "export/sha256.h"
#include "export/utf8_path.h"
#include "export/verify.h"
#include "pipeline/pipeline.h"
#include "recipe/text.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;
using Findings = std::vector<std::string>;

/// Every value that differs, by its JSON path.
void compare(const Json& old_values, const Json& new_values, const std::string& what, Findings& findings) {
    const Json before = old_values.flatten(), after = new_values.flatten();
    std::map<std::string, std::pair<Json, Json>> values;
    for (const auto& [path, value] : before.items()) values[path].first = value;
    for (const auto& [path, value] : after.items()) values[path].second = value;
    for (const auto& [path, both] : values) {
        if (both.first == both.second) continue;
        findings.push_back(
            fmt::format("{}{}: {} now, {} in the manifest", what, path, both.second.dump(), both.first.dump()));
    }
}

void compare_files(const Json& manifest, const std::vector<PackedFile>& files, Findings& findings) {
    std::map<std::string, const Json*> entries;
    for (const Json& entry : manifest.at("files")) entries[entry.at("file").get<std::string>()] = &entry;
    for (const PackedFile& file : files) {
        const auto found = entries.find(file.spec.file);
        if (found == entries.end()) {
            findings.push_back(file.spec.file + ": the recipe asks for it, and the manifest does not have it");
            continue;
        }
        const Json& entry = *found->second;
        const bool sampled = !file.samples_sha256.empty();
        const char* key = sampled ? "samples_sha256" : "sha256";
        const std::string& now = sampled ? file.samples_sha256 : file.sha256;
        if (entry.value(key, "") != now) {
            findings.push_back(
                fmt::format("{}: {} {} now, {} in the manifest", file.spec.file, key, now, entry.value(key, "")));
        }
        if (entry.contains("range")) {
            Json range = entry.at("range");
            range["lo"] = file.range.lo;
            range["hi"] = file.range.hi;
            range["clamped"] = file.range.clamped;
            compare(entry.at("range"), range, file.spec.file + ": range", findings);
        }
        entries.erase(found);
    }
    for (const auto& [name, entry] : entries) findings.push_back(name + ": the recipe does not ask for it");
}

/// A plain name: no manifest leads out of the folder of inputs.
std::string input_name(const Json& manifest) {
    return utf8_text(utf8_path(manifest.at("input").at("file").get<std::string>()).filename());
}

void check_input(const Json& manifest, const std::filesystem::path& inputs) {
    if (!manifest.contains("input")) return;
    const auto name = input_name(manifest);
    const std::string hash = sha256_of_file(inputs / utf8_path(name));
    if (hash.empty()) {
        throw RunError(fmt::format("the heightmap {} is not to be found in {}; --inputs names its folder", name,
                                   utf8_text(inputs)));
    }
    if (hash != manifest.at("input").at("sha256").get<std::string>()) {
        throw RunError(
            fmt::format("the heightmap {} in {} is not the one that the pack was made from", name, utf8_text(inputs)));
    }
}

void compare_pack(const Json& manifest, const std::filesystem::path& inputs, int threads, Progress& progress,
                  Findings& findings) {
    compare(manifest.at("generator"),
            {{"name", "terrain-gen"}, {"version", TERRAIN_GEN_VERSION}, {"algorithm_versions", algorithm_versions()}},
            "generator", findings);
    check_input(manifest, inputs);
    Json written = manifest.at("recipe");
    if (manifest.contains("input")) {
        // Wherever the heightmap lay beside the recipe, here it lies in `inputs`.
        written.at("source").at("heightmap")["file"] = input_name(manifest);
    }
    const Recipe recipe = parse_recipe(written.dump(), inputs / "recipe.json");
    plan(recipe, threads);
    ThreadPool pool(threads);
    const Made made = make(recipe, pool, progress);
    compare(manifest.at("statistics"), made.description.statistics, "statistics", findings);
    compare_files(manifest, hash_outputs(made.terrain, recipe.outputs, {recipe.target, recipe.tiling}, pool, progress), findings);
}

}  // namespace

std::vector<std::string> regenerate(const std::filesystem::path& pack, const std::filesystem::path& inputs, int threads,
                                    Progress& progress) {
    const Json manifest = read_sealed_manifest(pack);
    if (!manifest.is_object()) return {"manifest.json: cannot be read, or was changed after it was written"};
    Findings findings;
    try {
        compare_pack(manifest, inputs, threads, progress, findings);
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        findings.push_back(fmt::format("manifest.json: the pack cannot be made again: {}", error.what()));
    }
    return findings;
}

}  // namespace terrain
