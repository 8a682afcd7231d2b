#include "maps/drainage_scale.h"

#include <catch2/catch.hpp>

#include "maps/surfaces.h"

using namespace terrain;

TEST_CASE("drainage scale: 0 for nothing, 1 for the whole and beyond, the documented inverse between") {
    CHECK(drainage_scale(0, 1000) == 0.0);
    CHECK(drainage_scale(-5, 1000) == 0.0);
    CHECK(drainage_scale(std::nan(""), 1000) == 0.0);
    CHECK(drainage_scale(1000, 1000) == 1.0);
    CHECK(drainage_scale(4294967295.0, 1000) == 1.0);
    CHECK(drainage_scale(1, 1) == 1.0);
    for (const double area : {0.5, 1.0, 7.0, 999.0}) {
        CHECK(std::pow(1001.0, drainage_scale(area, 1000)) - 1 == Approx(area));
    }
}

TEST_CASE("drainage scale: 8 and 16 bit codes never fall and never wrap as the area grows") {
    const double whole = 16777216.0;
    double last = -1;
    int last8 = -1;
    int last16 = -1;
    for (double area = 0; area <= 2 * whole; area += 1 + std::floor(area / 5000)) {
        const double v = drainage_scale(area, whole);
        REQUIRE((v > last || v == 1.0));
        REQUIRE(v <= 1.0);
        const int code8 = static_cast<int>(v * 255 + 0.5);
        const int code16 = static_cast<int>(v * 65535 + 0.5);
        REQUIRE(code8 >= last8);
        REQUIRE(code16 >= last16);
        last = v, last8 = code8, last16 = code16;
    }
    CHECK(last8 == 255);
    CHECK(last16 == 65535);
    CHECK(static_cast<int>(drainage_scale(1, whole) * 255 + 0.5) > 0);  // apart from no data
    CHECK(drainage_scale(whole - 1, whole) < drainage_scale(whole, whole));
}

TEST_CASE("drainage map: by the size of the map, whole cells or parts of them") {
    ThreadPool pool(2);
    for (const Shape shape : surfaces::kShapes) {
        Grid<std::uint32_t> area(shape, 1);
        area[0] = static_cast<std::uint32_t>(shape.cells());
        const Grid<float> map = drainage_map(area, pool);
        CHECK(map[0] == 1.0F);
        CHECK(map[map.size() - 1] == static_cast<float>(drainage_scale(1, static_cast<double>(shape.cells()))));
        CHECK(surfaces::same(map, drainage_map(
                                      [&] {
                                          Grid<double> parts(shape, 1.0);
                                          parts[0] = static_cast<double>(shape.cells());
                                          return parts;
                                      }(),
                                      pool)));
    }
}
