#include <catch2/catch.hpp>
#include <set>

#include "recipe_tools.h"

using namespace terrain;
using namespace terrain::test;
using Catch::Matchers::Contains;

TEST_CASE("seeds are exact to 64 bits, in the recipe and from a flag") {
    std::set<std::uint64_t> seen;
    for (const std::uint64_t seed : {0ULL, 1ULL, 255ULL, 256ULL, 65535ULL, 65536ULL, 4294967296ULL, 9007199254740992ULL,
                                     9007199254740993ULL, 18446744073709551615ULL}) {
        const std::string text = std::to_string(seed);
        const Recipe recipe = parsed("{\"seed\":" + text + "}");
        REQUIRE(recipe.seed == seed);
        REQUIRE(parsed("{\"seed\":5}", {{"seed", text, "--seed " + text}}).seed == seed);
        REQUIRE(parsed(to_json(recipe)).seed == seed);
        seen.insert(recipe.seed);
    }
    REQUIRE(seen.size() == 10);
}

TEST_CASE("what is no 64-bit seed is refused") {
    for (const std::string text : {"-1", "1.5", "1e3", "1.0", "18446744073709551616", "1e20", "\"abc\"", "null", "-0",
                                   "[1]", "100000000000000000000000000000000000000000"}) {
        CAPTURE(text);
        REQUIRE_THAT(refusal("{\"seed\":" + text + "}"),
                     Contains("test.json:1:9: $.seed") && Contains("18446744073709551615"));
        REQUIRE_THAT(refusal("{}", {{"seed", text, "--seed " + text}}), Contains("--seed " + text + ": $.seed"));
    }
    REQUIRE_THAT(refusal("{}", {{"seed", "abc", "--seed abc"}}), Contains("--seed abc: $.seed: \"abc\""));
}
