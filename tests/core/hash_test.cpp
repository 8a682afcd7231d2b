#include "core/hash.h"

#include <catch2/catch.hpp>
#include <set>

using namespace terrain;

TEST_CASE("streams of different seeds, stages and indices are apart") {
    std::set<std::uint64_t> seen;
    for (const std::uint64_t seed : {0ULL, 1ULL, 255ULL, 256ULL, 4294967296ULL, 9007199254740992ULL,
                                     9007199254740993ULL, 18446744073709551615ULL}) {
        for (const char* stage : {"drops", "trees", "noise"}) {
            const RandomStream stream(seed, stage);
            for (std::uint64_t i = 0; i < 100; ++i) seen.insert(stream(i));
        }
    }
    REQUIRE(seen.size() == 8 * 3 * 100);
}

TEST_CASE("unit_float stays below one and bounded below its bound") {
    REQUIRE(unit_float(~0ULL) < 1.0F);
    REQUIRE(unit_double(~0ULL) < 1.0);
    REQUIRE(bounded(~0ULL, 7) == 6);
    REQUIRE(bounded(0, 7) == 0);
}

TEST_CASE("mix64 is a permutation's known values") {
    // Reference vectors of the routing specification: mixed seed ^ (cell * golden ratio), finalised.
    const auto vector = [](std::uint64_t seed, std::uint64_t cell) {
        return mix64((seed * 0x9e3779b97f4a7c15ULL + 0x243f6a8885a308d3ULL) ^ (cell * 0x9e3779b97f4a7c15ULL));
    };
    REQUIRE(vector(0, 0) == 0xe9e0033e3badaf36ULL);
    REQUIRE(vector(1, 1) == 0x9bc992e0f290a7eaULL);
    REQUIRE(vector(42, 65535) == 0x9520b4216c6ca56eULL);
    REQUIRE(vector(1ULL << 63, 1ULL << 24) == 0xc63849d280d75d19ULL);
}
