// Whole runs of small recipes.
#include <bit>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

const std::string kUnicode = "Żółć-Ωξ-地形-🏔 a'b";

std::vector<std::pair<std::string, std::string>> pack_of(const std::vector<std::string>& arguments) {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    std::vector<std::string> all{"--out", "d", "a.json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Finished run = terrain_gen(all, folder.path());
    CAPTURE(arguments, run.err);
    REQUIRE(run.code == 0);
    return contents(folder / "d");
}

}  // namespace

TEST_CASE("a run writes the pack into out/NAME-SEED and speaks on stderr alone") {
    const TemporaryFolder folder;
    write_file(folder / "hill.json", kSmallRecipe);
    const Finished run = terrain_gen({"--seed", "18446744073709551615", "hill.json"}, folder.path());
    CAPTURE(run.err);
    REQUIRE(run.code == 0);
    REQUIRE(run.out.empty());
    REQUIRE_THAT(run.err, Contains("18446744073709551615") && !Contains("\r"));
    const fs::path pack = folder / "out/hill-18446744073709551615";
    for (const char* file : {"height.png", "normal.png", "flow.png", "hillshade.png", "manifest.json"}) {
        REQUIRE(fs::exists(pack / file));
    }
    const auto manifest = nlohmann::json::parse(read_file(pack / "manifest.json"));
    REQUIRE(manifest["seed"] == 18446744073709551615ULL);
    REQUIRE(manifest["recipe"]["hydrology"]["cycles"] == 3);
}

TEST_CASE("quiet runs say nothing") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    const Finished run = terrain_gen({"--quiet", "a.json"}, folder.path());
    REQUIRE(run.code == 0);
    REQUIRE(run.out.empty());
    REQUIRE(run.err.empty());
}

TEST_CASE("every seed is another terrain, from the flag as from the recipe") {
    std::set<std::string> heights;
    for (const std::string seed : {"0", "1", "255", "256", "65535", "65536", "4294967296", "9007199254740992",
                                   "9007199254740993", "18446744073709551615"}) {
        const auto by_flag = pack_of({"--seed", seed, "--set", "hydrology.cycles=0"});
        const auto by_recipe = pack_of({"--set", "seed=" + seed, "--set", "hydrology.cycles=0"});
        REQUIRE(by_flag == by_recipe);
        for (const auto& [name, bytes] : by_flag) {
            if (name == "height.png") heights.insert(bytes);
        }
    }
    REQUIRE(heights.size() == 10);
}

TEST_CASE("arguments in any order, and recipes that look like options") {
    const auto expected = pack_of({"--seed", "5"});
    REQUIRE(pack_of({"--seed=5"}) == expected);
    REQUIRE(pack_of({"--set", "seed=5"}) == expected);
    REQUIRE(pack_of({"--seed", "5", "--threads", "3"}) == expected);
    REQUIRE(pack_of({"--seed", "5", "--set", "world.sea_level_m=-0.25"}) ==
            pack_of({"--set=world.sea_level_m=-.25", "--seed", "5"}));
    const TemporaryFolder folder;
    write_file(folder / "-strange.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--quiet", "--", "-strange.json"}, folder.path()).code == 0);
    REQUIRE(fs::exists(folder / "out/-strange-42/manifest.json"));
    write_file(folder / "b.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--set", "seed=1", "b.json", "--set", "name=n"}, folder.path()).code == 0);
    REQUIRE(fs::exists(folder / "out/n-1/manifest.json"));
}

TEST_CASE("good recipes are run although another one is bad") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    write_file(folder / "bad.json", R"({"seeed":1})");
    write_file(folder / "c.json", kSmallRecipe);
    const Finished run = terrain_gen({"--out", "d", "a.json", "bad.json", "c.json"}, folder.path());
    CAPTURE(run.err);
    REQUIRE(run.code == 2);
    REQUIRE_THAT(run.err, Contains("bad.json:1:2: $.seeed"));
    REQUIRE(fs::exists(folder / "d/a-42/manifest.json"));
    REQUIRE(fs::exists(folder / "d/c-42/manifest.json"));
    REQUIRE_FALSE(fs::exists(folder / "d/bad-42"));
    REQUIRE(terrain_gen({"verify", "d/a-42"}, folder.path()).code == 0);
    REQUIRE(terrain_gen({"verify", "d/c-42"}, folder.path()).code == 0);
}

TEST_CASE("two recipes of one run do not write into one folder") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    write_file(folder / "x/a.json", kSmallRecipe);
    const Finished run = terrain_gen({"a.json", "x/a.json"}, folder.path());
    REQUIRE(run.code == 2);
    REQUIRE_THAT(run.err, Contains("x/a.json") && Contains("already"));
    REQUIRE(fs::exists(folder / "out/a-42/manifest.json"));
}

TEST_CASE("another run's pack is replaced on request alone") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--out", "d", "a.json"}, folder.path()).code == 0);
    const auto first = contents(folder / "d");
    const Finished refused = terrain_gen({"--out", "d", "--seed", "7", "a.json"}, folder.path());
    CAPTURE(refused.err);
    REQUIRE(refused.code == 2);
    REQUIRE_THAT(refused.err, Contains("--overwrite"));
    REQUIRE(contents(folder / "d") == first);
    REQUIRE(terrain_gen({"--out", "d", "--seed", "7", "--overwrite", "a.json"}, folder.path()).code == 0);
    REQUIRE(contents(folder / "d") == pack_of({"--seed", "7"}));
}

TEST_CASE("verify finds what was changed") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--out", "d", "a.json"}, folder.path()).code == 0);
    const Finished good = terrain_gen({"verify", "d"}, folder.path());
    REQUIRE(good.code == 0);
    REQUIRE(good.err.empty());
    std::string bytes = read_file(folder / "d/normal.png");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_file(folder / "d/normal.png", bytes);
    const Finished bad = terrain_gen({"verify", "d"}, folder.path());
    REQUIRE(bad.code == 1);
    REQUIRE_THAT(bad.err, Contains("normal.png"));
    REQUIRE(terrain_gen({"verify", "nowhere"}, folder.path()).code != 0);
}

TEST_CASE("paths are UTF-8 in any locale") {
    const auto expected = pack_of({"--set", "name=n"});
    for (const char* locale : {"C", "C.UTF-8"}) {
        const TemporaryFolder folder;
        const fs::path recipe = folder / kUnicode / (kUnicode + ".json");
        write_file(recipe, kSmallRecipe);
        Launch what;
        what.arguments = {"--out", (folder / "t" / kUnicode).string(), "--set", "name=n", recipe.string()};
        what.environment = {{"LC_ALL", locale}};
        const Finished run = launch(what);
        CAPTURE(locale, run.err);
        REQUIRE(run.code == 0);
        REQUIRE(contents(folder / "t" / kUnicode) == expected);
        what.arguments = {recipe.string(), "--set", R"(outputs=[{"layer":"height","file":"Höhe-地.png"}])"};
        what.folder = folder.path();
        REQUIRE(launch(what).code == 0);
        REQUIRE(fs::exists(folder / "out" / (kUnicode + "-42") / "Höhe-地.png"));
    }
}

TEST_CASE("a locale with a decimal comma changes no file") {
    const TemporaryFolder folder;
    const std::string command =
        "localedef -i de_DE -f UTF-8 '" + (folder / "loc/de_DE.UTF-8").string() + "' >/dev/null 2>&1";
    fs::create_directories(folder / "loc");
    if (std::system(command.c_str()) != 0) {
        WARN("localedef cannot make de_DE here");
        return;
    }
    write_file(folder / "a.json", kSmallRecipe);
    const std::vector<std::string> extra{"--set", "world.cell_size_m=54.12345", "--set",
                                         R"(outputs=[{"layer":"height"},{"layer":"trees","format":"csv"}])"};
    Launch what;
    what.arguments = {"--out", "d", "a.json"};
    what.arguments.insert(what.arguments.end(), extra.begin(), extra.end());
    what.folder = folder.path();
    what.environment = {{"LC_ALL", "de_DE.UTF-8"}, {"LOCPATH", (folder / "loc").string()}};
    REQUIRE(launch(what).code == 0);
    REQUIRE(contents(folder / "d") == pack_of(extra));
    REQUIRE(nlohmann::json::parse(read_file(folder / "d/manifest.json"))["recipe"]["world"]["cell_size_m"] == 54.12345);
}

TEST_CASE("Ctrl-C and SIGTERM stop within a second and leave nothing half done") {
    for (const int signal : {SIGINT, SIGTERM}) {
        const TemporaryFolder folder;
        write_file(folder / "a.json", R"({"size":[1024,1024],"hydrology":{"cycles":20000,"drops_per_cell":1000}})");
        Launch what;
        what.arguments = {"--out", "d", "a.json"};
        what.folder = folder.path();
        what.signal = signal;
        what.signal_after_s = 1.5;
        const Finished run = launch(what);
        CAPTURE(signal, run.err);
        REQUIRE(run.code == 130);
        REQUIRE(run.seconds_after_signal < (TERRAIN_SANITIZED == 0 ? 1.0 : 10.0));
        REQUIRE_THAT(run.err, Contains("interrupted"));
        REQUIRE(contents(folder / "d").empty());
    }
}

TEST_CASE("the same run may run again, another run and files of no pack are left alone") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    REQUIRE(terrain_gen({"--quiet", "--out", "d", "a.json"}, folder.path()).code == 0);
    const auto first = contents(folder / "d");
    REQUIRE(terrain_gen({"--quiet", "--out", "d", "a.json"}, folder.path()).code == 0);
    REQUIRE(contents(folder / "d") == first);
    for (const std::vector<std::string>& other :
         {std::vector<std::string>{"--seed", "7"}, {"--set", "hydrology.cycles=2"}}) {
        std::vector<std::string> arguments{"--quiet", "--out", "d", "a.json"};
        arguments.insert(arguments.end(), other.begin(), other.end());
        REQUIRE(terrain_gen(arguments, folder.path()).code == 2);
        REQUIRE(contents(folder / "d") == first);
    }
    write_file(folder / "mine/height.png", "not a pack's");
    const Finished refused = terrain_gen({"--quiet", "--out", "mine", "a.json"}, folder.path());
    REQUIRE(refused.code == 2);
    REQUIRE_THAT(refused.err, Contains("height.png") && Contains("--overwrite"));
    REQUIRE(read_file(folder / "mine/height.png") == "not a pack's");
    REQUIRE(contents(folder / "mine").size() == 1);
    REQUIRE(terrain_gen({"--quiet", "--overwrite", "--out", "mine", "a.json"}, folder.path()).code == 0);
    REQUIRE(read_file(folder / "mine/height.png") != "not a pack's");
}

TEST_CASE("a map that cannot fit into memory is refused before any work") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    Launch launch_big;
    launch_big.arguments = {"--out", "d", "--size", "32768x32768", "a.json"};
    launch_big.folder = folder.path();
    launch_big.address_space = 2000000000;
    const Finished big = launch(launch_big);
    CAPTURE(big.err);
    REQUIRE(big.code == 2);
    REQUIRE_THAT(big.err, Contains("32768 x 32768") && Contains("memory"));
    REQUIRE(big.seconds < 2);
    REQUIRE_FALSE(fs::exists(folder / "d"));
}

TEST_CASE("heights that no ground has are refused, as nodata without a tag") {
    const TemporaryFolder folder;
    // 2 x 2 float TIFF, little endian: one strip after the directory.
    const auto tiff = [](float last) {
        std::string file("II*\0\x08\0\0\0\x09\0", 10);
        const auto number = [&](std::uint32_t v, int bytes) {
            for (int k = 0; k < bytes; ++k) file += static_cast<char>(v >> (8 * k) & 255);
        };
        const auto tag = [&](std::uint32_t id, std::uint32_t type, std::uint32_t value) {
            number(id, 2), number(type, 2), number(1, 4), number(value, 4);
        };
        tag(256, 3, 2), tag(257, 3, 2), tag(258, 3, 32), tag(259, 3, 1), tag(262, 3, 1);
        tag(273, 4, 8 + 2 + 9 * 12 + 4), tag(278, 3, 2), tag(279, 4, 16), tag(339, 3, 3);
        number(0, 4);
        for (const float h : {100.0F, 200.0F, 300.0F, last}) number(std::bit_cast<std::uint32_t>(h), 4);
        return file;
    };
    write_file(folder / "a.json",
               R"({"size":[2,2],"source":{"heightmap":{"file":"dem.tif"}},"hydrology":{"cycles":0}})");
    write_file(folder / "dem.tif", tiff(400.0F));
    REQUIRE(terrain_gen({"--quiet", "--out", "good", "a.json"}, folder.path()).code == 0);
    for (const float bad : {-3.4028235e38F, 3e38F, 1e6F}) {
        write_file(folder / "dem.tif", tiff(bad));
        const Finished run = terrain_gen({"--quiet", "--out", "d", "a.json"}, folder.path());
        CAPTURE(bad, run.err);
        REQUIRE(run.code == 2);
        REQUIRE_THAT(run.err, Contains("dem.tif") && Contains("column 1, row 1"));
        REQUIRE_FALSE(fs::exists(folder / "d"));
    }
}
