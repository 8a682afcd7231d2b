#include "export/verify.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "export/pack.h"
#include "support.h"

using namespace terrain;
using Json = nlohmann::ordered_json;

namespace {

/// As text, with its hashes made to fit: what else is wrong is to be found.
std::string sealed(Json manifest) {
    std::vector<std::pair<std::string, std::string>> hashes;
    for (const Json& entry : manifest["files"]) {
        const auto text = [&](const char* key) {
            return entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : std::string();
        };
        hashes.emplace_back(text(entry.contains("samples_sha256") ? "samples_sha256" : "sha256"), text("file"));
    }
    manifest["content_sha256"] = content_sha256(hashes);
    return sealed_manifest(manifest.dump());
}

/// A small pack to damage.
class Pack {
  public:
    Pack() {
        ThreadPool pool(1);
        Progress progress;
        std::vector<OutputSpec> outputs(4);
        outputs[0].file = "h.png";
        outputs[1].file = "h.tif";
        outputs[1].format = OutputFormat::tiff32f;
        outputs[2].file = "h.raw";
        outputs[2].format = OutputFormat::raw16le;
        outputs[3].file = "trees.csv";
        outputs[3].layer = OutputLayer::trees;
        outputs[3].format = OutputFormat::csv;
        write_pack(path(), false, test::sample_terrain({12, 7}), outputs, {}, pool, progress);
        manifest = Json::parse(test::read_text(path() / "manifest.json"));
    }
    [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
    [[nodiscard]] std::vector<std::string> findings() const { return verify_pack(path()); }
    [[nodiscard]] std::vector<std::string> findings_with(const Json& changed) const {
        test::write_text(path() / "manifest.json", sealed(changed));
        return findings();
    }
    Json manifest;

  private:
    test::TemporaryFolder folder_;
};

void check_one(const std::vector<std::string>& findings, const std::string& what) {
    REQUIRE(findings.size() == 1);
    CHECK_THAT(findings[0], Catch::Contains(what));
}

}  // namespace

TEST_CASE("verify: a whole pack has no findings, foreign files do not matter") {
    const Pack pack;
    test::write_text(pack.path() / "mine.txt", "foreign");
    CHECK(pack.findings().empty());
}

TEST_CASE("verify: any changed byte, a missing, shortened or replaced file is found") {
    for (const char* name : {"h.png", "h.tif", "h.raw", "trees.csv"}) {
        const Pack pack;
        const std::string whole = test::read_text(pack.path() / name);
        std::string broken = whole;
        broken[whole.size() / 2] = static_cast<char>(broken[whole.size() / 2] ^ 1);
        test::write_text(pack.path() / name, broken);
        check_one(pack.findings(), std::string(name) + ": differs");
        test::write_text(pack.path() / name, whole.substr(1));
        check_one(pack.findings(), "bytes, not");
        std::filesystem::remove(pack.path() / name);
        check_one(pack.findings(), std::string(name) + ": is missing");
        std::filesystem::create_directory(pack.path() / name);
        check_one(pack.findings(), "not a regular file");
    }
}

TEST_CASE("verify: a pipe is not waited for") {
    const Pack pack;
    std::filesystem::remove(pack.path() / "h.raw");
    REQUIRE(::mkfifo((pack.path() / "h.raw").c_str(), 0600) == 0);
    check_one(pack.findings(), "not a regular file");
}

TEST_CASE("verify: the samples are checked for themselves") {
    const Pack pack;
    for (const std::size_t k : {0, 1, 2}) {
        Json changed = pack.manifest;
        changed["files"][k]["samples_sha256"] = std::string(64, '0');
        check_one(pack.findings_with(changed), "samples_sha256");
        changed = pack.manifest;
        changed["files"][k]["bits"] = 8;
        check_one(pack.findings_with(changed), "bits");
    }
    Json changed = pack.manifest;
    changed["files"][2]["row_order"] = "south_to_north";
    check_one(pack.findings_with(changed), "samples_sha256");
    changed = pack.manifest;
    changed["files"][2]["byte_order"] = "big";
    check_one(pack.findings_with(changed), "byte_order");
    changed = pack.manifest;
    changed["size"] = {7, 12};
    CHECK(pack.findings_with(changed).size() == 3);  // RAW has as many samples, but the hash covers the shape
    changed["size"] = {12, 8};
    CHECK(pack.findings_with(changed).size() == 3);
}

TEST_CASE("verify: a manifest that names files outside of the folder, or one twice, is reported") {
    const Pack pack;
    for (const char* name : {"../h.png", "/etc/passwd", "a/../h.png", "", "..", "manifest.json", "C:\\h.png"}) {
        Json changed = pack.manifest;
        changed["files"][0]["file"] = name;
        check_one(pack.findings_with(changed), "cannot belong");
    }
    Json twice = pack.manifest;
    twice["files"][1] = twice["files"][0];
    check_one(pack.findings_with(twice), "twice");
}

TEST_CASE("verify: any broken manifest is a finding, never a crash") {
    const Pack pack;
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string("{}"),
          std::string("\xff\xfe"), std::string(100000, '['), std::string("{\"size\":[1,1],\"files\":{}}"),
          std::string("{\"size\":[12,7],\"files\":[1]}"), std::string("{\"size\":[12,7],\"files\":[{}]}"),
          std::string("{\"size\":[1e300,7],\"files\":[]}"), std::string("{\"size\":[0,7],\"files\":[]}"),
          std::string("{\"size\":[12,99999999999],\"files\":[]}")}) {
        test::write_text(pack.path() / "manifest.json", text);
        CHECK(pack.findings().size() == 1);
    }
    std::filesystem::remove(pack.path() / "manifest.json");
    check_one(pack.findings(), "is missing");
    CHECK(verify_pack(pack.path() / "nowhere").size() == 1);
}

TEST_CASE("verify: each field of an entry is needed, and needs its type") {
    const Pack pack;
    for (const char* key : {"file", "layer", "format", "bytes", "sha256", "samples_sha256", "channels", "bits"}) {
        Json changed = pack.manifest;
        changed["files"][0].erase(key);
        check_one(pack.findings_with(changed), key);
        for (const Json& wrong : {Json(nullptr), Json(-1), Json(1.5), Json::array(), Json("x"), Json(1e300)}) {
            changed["files"][0][key] = wrong;
            CHECK(pack.findings_with(changed).size() == 1);
        }
    }
}

TEST_CASE("verify: a statistic, a range or any other word of the manifest cannot be changed unseen") {
    const Pack pack;
    const std::string whole = test::read_text(pack.path() / "manifest.json");
    for (std::size_t at = 0; at < whole.size(); at += 7) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        test::write_text(pack.path() / "manifest.json", changed);
        CAPTURE(at);
        CHECK_FALSE(pack.findings().empty());
        CHECK_FALSE(verify_bytes(pack.path()).empty());
    }
    test::write_text(pack.path() / "manifest.json", whole);
    CHECK(verify_bytes(pack.path()).empty());
    CHECK(verify_pack(pack.path() / "manifest.json").empty());
    Json changed = pack.manifest;
    changed["statistics"]["relief_m"] = 1;
    test::write_text(pack.path() / "manifest.json", changed.dump(2));
    check_one(pack.findings(), "manifest_sha256");
    changed = pack.manifest;
    changed["content_sha256"] = std::string(64, '0');
    test::write_text(pack.path() / "manifest.json", sealed_manifest(changed.dump(2)));
    check_one(pack.findings(), "content_sha256");
    changed.erase("manifest_sha256");
    test::write_text(pack.path() / "manifest.json", changed.dump(2));
    check_one(pack.findings(), "manifest_sha256");
}
