// Many packs in one run: which are made, which are left as they are, and that it always ends the same.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

// Large enough to be stopped in the middle of a pack, small enough for many of them.
const std::string kQuick = R"({"size":[40,24],"hydrology":{"cycles":2,"drops_per_cell":1.0},
    "outputs":[{"layer":"height"},{"layer":"hillshade"},{"layer":"trees","format":"csv"}]})";

Finished in(const TemporaryFolder& folder, std::vector<std::string> arguments) {
    return terrain_gen(arguments, folder.path());
}

std::set<std::string> packs_below(const fs::path& folder) {
    std::set<std::string> packs;
    for (const auto& [name, bytes] : contents(folder)) {
        if (name.ends_with("/manifest.json")) packs.insert(name.substr(0, name.size() - 14));
    }
    return packs;
}

std::vector<std::pair<std::string, std::string>> clean_run(const std::vector<std::string>& arguments) {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    write_file(folder / "b.json", kQuick);
    REQUIRE(in(folder, arguments).code == 0);
    return contents(folder / "d");
}

}  // namespace

TEST_CASE("a batch makes a pack for each recipe and seed, with a list, a picture and a line each") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    write_file(folder / "b.json", kQuick);
    const Finished run = in(
        folder, {"--seeds", "1..3,9", "--jobs", "2", "--threads", "1", "--out", "d/{name}/{seed}", "a.json", "b.json"});
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    REQUIRE(run.out.empty());
    REQUIRE(packs_below(folder / "d") == std::set<std::string>{"a/1", "a/2", "a/3", "a/9", "b/1", "b/2", "b/3", "b/9"});
    for (int k = 1; k <= 8; ++k) REQUIRE_THAT(run.err, Contains(fmt::format("[{}/8]", k)));
    REQUIRE_THAT(run.err, Contains("8 packs: 8 made, 0 up to date, 0 failed, 0 refused"));
    const Json report = Json::parse(read_file(folder / "d/batch.json"));
    REQUIRE(report["packs"].size() == 8);
    REQUIRE(report["packs"][3]["seed"] == 9);
    REQUIRE(report["packs"][3]["folder"] == "a/9");
    const Json manifest = Json::parse(read_file(folder / "d/a/9/manifest.json"));
    REQUIRE(report["packs"][3]["manifest_sha256"] == manifest["manifest_sha256"]);
    REQUIRE(manifest["seed"] == 9);
    REQUIRE(fs::exists(folder / "d/contact.png"));
    // Each pack is the one that a run of its own makes; so are list and picture for any number of jobs.
    REQUIRE(in(folder, {"--seed", "9", "--out", "alone", "a.json"}).code == 0);
    REQUIRE(contents(folder / "alone") == contents(folder / "d/a/9"));
    REQUIRE(clean_run({"--seeds", "1..3,9", "--out", "d/{name}/{seed}", "a.json", "b.json"}) == contents(folder / "d"));
}

TEST_CASE("what is up to date is left as it is, what is damaged or changed is made again") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    const std::vector<std::string> line{"--seeds", "1..4", "--out", "d", "a.json"};
    REQUIRE(in(folder, line).code == 0);
    const auto clean = contents(folder / "d");
    const auto time = fs::last_write_time(folder / "d/a-2/height.png");
    REQUIRE_THAT(in(folder, line).err, Contains("0 made, 4 up to date"));
    REQUIRE(fs::last_write_time(folder / "d/a-2/height.png") == time);
    REQUIRE(contents(folder / "d") == clean);
    write_file(folder / "d/a-1/trees.csv", "x");
    fs::remove(folder / "d/a-2/height.png");
    std::string manifest = read_file(folder / "d/a-3/manifest.json");
    char& digit = manifest[manifest.find_first_of("0123456789", manifest.find("\"statistics\""))];
    digit = digit == '1' ? '2' : '1';
    write_file(folder / "d/a-3/manifest.json", manifest);
    fs::remove(folder / "d/contact.png");
    const Finished again = in(folder, line);
    CAPTURE(again.err);
    REQUIRE(again.code == 0);
    REQUIRE_THAT(again.err, Contains("up to date -> d/a-4"));
    REQUIRE(contents(folder / "d") == clean);
    REQUIRE_THAT(in(folder, {"--force", "--seeds", "1..4", "--out", "d", "a.json"}).err, Contains("4 made, 0 up"));
    REQUIRE(contents(folder / "d") == clean);
    // Another recipe's packs are replaced on request alone.
    const std::vector<std::string> other{"--seeds", "1..4", "--out", "d", "--set", "outputs=[{\"layer\":\"pool\"}]",
                                         "a.json"};
    const Finished refused = in(folder, other);
    REQUIRE(refused.code == 2);
    REQUIRE_THAT(refused.err, Contains("--overwrite") && Contains("4 refused"));
    REQUIRE(contents(folder / "d") == clean);
    std::vector<std::string> overwrite = other;
    overwrite.insert(overwrite.begin(), "--overwrite");
    REQUIRE(in(folder, overwrite).code == 0);
    REQUIRE(contents(folder / "d") == clean_run(other));
}

TEST_CASE("a heightmap that changed makes the pack anew, although the recipe is the same") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    const std::vector<std::string> make{"--quiet", "--overwrite", "--out",
                                        "src",     "--set",       R"(outputs=[{"layer":"height","format":"tiff32f"}])",
                                        "a.json"};
    REQUIRE(in(folder, make).code == 0);
    write_file(folder / "dem.json", R"({"source":{"heightmap":{"file":"src/height.tif"}},"hydrology":{"cycles":0}})");
    REQUIRE(in(folder, {"--out", "d", "dem.json"}).code == 0);
    REQUIRE_THAT(in(folder, {"--out", "d", "dem.json"}).err, Contains("up to date"));
    REQUIRE(in(folder, {"verify", "--regenerate", "--inputs", "src", "d"}).code == 0);
    std::vector<std::string> other = make;
    other.insert(other.begin(), {"--seed", "8"});
    REQUIRE(in(folder, other).code == 0);
    const auto before = contents(folder / "d");
    const Finished stale = in(folder, {"verify", "--regenerate", "--inputs", "src", "d"});
    REQUIRE(stale.code == 1);
    REQUIRE_THAT(stale.err, Contains("height.tif") && Contains("not the one"));
    REQUIRE_THAT(in(folder, {"verify", "--regenerate", "d"}).err, Contains("--inputs"));
    const Finished anew = in(folder, {"--out", "d", "dem.json"});
    REQUIRE(anew.code == 0);
    REQUIRE(contents(folder / "d") != before);
}

TEST_CASE("one failure does not stop the rest, and the exit code tells") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    write_file(folder / "bad.json", R"({"seeed":1})");
    write_file(folder / "d/a-2/height.png/in-the-way", "x");
    const Finished run = in(folder, {"--overwrite", "--seeds", "1..3", "--out", "d", "a.json", "bad.json"});
    CAPTURE(run.err);
    REQUIRE(run.code == 1);
    REQUIRE_THAT(run.err, Contains("bad.json:1:2: $.seeed") && Contains("height.png") &&
                              Contains("4 packs: 2 made, 0 up to date, 1 failed, 1 refused"));
    REQUIRE(packs_below(folder / "d") == std::set<std::string>{"a-1", "a-3"});
    const Json report = Json::parse(read_file(folder / "d/batch.json"));
    REQUIRE(report["packs"][1]["state"] == "failed");
    REQUIRE(report["packs"][3]["state"] == "refused");
    REQUIRE_THAT(report["packs"][1]["error"].get<std::string>(), Contains("in the way"));
    fs::remove_all(folder / "d/a-2");
    const Finished rest = in(folder, {"--seeds", "1..3", "--out", "d", "a.json"});
    REQUIRE(rest.code == 0);
    REQUIRE_THAT(rest.err, Contains("1 made, 2 up to date"));
    REQUIRE(contents(folder / "d") == clean_run({"--seeds", "1..3", "--out", "d", "a.json"}));
}

TEST_CASE("killed anywhere, the same line ends where one clean run ends") {
    const std::vector<std::string> line{"--seeds", "1..6", "--jobs", "2", "--threads", "1", "--out", "d", "a.json"};
    const auto clean = clean_run(line);
    for (int round = 0; round < 3; ++round) {
        const TemporaryFolder folder;
        write_file(folder / "a.json", kQuick);
        int kills = 0;
        for (double after = 0.005 * (round + 1); after < 1.0; after *= 1.7) {
            Launch what;
            what.arguments = line;
            what.folder = folder.path();
            what.signal = SIGKILL;
            what.signal_after_s = after;
            if (launch(what).signal == SIGKILL) ++kills;
            for (const std::string& pack : packs_below(folder / "d")) {
                REQUIRE(in(folder, {"verify", "d/" + pack}).code == 0);
            }
        }
        REQUIRE(kills > 0);
        const Finished last = in(folder, line);
        CAPTURE(last.err, kills);
        REQUIRE(last.code == 0);
        REQUIRE(contents(folder / "d") == clean);
    }
}

TEST_CASE("several processes with one line, and with recipes of their own, write into one folder at once") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    write_file(folder / "b.json", kQuick);
    std::vector<std::thread> processes;
    std::vector<Finished> results(6);
    for (std::size_t k = 0; k < results.size(); ++k) {
        processes.emplace_back([&, k] {
            const std::string recipe = k < 4 ? "a.json" : "b.json";
            results[k] = in(folder, {"--no-contact", "--seeds", "1..3", "--out", "d", "--threads", "1", recipe});
        });
    }
    for (std::thread& process : processes) process.join();
    for (const Finished& result : results) {
        CAPTURE(result.err);
        REQUIRE(result.code == 0);
    }
    auto found = contents(folder / "d");
    auto clean = clean_run({"--no-contact", "--seeds", "1..3", "--out", "d", "a.json", "b.json"});
    const auto is_report = [](const auto& file) { return file.first == "batch.json"; };
    std::erase_if(found, is_report);
    std::erase_if(clean, is_report);
    REQUIRE(found == clean);
}

TEST_CASE("an interruption at any time is exit code 130 and leaves no empty folder behind") {
    for (const int signal : {SIGINT, SIGTERM}) {
        for (const double after : {0.004, 0.02, 0.2, 0.5}) {
            const TemporaryFolder folder;
            write_file(folder / "a.json", R"({"size":[512,512],"hydrology":{"cycles":20000,"drops_per_cell":1000}})");
            Launch what;
            what.arguments = {"--out", "x/d", "a.json"};
            what.folder = folder.path();
            what.signal = signal;
            what.signal_after_s = after;
            const Finished run = launch(what);
            CAPTURE(signal, after, run.signal, run.err);
            // Before the loader is done with the libraries no program can catch a signal.
            if (after > 0.1 || run.signal != signal) REQUIRE(run.code == 130);
            REQUIRE_FALSE(fs::exists(folder / "x"));
        }
    }
}

TEST_CASE("shards are disjoint, add up to the whole and stay the same when a recipe fails or seeds are added") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    write_file(folder / "b.json", kQuick);
    std::set<std::string> all;
    std::size_t sum = 0;
    for (int k = 1; k <= 3; ++k) {
        const std::string part = std::to_string(k);
        const std::vector<std::string> line{"--seeds", "1..4",     "--shard", part + "/3",
                                            "--out",   "s" + part, "a.json",  "b.json"};
        REQUIRE(in(folder, line).code == 0);
        const auto packs = packs_below(folder / ("s" + part));
        sum += packs.size();
        all.insert(packs.begin(), packs.end());
        REQUIRE(fs::exists(folder / ("s" + part) / ("batch-" + part + "-of-3.json")));
        REQUIRE(fs::exists(folder / ("s" + part) / ("contact-" + part + "-of-3.png")));
    }
    REQUIRE(sum == 8);
    REQUIRE(all.size() == 8);
    REQUIRE(packs_below(folder / "s1") == std::set<std::string>{"a-1", "a-4", "b-3"});
    fs::remove(folder / "a.json");
    REQUIRE(in(folder, {"--seeds", "1..4", "--shard", "1/3", "--out", "t", "a.json", "b.json"}).code == 2);
    REQUIRE(packs_below(folder / "t") == std::set<std::string>{"b-3"});
    // All in one folder at once: no clash.
    write_file(folder / "a.json", kQuick);
    for (const std::string part : {"1/2", "2/2"}) {
        REQUIRE(in(folder, {"--seeds", "1..4", "--shard", part, "--out", "u", "a.json"}).code == 0);
    }
    REQUIRE(packs_below(folder / "u").size() == 4);
    REQUIRE(in(folder, {"contact", "--out", "u/all.png", "u/a-1", "u/a-2", "u/a-3", "u/a-4"}).code == 0);
    REQUIRE(in(folder, {"--seeds", "1..4", "--out", "u", "a.json"}).code == 0);
    REQUIRE(read_file(folder / "u/contact.png").size() > 500);
}

TEST_CASE("files that are no report of a batch are left alone") {
    for (const char* name : {"batch.json", "contact.png"}) {
        const TemporaryFolder folder;
        write_file(folder / "a.json", kQuick);
        write_file(folder / "d" / name, "mine");
        const Finished run = in(folder, {"--seeds", "1..2", "--out", "d", "a.json"});
        CAPTURE(run.err);
        REQUIRE(run.code == 2);
        REQUIRE_THAT(run.err, Contains(name) && Contains("--overwrite"));
        REQUIRE(contents(folder / "d").size() == 1);
        REQUIRE(in(folder, {"--no-contact", "--overwrite", "--seeds", "1..2", "--out", "d", "a.json"}).code == 0);
    }
}

TEST_CASE("batch flags that are wrong are refused") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"--seeds", ""},
                                               {"--seeds", "1..", "a.json"},
                                               {"--seeds", "5..1", "a.json"},
                                               {"--seeds", "1,1", "a.json"},
                                               {"--seeds", "-1", "a.json"},
                                               {"--seeds", "1, 2", "a.json"},
                                               {"--seeds", "0..18446744073709551615", "a.json"},
                                               {"--seeds", "1..2", "--seed", "1", "a.json"},
                                               {"--shard", "0/3", "a.json"},
                                               {"--shard", "4/3", "a.json"},
                                               {"--shard", "1", "a.json"},
                                               {"--jobs", "0", "a.json"},
                                               {"--out", "d/{nmae}", "a.json"},
                                               {"--seeds", "1..2", "--out", "d/{name}", "a.json"},
                                               {"verify", "--expect", "abc", "d"}}) {
        const auto before = contents(folder.path());
        const Finished run = in(folder, wrong);
        CAPTURE(wrong, run.err);
        const bool one_of_two = wrong.back() == "a.json" && wrong[1] == "1..2" && wrong[2] == "--out";
        REQUIRE(run.code == 2);
        if (!one_of_two) REQUIRE(contents(folder.path()) == before);
        fs::remove_all(folder / "d");
    }
    REQUIRE_THAT(in(folder, {"--seeds", "18446744073709551614..18446744073709551615", "a.json"}).err,
                 Contains("2 packs: 2 made"));
}

TEST_CASE("a dry run proves that the folders can be made, and leaves nothing") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    const auto before = contents(folder.path());
    const Finished good = in(folder, {"--dry-run", "--seeds", "1..2", "--out", "x/{seed}", "a.json"});
    REQUIRE(good.code == 0);
    REQUIRE_THAT(good.out, Contains("x/1") && Contains("x/2"));
    REQUIRE(contents(folder.path()) == before);
    REQUIRE_FALSE(fs::exists(folder / "x"));
    const Finished bad = in(folder, {"--dry-run", "--out", "/proc/terrain-gen-test", "a.json"});
    REQUIRE(bad.code == 1);
    REQUIRE_THAT(bad.err, Contains("/proc/terrain-gen-test"));
    REQUIRE(in(folder, {"--dry-run", "--out", std::string(300, 'x'), "a.json"}).code == 1);
}

TEST_CASE("verify makes the pack again, and takes the hash that is expected") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kQuick);
    REQUIRE(in(folder, {"--quiet", "--out", "d", "a.json"}).code == 0);
    const Json manifest = Json::parse(read_file(folder / "d/manifest.json"));
    const Finished good = in(folder, {"verify", "--regenerate", "d/manifest.json"});
    CAPTURE(good.err);
    REQUIRE(good.code == 0);
    for (const char* hash : {"content_sha256", "manifest_sha256"}) {
        REQUIRE_THAT(good.out, Contains(hash + std::string(" ") + manifest[hash].get<std::string>()));
        REQUIRE(in(folder, {"verify", "--expect", manifest[hash].get<std::string>(), "d"}).code == 0);
    }
    const Finished other = in(folder, {"verify", "--expect", std::string(64, '0'), "d"});
    REQUIRE(other.code == 1);
    REQUIRE_THAT(other.err, Contains(manifest["content_sha256"].get<std::string>()));
    // A whole and sealed pack that another program could have made from this recipe: sed is enough to forge one.
    const std::string forge =
        "cd '" + folder.path().string() +
        "/d' && sed -i 's/\"seed\": 42/\"seed\": 43/; s/\"manifest_sha256\": \"[0-9a-f]*\"/\"manifest_sha256\": \"" +
        std::string(64, '0') + "\"/' manifest.json && h=$(sha256sum manifest.json | cut -d' ' -f1) && sed -i \"2s/" +
        std::string(64, '0') + "/$h/\" manifest.json";
    REQUIRE(std::system(forge.c_str()) == 0);
    REQUIRE(in(folder, {"verify", "d"}).code == 0);
    const Finished forged = in(folder, {"verify", "--regenerate", "d"});
    REQUIRE(forged.code == 1);
    REQUIRE_THAT(forged.err, Contains("height.png: samples_sha256") && Contains("statistics/"));
    const Finished several = in(folder, {"verify", "d", "nowhere"});
    REQUIRE(several.code == 1);
    REQUIRE_THAT(several.err, Contains("nowhere: ") && !Contains("error: d: "));
}

TEST_CASE("manifests fit their published schema, by an independent validator") {
    if (std::system("python3 -c 'import jsonschema' 2>/dev/null") != 0) {
        WARN("python3-jsonschema is not there");
        return;
    }
    const TemporaryFolder folder;
    write_file(folder / "a.json", R"({"size":[24,24],"hydrology":{"cycles":2,"drops_per_cell":1.0}})");
    const std::string outputs =
        R"(outputs=[{"layer":"height","format":"raw16be"},{"layer":"normal"},{"layer":"flow"},{"layer":"splat"},
        {"layer":"trees","format":"csv"},{"layer":"drainage","format":"tiff32u"},{"layer":"landform"},{"layer":"rivers"},
        {"layer":"statistics"},{"layer":"statistics","format":"png8"},{"layer":"pool","format":"tiff32f"}])";
    REQUIRE(in(folder, {"--quiet", "--out", "a", "--set", outputs, "a.json"}).code == 0);
    REQUIRE(in(folder, {"--quiet", "--out", "b", "a.json", "--set", "world.sea_level_m=300", "--preview",
                        "--preview-backend", "reference", "--preview-size", "16x12"})
                .code == 0);
    REQUIRE(in(folder,
               {"--quiet", "--out", "c", "a.json", "--target", "unreal", "--size", "127x127", "--set", "tiles=[2,2]"})
                .code == 0);
    REQUIRE(in(folder,
               {"--quiet", "--out", "e", "a.json", "--set", "outputs=[{\"layer\":\"height\",\"format\":\"exr32f\"}]"})
                .code == 0);
    fs::copy(folder / "b/height.png", folder / "h.png");
    REQUIRE(
        in(folder, {"--quiet", "--out", "d", "a.json", "--set", "source={\"heightmap\":{\"file\":\"h.png\"}}"}).code ==
        0);
    write_file(folder / "check.py", R"(
import copy, json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    manifest = json.load(open(name))
    validator.validate(manifest)
    for key in set(manifest) - {"preview", "input", "target", "tiles"}:
        wrong = copy.deepcopy(manifest)
        del wrong[key]
        assert not validator.is_valid(wrong), key
    for change in (lambda m: m.update(more=1), lambda m: m["files"][0].update(more=1), lambda m: m.update(seed=-1),
                   lambda m: m["files"][0].pop("bits"), lambda m: m["files"][0].update(file="../a"),
                   lambda m: m.update(manifest_sha256="x"), lambda m: m["size"].append(1)):
        wrong = copy.deepcopy(manifest)
        change(wrong)
        assert not validator.is_valid(wrong)
)");
    const std::string command = "cd '" + folder.path().string() +
                                "' && python3 check.py '" TERRAIN_SOURCE_DIR
                                "/configs/manifest.schema.json' a/manifest.json b/manifest.json c/manifest.json "
                                "d/manifest.json e/manifest.json";
    REQUIRE(std::system(command.c_str()) == 0);
}
