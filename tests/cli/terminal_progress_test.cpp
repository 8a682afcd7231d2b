#include "cli/terminal_progress.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace terrain;
using Catch::Matchers::Contains;
using Mode = TerminalProgress::Mode;

namespace {

// What a stage of three steps and a warning prints.
std::string printed(Mode mode) {
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    {
        TerminalProgress progress(mode, file);
        progress.note("hill");
        progress.begin("hydrology", 2000000, "drops");
        progress.advance(1000000);
        progress.warn("clamped");
        progress.end();
    }
    std::rewind(file);
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
    return text;
}

}  // namespace

TEST_CASE("progress off a terminal is a line a stage") {
    const std::string text = printed(Mode::lines);
    REQUIRE_THAT(text,
                 Contains("hill\n") && Contains("warning: clamped\n") && Contains("hydrology: 2,000,000 drops in"));
    REQUIRE(text.find('\r') == std::string::npos);
    REQUIRE(std::count(text.begin(), text.end(), '\n') == 3);
}

TEST_CASE("progress on a terminal redraws one line and clears it") {
    const std::string text = printed(Mode::live);
    REQUIRE_THAT(text, Contains("\rhydrology   0%") && Contains("\r\x1b[K") && Contains("hydrology: 2,000,000 drops"));
    REQUIRE(std::count(text.begin(), text.end(), '\n') == 3);
}

TEST_CASE("quiet progress prints nothing") { REQUIRE(printed(Mode::quiet).empty()); }

TEST_CASE("numbers and times for people") {
    REQUIRE(grouped(0) == "0");
    REQUIRE(grouped(999) == "999");
    REQUIRE(grouped(1000) == "1,000");
    REQUIRE(grouped(18446744073709551615ULL) == "18,446,744,073,709,551,615");
    REQUIRE(duration_text(0.44) == "0.4 s");
    REQUIRE(duration_text(12.4) == "12 s");
    REQUIRE(duration_text(59.7) == "1 min 00 s");
    REQUIRE(duration_text(185) == "3 min 05 s");
    REQUIRE(duration_text(7620) == "2 h 07 min");
}
