#include "maps/splat.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "core/errors.h"
#include "maps/surfaces.h"

using namespace terrain;

namespace {

int sum(const Rgba8& w) { return w.x + w.y + w.z + w.w; }

Grid<Rgba8> splat(const SplatInput& input, const SplatParameters& parameters = {}) {
    ThreadPool pool(2);
    return splat_map(input, parameters, pool);
}

}  // namespace

TEST_CASE("splat: bytes add up to 255 and lie within one of the exact weight") {
    const RandomStream random(8, "splat test");
    for (std::uint64_t n = 0; n < 20000; ++n) {
        double w[4];
        double total = 0;
        for (std::uint64_t c = 0; c < 4; ++c) {
            const std::uint64_t r = random(n, c);
            w[c] = r % 3 == 0 ? 0.0 : unit_double(r) * (r % 5 == 0 ? 1e-6 : 1.0);
            total += w[c];
        }
        if (total == 0) continue;
        const Rgba8 bytes = splat_bytes(w);
        REQUIRE(sum(bytes) == 255);
        for (int c = 0; c < 4; ++c) {
            REQUIRE(std::fabs(bytes[c] - w[c] / total * 255) < 1.0);
            if (w[c] == 0) REQUIRE(bytes[c] == 0);
        }
    }
    CHECK(splat_bytes({1, 1, 1, 1}) == Rgba8(64, 64, 64, 63));
    CHECK(splat_bytes({0, 0, 2, 0}) == Rgba8(0, 0, 255, 0));
}

TEST_CASE("splat: plain level ground is grass, a wall is rock, at every size") {
    for (const Shape shape : surfaces::kShapes) {
        const Grid<float> level(shape, 100.0F);
        for (const Rgba8& w : splat({.height_m = &level})) CHECK(w == Rgba8(0, 255, 0, 0));
    }
    const Grid<float> wall = surfaces::plane({5, 5}, 30.0, 0.0);
    for (const Rgba8& w : splat({.height_m = &wall})) CHECK(w == Rgba8(255, 0, 0, 0));
    const Grid<float> between = surfaces::plane({5, 5}, 8.0, 0.0);  // slope 0.8, half way
    for (const Rgba8& w : splat({.height_m = &between})) CHECK(w == Rgba8(128, 127, 0, 0));
}

TEST_CASE("splat: water, deposits, trees and snow by the order of the rules") {
    const Grid<float> level({4, 1}, 2500.0F);
    Grid<float> water(level.shape()), deposits(level.shape()), trees(level.shape());
    water(0, 0) = 1.0F;
    trees(0, 0) = 1.0F;  // none in the water
    deposits(1, 0) = 5.0F;
    deposits(2, 0) = 5.0F;
    trees(2, 0) = 1.0F;  // forest on the deposits
    trees(3, 0) = 0.4F;
    SplatInput input{&level, 10.0, &water, &deposits, &trees};
    Grid<Rgba8> map = splat(input);
    CHECK(map(0, 0) == Rgba8(0, 0, 255, 0));
    CHECK(map(1, 0) == Rgba8(0, 0, 255, 0));
    CHECK(map(2, 0) == Rgba8(0, 0, 0, 255));
    CHECK(map(3, 0) == Rgba8(0, 153, 0, 102));
    SplatParameters snow;
    snow.alpha = SplatAlpha::snow;
    map = splat(input, snow);
    CHECK(map(0, 0) == Rgba8(0, 0, 255, 0));  // no snow on water
    for (std::int32_t x = 1; x < 4; ++x) CHECK(map(x, 0) == Rgba8(0, 0, 0, 255));
    snow.snow_from_m = 2400, snow.snow_full_m = 2600;
    CHECK(map(3, 0).w > splat(input, snow)(3, 0).w);
    CHECK(splat(input, snow)(3, 0) == Rgba8(0, 128, 0, 127));
}

TEST_CASE("splat: every cell adds up to 255 on rough ground, threads change nothing") {
    const Grid<float> ground = surfaces::rough({61, 83});
    const Grid<float> share = surfaces::rough({61, 83}, 1.0);
    const SplatInput input{&ground, 30.0, &share, &share, &share};
    int seen[4] = {};
    for (const Rgba8& w : splat(input)) {
        REQUIRE(sum(w) == 255);
        for (int c = 0; c < 4; ++c) seen[c] += w[c] > 0 ? 1 : 0;
    }
    for (const int count : seen) CHECK(count > 0);
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return splat_map(input, {}, p); }));
}

TEST_CASE("splat: bad input is refused") {
    const Grid<float> ground({4, 4});
    const Grid<float> other({5, 4});
    CHECK_THROWS_AS(splat({}), std::invalid_argument);
    CHECK_THROWS_AS(splat({.height_m = &ground, .trees = &other}), std::invalid_argument);
    SplatParameters p;
    p.rock_full = 0.1;
    CHECK_THROWS_WITH(splat({.height_m = &ground}, p), Catch::Contains("rock"));
    p = {};
    p.snow_from_m = std::nan("");
    CHECK_THROWS_AS(splat({.height_m = &ground}, p), UserError);
}
