#include "export/verify.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/errors.h"
#include "core/terrain.h"
#include "export/decode.h"
#include "export/folder.h"
#include "export/manifest.h"
#include "export/output_spec.h"
#include "export/raster.h"
#include "export/sha256.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kLargestSide = 32768;
constexpr std::uintmax_t kLargestManifest = std::uintmax_t{1} << 26;

/// A finding about the manifest or one of its files.
class Finding : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Depth { bytes, samples };

Bytes read_file(const fs::path& path) {
    std::error_code error;
    if (fs::status(path, error).type() == fs::file_type::not_found) {
        throw Finding("is missing");
    }
    if (!fs::is_regular_file(path, error)) {
        throw Finding("is not a regular file");
    }
    std::ifstream stream(path, std::ios::binary);
    const std::uintmax_t size = fs::file_size(path, error);
    Bytes bytes(error ? 0 : size);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (error || !stream) {
        throw Finding("cannot be read");
    }
    return bytes;
}

template <class T>
T field(const Json& entry, const char* key) {
    const auto found = entry.find(key);
    if (found == entry.end()) {
        throw Finding(std::string("the manifest lacks its \"") + key + '"');
    }
    try {
        return found->get<T>();
    } catch (const Json::exception&) {
        throw Finding(std::string("the manifest has a wrong \"") + key + '"');
    }
}

std::uint64_t whole_number(const Json& entry, const char* key) {
    if (const auto found = entry.find(key); found != entry.end() && !found->is_number_unsigned()) {
        throw Finding(std::string("the manifest has a wrong \"") + key + '"');
    }
    return field<std::uint64_t>(entry, key);
}

Raster decode(const Bytes& bytes, const Json& entry, OutputFormat format, Shape shape) {
    if (!is_raw(format)) return decode_output(bytes, format, false, shape);
    const bool little = format == OutputFormat::raw16le;
    if (field<std::string>(entry, "byte_order") != (little ? "little" : "big")) {
        throw Finding("its byte_order does not go with its format");
    }
    const auto rows = field<std::string>(entry, "row_order");
    if (rows != "north_to_south" && rows != "south_to_north") {
        throw Finding("the manifest has a wrong \"row_order\"");
    }
    return decode_output(bytes, format, rows == "south_to_north", shape);
}

/// The "size" of the map, or of a file that has one of its own.
Shape shape_of(const Json& entry) {
    const auto size = entry.find("size");
    const auto side = [](const Json& v) {
        return v.is_number_integer() && v.get<double>() >= 1 && v.get<double>() <= static_cast<double>(kLargestSide);
    };
    if (size == entry.end() || !size->is_array() || size->size() != 2 || !side((*size)[0]) || !side((*size)[1])) {
        throw Finding("has no \"size\" of two whole numbers from 1 to 32768");
    }
    return {(*size)[0].get<std::int32_t>(), (*size)[1].get<std::int32_t>()};
}

void check_samples(const Bytes& bytes, const Json& entry, OutputFormat format, Shape shape) {
    const Raster raster = decode(bytes, entry, format, shape);
    if (whole_number(entry, "channels") != static_cast<std::uint64_t>(raster.channels) ||
        whole_number(entry, "bits") != static_cast<std::uint64_t>(sample_bits(raster))) {
        throw Finding("has " + std::to_string(raster.channels) + " channels of " + std::to_string(sample_bits(raster)) +
                      " bits, which is not what the manifest says");
    }
    if (samples_sha256(raster) != field<std::string>(entry, "samples_sha256")) {
        throw Finding("its samples differ from what the manifest says (samples_sha256)");
    }
}

Bytes read_stated_file(const fs::path& folder, const Json& entry, const std::string& name) {
    Bytes bytes = read_file(folder / utf8_path(name));
    const std::uint64_t stated = whole_number(entry, "bytes");
    if (bytes.size() != stated) {
        throw Finding("is " + std::to_string(bytes.size()) + " bytes, not " + std::to_string(stated));
    }
    if (sha256_hex(bytes) != field<std::string>(entry, "sha256")) {
        throw Finding("differs from what the manifest says (sha256)");
    }
    return bytes;
}

void check_file(const fs::path& folder, const Json& entry, const std::string& name, Shape shape, Depth depth) {
    const auto layer = output_layer(field<std::string>(entry, "layer"));
    const auto format = output_format(field<std::string>(entry, "format"));
    if (!layer || !format || !is_allowed(*layer, *format)) {
        throw Finding("the manifest has a layer or format that does not exist");
    }
    const Bytes bytes = read_stated_file(folder, entry, name);
    if (depth == Depth::samples && has_samples(*format)) {
        const bool own = *layer == OutputLayer::statistics || entry.contains("tile");
        check_samples(bytes, entry, *format, own ? shape_of(entry) : shape);
    }
}

fs::path manifest_of(const fs::path& pack) {
    std::error_code error;
    return fs::is_regular_file(pack, error) ? pack : pack / kManifestName;
}

Bytes read_manifest_bytes(const fs::path& path) {
    std::error_code error;
    if (const auto size = fs::file_size(path, error); !error && size > kLargestManifest) {
        throw Finding("is too large");
    }
    return read_file(path);
}

Json parse_manifest(const Bytes& bytes) {
    int depth = 0;
    const auto limit_depth = [&](int at, Json::parse_event_t event, Json& /*parsed*/) {
        depth = at;
        const bool opens = event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
        if (opens && depth > 200) {
            throw Finding("is nested too deeply");
        }
        return true;
    };
    Json manifest = Json::parse(bytes.begin(), bytes.end(), limit_depth, false);
    if (manifest.is_discarded() || !manifest.is_object()) {
        throw Finding("is not a JSON object");
    }
    return manifest;
}

bool is_sealed(const Bytes& bytes) {
    const std::string text(bytes.begin(), bytes.end());
    return text.find("\"manifest_sha256\"") != std::string::npos && sealed_manifest(text) == text;
}

/// What the manifest says of itself.
void check_seal(const Bytes& bytes, const Json& manifest) {
    field<std::string>(manifest, "manifest_sha256");
    if (!is_sealed(bytes)) throw Finding("was changed after it was written (manifest_sha256)");
    std::vector<std::pair<std::string, std::string>> hashes;
    for (const Json& entry : manifest.at("files")) {
        const char* key = entry.contains("samples_sha256") ? "samples_sha256" : "sha256";
        hashes.emplace_back(entry.value(key, ""), entry.value("file", ""));
    }
    if (field<std::string>(manifest, "content_sha256") != content_sha256(hashes)) {
        throw Finding("has a content_sha256 that does not go with its files");
    }
}

void check_picture(const fs::path& folder, const Json& entry, const std::string& name, Depth depth) {
    const Bytes bytes = read_stated_file(folder, entry, name);
    if (depth == Depth::samples) check_samples(bytes, entry, OutputFormat::png8, shape_of(entry));
}

/// Judges a list of files with `check`, which throws what is wrong with one.
template <class Check>
void check_list(const Json& owner, const char* list, std::set<std::string>& names, std::vector<std::string>& findings,
                const Check& check) {
    const auto files = owner.find("files");
    if (files == owner.end() || !files->is_array()) {
        throw Finding("has no \"files\"");
    }
    for (std::size_t i = 0; i < files->size(); ++i) {
        std::string name = "manifest.json: " + std::string(list) + "[" + std::to_string(i) + "]";
        try {
            if (!(*files)[i].is_object()) {
                throw Finding("is not an object");
            }
            const auto file = field<std::string>((*files)[i], "file");
            if (file_name_problem(file)) {
                throw Finding("names a file that cannot belong to a pack: " + Json(file).dump());
            }
            name = file;
            if (!names.insert(file).second) {
                throw Finding("is listed twice");
            }
            check((*files)[i], file);
        } catch (const Finding& finding) {
            findings.push_back(name + ": " + finding.what());
        } catch (const RunError& error) {
            findings.push_back(name + ": " + error.what());
        }
    }
}

void check_entries(const fs::path& folder, const Json& manifest, Depth depth, std::vector<std::string>& findings) {
    const Shape shape = shape_of(manifest);
    std::set<std::string> names;
    check_list(manifest, "files", names, findings,
               [&](const Json& entry, const std::string& file) { check_file(folder, entry, file, shape, depth); });
    const auto preview = manifest.find("preview");
    if (preview == manifest.end()) return;
    if (!preview->is_object()) {
        throw Finding("has a \"preview\" that is no object");
    }
    check_list(*preview, "preview.files", names, findings,
               [&](const Json& entry, const std::string& file) { check_picture(folder, entry, file, depth); });
}

std::vector<std::string> findings_of(const fs::path& pack, Depth depth) {
    std::vector<std::string> findings;
    const fs::path path = manifest_of(pack);
    try {
        const Bytes bytes = read_manifest_bytes(path);
        const Json manifest = parse_manifest(bytes);
        check_entries(path.parent_path(), manifest, depth, findings);
        if (findings.empty()) check_seal(bytes, manifest);
    } catch (const std::exception& error) {
        findings.push_back(std::string("manifest.json: ") + error.what());
    }
    return findings;
}

}  // namespace

std::vector<std::string> verify_pack(const fs::path& pack) { return findings_of(pack, Depth::samples); }

std::vector<std::string> verify_bytes(const fs::path& pack) { return findings_of(pack, Depth::bytes); }

PackHashes hashes_of_pack(const fs::path& pack) {
    try {
        const Json manifest = parse_manifest(read_manifest_bytes(manifest_of(pack)));
        return {manifest.value("manifest_sha256", ""), manifest.value("content_sha256", "")};
    } catch (const std::exception&) {
        return {};
    }
}

std::optional<Raster> decode_output(const fs::path& folder, const Json& entry, Shape shape) {
    try {
        const auto format = output_format(field<std::string>(entry, "format"));
        const auto name = field<std::string>(entry, "file");
        if (!format || !has_samples(*format) || file_name_problem(name)) return std::nullopt;
        return decode(read_file(folder / utf8_path(name)), entry, *format, shape);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

nlohmann::ordered_json read_sealed_manifest(const fs::path& pack) {
    try {
        const Bytes bytes = read_manifest_bytes(manifest_of(pack));
        parse_manifest(bytes);
        if (is_sealed(bytes)) return nlohmann::ordered_json::parse(bytes.begin(), bytes.end());
    } catch (const std::exception&) {
        return nullptr;
    }
    return nullptr;
}

}  // namespace terrain
