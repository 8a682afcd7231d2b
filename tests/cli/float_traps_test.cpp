// No invalid floating-point operation, division by zero or overflow in a whole run.
#include <catch2/catch.hpp>
#include <csignal>

#include "process.h"

using namespace terrain::test;

#if defined(__GLIBC__) && !TERRAIN_SANITIZED

namespace {

Finished trapped(const std::vector<std::string>& arguments) {
    const TemporaryFolder folder;
    Launch what;
    what.arguments = arguments;
    what.folder = folder.path();
    what.environment = {{"LD_PRELOAD", TERRAIN_FE_TRAP}};
    return launch(what);
}

}  // namespace

TEST_CASE("shipped recipes run without an invalid floating-point operation") {
    const std::string recipe = GENERATE("quickstart", "alpine", "archipelago", "canyon", "lakes", "plains");
    const std::string size = GENERATE("200x150", "1x1");
    const Finished run =
        trapped({"--quiet", "--size", size, "--out", "d", TERRAIN_SOURCE_DIR "/configs/" + recipe + ".json"});
    CAPTURE(recipe, size, run.err, run.signal);
    REQUIRE(run.code == 0);
}

TEST_CASE("flat ground runs without an invalid floating-point operation") {
    const TemporaryFolder folder;
    write_file(folder / "flat.json",
               R"({"size": [65, 33], "world": {"height_m": [100, 100.001]}, "hydrology": {"cycles": 40}})");
    Launch what;
    what.arguments = {"--quiet", "--out", "d", "flat.json"};
    what.folder = folder.path();
    what.environment = {{"LD_PRELOAD", TERRAIN_FE_TRAP}};
    const Finished run = launch(what);
    CAPTURE(run.err, run.signal);
    REQUIRE(run.code == 0);
}

TEST_CASE("the trap works") {
    // The test's own process is not trapped; a program that divides by zero under it must die.
    Launch what;
    what.arguments = {"--version"};
    what.environment = {{"LD_PRELOAD", TERRAIN_FE_TRAP}, {"TERRAIN_FE_TRAP_NOW", "1"}};
    REQUIRE(launch(what).signal == SIGFPE);
}

#endif
