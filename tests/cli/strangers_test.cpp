// Recipes that strangers wrote: they read below their own folder and write below the output folder.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

std::string with_heightmap(const std::string& file) {
    return R"({"hydrology":{"cycles":0},"outputs":[{"layer":"height"}],"source":{"heightmap":{"raw_size":[2,2],"file":)" +
           nlohmann::json(file).dump() + "}}}";
}

const std::string kRaw("\1\2\3\4\5\6\7\10", 8);

}  // namespace

TEST_CASE("strangers: a heightmap lies in the recipe's folder unless --allow-outside") {
    const TemporaryFolder folder;
    write_file(folder / "secret.raw", kRaw);
    write_file(folder / "pack/in.raw", kRaw);
    write_file(folder / "pack/maps/deep.raw", kRaw);
    fs::create_symlink("../secret.raw", folder / "pack/link.raw");
    fs::create_symlink("in.raw", folder / "pack/good-link.raw");
    fs::create_directory_symlink("..", folder / "pack/up");
    fs::create_symlink("circle.raw", folder / "pack/circle.raw");
    const auto run = [&](const std::string& file, const std::vector<std::string>& more) {
        write_file(folder / "pack/a.json", with_heightmap(file));
        fs::remove_all(folder / "d");
        std::vector<std::string> arguments{"--quiet", "--out", "d", "pack/a.json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return terrain_gen(arguments, folder.path());
    };
    const std::string absolute = (folder / "secret.raw").string();
    for (const std::string& file :
         {std::string("../secret.raw"), std::string("maps/../../secret.raw"), std::string("no/../../secret.raw"),
          std::string("link.raw"), std::string("up/secret.raw"), absolute, std::string("/no/such/file"),
          std::string("../pack2/x"), std::string("circle.raw"), std::string("/proc/self/mem")}) {
        const Finished refused = run(file, {});
        CAPTURE(file, refused.err);
        REQUIRE(refused.code == 2);
        REQUIRE_THAT(refused.err, Contains("pack/a.json") && Contains("$.source.heightmap.file") && Contains(file) &&
                                      Contains("--allow-outside"));
        REQUIRE(run(file, {"--dry-run"}).code == 2);
        REQUIRE_FALSE(fs::exists(folder / "d"));
    }
    for (const std::string& file : {std::string("../secret.raw"), std::string("link.raw"), absolute}) {
        CAPTURE(file);
        REQUIRE(run(file, {"--allow-outside"}).code == 0);
    }
    for (const std::string& file :
         {std::string("in.raw"), std::string("maps/deep.raw"), std::string("./maps/../in.raw"),
          std::string("../pack/in.raw"), std::string("good-link.raw"), (folder / "pack/in.raw").string()}) {
        CAPTURE(file);
        REQUIRE(run(file, {}).code == 0);
    }
    // A recipe in the working directory, whose folder has no name.
    Launch here;
    here.folder = folder / "pack";
    here.arguments = {"--quiet", "--out", "../e", "a.json", "--set", "source.heightmap.file=in.raw"};
    REQUIRE(launch(here).code == 0);
    here.arguments.back() = "source.heightmap.file=../secret.raw";
    REQUIRE(launch(here).code == 2);
    // What is no file is not opened: a pipe would wait for ever.
    REQUIRE(run("maps", {}).code == 2);
    REQUIRE(run("/dev/zero", {"--allow-outside"}).code == 2);
}

TEST_CASE("strangers: no name of a recipe leads out of the output folder") {
    const TemporaryFolder folder;
    for (const std::string name : {"..", ".", "../x", "/x", "a/b", "a\\b", "c:x", "a\nb"}) {
        write_file(folder / "a.json", nlohmann::json({{"size", {4, 4}}, {"name", name}}).dump());
        CAPTURE(name);
        REQUIRE(terrain_gen({"--quiet", "a.json"}, folder.path()).code == 2);
        write_file(
            folder / "a.json",
            nlohmann::json({{"size", {4, 4}}, {"outputs", {{{"layer", "height"}, {"file", name + ".png"}}}}}).dump());
        const Finished run = terrain_gen({"--quiet", "a.json"}, folder.path());
        CAPTURE(run.err);
        REQUIRE(run.code == (name == "." || name == ".." ? 0 : 2));
        if (run.code == 0) fs::remove_all(folder / "out");
        REQUIRE(contents(folder.path()).size() == 1);
    }
}

TEST_CASE("strangers: links below the output folder are not followed out of it") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    write_file(folder / "outside/height.png", "mine");
    // The pack's folder as a link.
    fs::create_directories(folder / "out");
    fs::create_directory_symlink("../outside", folder / "out/a-42");
    const Finished refused = terrain_gen({"--quiet", "--overwrite", "a.json"}, folder.path());
    CAPTURE(refused.err);
    REQUIRE(refused.code == 2);
    REQUIRE_THAT(refused.err, Contains("out/a-42") && Contains("link"));
    REQUIRE(contents(folder / "outside").size() == 1);
    // Files of a pack as links, to a file that is there and to one that is not.
    for (const char* target : {"../outside/height.png", "../outside/new.png"}) {
        fs::remove_all(folder / "d");
        fs::create_directories(folder / "d");
        fs::create_symlink(target, folder / "d/height.png");
        REQUIRE(terrain_gen({"--quiet", "--out", "d", "a.json"}, folder.path()).code == 2);
        REQUIRE(fs::is_symlink(folder / "d/height.png"));
        REQUIRE(terrain_gen({"--quiet", "--overwrite", "--out", "d", "a.json"}, folder.path()).code == 0);
        REQUIRE_FALSE(fs::is_symlink(folder / "d/height.png"));
        REQUIRE(contents(folder / "outside").size() == 1);
        REQUIRE(read_file(folder / "outside/height.png") == "mine");
    }
    // --out itself is the user's own word.
    fs::create_directory_symlink("outside", folder / "mine");
    REQUIRE(terrain_gen({"--quiet", "--overwrite", "--out", "mine", "a.json"}, folder.path()).code == 0);
    REQUIRE(fs::exists(folder / "outside/manifest.json"));
}

TEST_CASE("strangers: a heightmap too large for the memory is refused by the size that it declares") {
    const TemporaryFolder folder;
    // A picture of 20000 x 20000 whose file is long enough to hold it: 800 MB of samples at most 1032 times smaller.
    std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x4e\x20\0\0\x4e\x20\x10\0\0\0\0", 29);
    png += std::string(1000000, '\0');
    write_file(folder / "dem.png", png);
    write_file(folder / "a.json", R"({"size":[16,16],"source":{"heightmap":{"file":"dem.png"}}})");
    Launch what;
    what.arguments = {"--out", "d", "a.json"};
    what.folder = folder.path();
    what.address_space = 2000000000;
    if (TERRAIN_SANITIZED != 0) return;  // the sanitizer's own memory is larger
    const Finished run = launch(what);
    CAPTURE(run.err);
    REQUIRE(run.code == 2);
    REQUIRE_THAT(run.err, Contains("heightmap dem.png: 20000 x 20000") && Contains("memory"));
    REQUIRE(run.peak_kib < 100000);
}
