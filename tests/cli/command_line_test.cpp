// What the arguments mean: exit codes, which streams speak, which files exist afterwards.
#include <catch2/catch.hpp>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
namespace fs = std::filesystem;

namespace {

void expect_usage_error(const std::vector<std::string>& arguments, const std::string& part) {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    const auto before = contents(folder.path());
    const Finished run = terrain_gen(arguments, folder.path());
    CAPTURE(arguments, run.err);
    REQUIRE(run.code == 2);
    REQUIRE(run.out.empty());
    REQUIRE_THAT(run.err, StartsWith("error: ") && Contains(part));
    REQUIRE(contents(folder.path()) == before);
    REQUIRE(run.seconds < 5);
}

}  // namespace

TEST_CASE("usage errors exit with 2, say what is wrong on stderr and write nothing") {
    expect_usage_error({}, "RECIPE");
    expect_usage_error({"--unknown", "a.json"}, "--unknown");
    expect_usage_error({"--se", "1", "a.json"}, "--se");
    expect_usage_error({"--seed", "1", "--seed", "2", "a.json"}, "--seed");
    expect_usage_error({"--seed", "-1", "a.json"}, "--seed -1: $.seed: -1");
    expect_usage_error({"--seed=-1", "a.json"}, "--seed -1: $.seed: -1");
    expect_usage_error({"--seed", "1.5", "a.json"}, "--seed 1.5");
    expect_usage_error({"--seed", "1e3", "a.json"}, "18446744073709551615");
    expect_usage_error({"--seed", "abc", "a.json"}, "\"abc\"");
    expect_usage_error({"--seed", "18446744073709551616", "a.json"}, "18446744073709551616");
    expect_usage_error({"--seed", " 5", "a.json"}, "--seed  5: $.seed: \" 5\"");
    expect_usage_error({"--set", "outputs.00.format=png8", "a.json"}, "\"00\" is no index");
    expect_usage_error({"--seed=", "a.json"}, "--seed=: no value");
    expect_usage_error({"--threads", "0", "a.json"}, "1 to 1024");
    expect_usage_error({"--threads", "1025", "a.json"}, "1 to 1024");
    expect_usage_error({"--threads", "two", "a.json"}, "--threads two");
    expect_usage_error({"--size", "512", "a.json"}, "WxH");
    expect_usage_error({"--size", "512x", "a.json"}, "WxH");
    expect_usage_error({"--size", "1e2x5", "a.json"}, "WxH");
    expect_usage_error({"--size", "-512x512", "a.json"}, "-512; allowed: an integer from 1 to 32768");
    expect_usage_error({"--set", "seed", "a.json"}, "path.to.field=value");
    expect_usage_error({"--set", "=5", "a.json"}, "path.to.field=value");
    expect_usage_error({"--set", "hydrology.cycels=5", "a.json"}, "did you mean \"cycles\"");
    expect_usage_error({"--quiet", "--verbose", "a.json"}, "--quiet");
    expect_usage_error({"missing.json"}, "missing.json: cannot be read: No such file");
    expect_usage_error({"."}, "is a folder");
    expect_usage_error({""}, "cannot be read");
    expect_usage_error({"a.json", "--out"}, "--out");
    expect_usage_error({"schema", "extra"}, "extra");
    expect_usage_error({"verify"}, "DIR");
}

TEST_CASE("a flag that is wrong is reported once, not once a recipe") {
    const TemporaryFolder folder;
    for (const char* name : {"a.json", "b.json", "c.json"}) write_file(folder / name, kSmallRecipe);
    const Finished run = terrain_gen({"--seed", "x", "a.json", "b.json", "c.json"}, folder.path());
    REQUIRE(run.code == 2);
    REQUIRE(run.err.find("--seed x") == run.err.rfind("--seed x"));
}

TEST_CASE("help and version are data") {
    const TemporaryFolder folder;
    const Finished help = terrain_gen({"--help"}, folder.path());
    REQUIRE(help.code == 0);
    REQUIRE(help.err.empty());
    for (const char* part : {"--seed", "--out", "--size", "--threads", "--set", "--dry-run", "--overwrite", "--quiet",
                             "--verbose", "--version", "schema", "verify DIR", "Examples:", "Exit codes"}) {
        REQUIRE_THAT(help.out, Contains(part));
    }
    const Finished version = terrain_gen({"--version"}, folder.path());
    REQUIRE(version.code == 0);
    REQUIRE(version.out == "terrain-gen " TERRAIN_GEN_VERSION "\n");
}

TEST_CASE("schema and reference go to stdout") {
    const TemporaryFolder folder;
    const Finished schema = terrain_gen({"schema"}, folder.path());
    REQUIRE(schema.code == 0);
    const bool same = schema.out == read_file(fs::path(TERRAIN_SOURCE_DIR) / "configs/recipe.schema.json");
    REQUIRE(same);
    REQUIRE_THAT(terrain_gen({"reference"}, folder.path()).out, StartsWith("| Field |"));
}

TEST_CASE("data that cannot be written is a failure") {
    Launch what;
    what.arguments = {"schema"};
    what.standard_output = "/dev/full";
    if (!fs::exists(what.standard_output)) return;
    const Finished run = launch(what);
    REQUIRE(run.code == 1);
    REQUIRE_THAT(run.err, Contains("standard output"));
}

TEST_CASE("a dry run prints the plan and writes nothing") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    const auto before = contents(folder.path());
    const Finished run = terrain_gen({"--dry-run", "--seed", "9007199254740993", "a.json"}, folder.path());
    REQUIRE(run.code == 0);
    for (const char* part : {"9007199254740993", "48 x 32", "height.png", "normal.png", "flow.png", "hillshade.png",
                             "manifest.json", "bytes", "memory"}) {
        REQUIRE_THAT(run.out, Contains(part));
    }
    REQUIRE(contents(folder.path()) == before);
    REQUIRE_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("sizes that cannot be are refused at once, before memory is taken") {
    const TemporaryFolder folder;
    for (const char* size : {"[50000,85899]", "[65536,65536]", "[2147483647,2]", "[46341,46341]", "[0,512]",
                             "[-512,512]", "[4294967297,4294967297]"}) {
        for (const std::string& text : {std::string("{\"size\":") + size + "}", kSmallRecipe}) {
            write_file(folder / "a.json", text);
            Launch what;
            what.arguments = {"--out", "d", "a.json"};
            if (text == kSmallRecipe)
                what.arguments.insert(what.arguments.end(), {"--set", std::string("size=") + size});
            what.folder = folder.path();
            if (TERRAIN_SANITIZED == 0) what.address_space = 2'000'000 * std::size_t{1024};
            const Finished run = launch(what);
            CAPTURE(size, run.err);
            REQUIRE(run.code == 2);
            REQUIRE(run.seconds < 1);
            REQUIRE_THAT(run.err, Contains("$.size") && Contains("32768"));
            REQUIRE_FALSE(fs::exists(folder / "d"));
        }
    }
}

TEST_CASE("parameters out of range are refused at once, before memory is taken") {
    const TemporaryFolder folder;
    write_file(folder / "a.json", kSmallRecipe);
    for (const char* field : {"hydrology.cycles", "hydrology.drops_per_cell", "hydrology.drop.batch",
                              "hydrology.drop.spill_rounds", "source.perlin.octaves", "source.perlin.frequency"}) {
        for (const char* value : {"-1", "100001000", "1e12", "1000000000000"}) {
            const Finished run = terrain_gen({"--set", std::string(field) + "=" + value, "a.json"}, folder.path());
            CAPTURE(field, value, run.err);
            REQUIRE(run.code == 2);
            REQUIRE(run.seconds < 1);
            if (TERRAIN_SANITIZED == 0) REQUIRE(run.peak_kib < 100 * 1024);
            REQUIRE_THAT(run.err, Contains(field));
        }
    }
}

TEST_CASE("an output folder that cannot be is refused before the work") {
    const TemporaryFolder folder;
    write_file(folder / "file", "x");
    write_file(folder / "a.json", R"({"size":[4096,4096],"hydrology":{"cycles":10000,"drops_per_cell":1000}})");
    for (const char* out : {"file", "file/sub", "/proc/no-such-folder/d"}) {
        const Finished run = terrain_gen({"--out", out, "a.json"}, folder.path());
        CAPTURE(out, run.err);
        REQUIRE(run.code > 0);
        REQUIRE(run.code <= 2);
        REQUIRE(run.seconds < 1);
        REQUIRE_THAT(run.err, Contains("error: ") && Contains(out));
    }
    REQUIRE(read_file(folder / "file") == "x");
}
