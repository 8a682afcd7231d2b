// Cells without data that are kept, and what a heightmap tells without its heights.
#include <catch2/catch.hpp>

#include "import/fill_gaps.h"
#include "import/heightmap_files.h"

using namespace terrain;
using namespace terrain::test;

TEST_CASE("gaps: they take heights of cells near them, and no height with data changes") {
    Grid<float> height({7, 5});
    Grid<std::uint8_t> gap({7, 5});
    for (std::int32_t y = 0; y < 5; ++y) {
        for (std::int32_t x = 0; x < 7; ++x) {
            height(x, y) = static_cast<float>(x);
            gap(x, y) = x >= 2 && x < 6 ? 1 : 0;
        }
    }
    Grid<float> filled = height;
    fill_gaps(filled, gap);
    for (std::int32_t y = 0; y < 5; ++y) {
        REQUIRE(filled(1, y) == 1.0F);
        REQUIRE(filled(2, y) == 1.0F);
        REQUIRE(filled(3, y) == 1.0F);
        REQUIRE(filled(4, y) == 6.0F);
        REQUIRE(filled(5, y) == 6.0F);
        REQUIRE(filled(6, y) == 6.0F);
    }
}

TEST_CASE("gaps: kept when asked for, refused otherwise and when there is nothing else") {
    const TemporaryFolder folder;
    TiffOptions options;
    options.format = SAMPLEFORMAT_IEEEFP;
    options.nodata = "-9999";
    write_tiff(folder / "dem.tif", {3, 2}, std::vector<float>{1, -9999, 3, 4, 5, 6}, options);
    REQUIRE_THROWS_AS(read_heightmap(folder / "dem.tif", {}), UserError);
    const Heightmap map = read_heightmap(folder / "dem.tif", {}, {0.0, 1.0}, Gaps::keep);
    REQUIRE(std::vector<int>(map.no_data.begin(), map.no_data.end()) == std::vector<int>{0, 1, 0, 0, 0, 0});
    REQUIRE(map.filled_cells == 0);
    REQUIRE(map.metres_or_unit[1] == 1.0F);
    write_tiff(folder / "none.tif", {3, 2}, std::vector<float>(6, -9999.0F), options);
    REQUIRE_THROWS_WITH(read_heightmap(folder / "none.tif", {}, {0.0, 1.0}, Gaps::keep),
                        Catch::Contains("no cell holds a height"));
    HeightmapParameters fill;
    fill.nodata_fill_m = 7.0;
    REQUIRE(read_heightmap(folder / "dem.tif", fill, {0.0, 1.0}, Gaps::keep).no_data.empty());
}

TEST_CASE("heightmaps tell their shape without their heights") {
    const TemporaryFolder folder;
    TiffOptions options;
    options.format = SAMPLEFORMAT_IEEEFP;
    write_tiff(folder / "a.tif", {30, 20}, std::vector<float>(600), options);
    REQUIRE(inspect_heightmap(folder / "a.tif", {}).shape == Shape{30, 20});
    write_png(folder / "a.png", {5, 9}, std::vector<std::uint8_t>(90), {});
    REQUIRE(inspect_heightmap(folder / "a.png", {}).shape == Shape{5, 9});
    HeightmapParameters raw;
    raw.raw_size = {{4, 3}};
    write_bytes(folder / "a.raw", std::vector<char>(24));
    REQUIRE(inspect_heightmap(folder / "a.raw", raw).shape == Shape{4, 3});
    write_bytes(folder / "short.png", {'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n', 0});
    REQUIRE_THROWS_AS(inspect_heightmap(folder / "short.png", {}), UserError);
    REQUIRE_THROWS_AS(inspect_heightmap(folder / "none.png", {}), UserError);
}
