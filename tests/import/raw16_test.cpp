#include "heightmap_files.h"

using namespace terrain;
using namespace terrain::test;

TEST_CASE("RAW16 is read in either byte order, row 0 first") {
    const TemporaryFolder folder;
    const std::vector<char> bytes{0x00, 0x01, 0x02, 0x03, '\xff', '\xff', 0, 0, 0x34, 0x12, 0, '\x80'};
    write_bytes(folder / "a.raw", bytes);
    HeightmapParameters p;
    p.raw_size = {3, 2};
    const Heightmap little = read_heightmap(folder / "a.raw", p);
    REQUIRE(little.metres_or_unit.shape() == Shape{3, 2});
    REQUIRE_FALSE(little.is_metres);
    REQUIRE(little.metres_or_unit(0, 0) == 0x0100 / 65535.0F);
    REQUIRE(little.metres_or_unit(2, 0) == 1.0F);
    REQUIRE(little.metres_or_unit(1, 1) == 0x1234 / 65535.0F);
    p.raw_big_endian = true;
    const Heightmap big = read_heightmap(folder / "a.raw", p);
    REQUIRE(big.metres_or_unit(0, 0) == 0x0001 / 65535.0F);
    REQUIRE(big.metres_or_unit(1, 1) == 0x3412 / 65535.0F);
}

TEST_CASE("a RAW16 file of another length is refused with both numbers") {
    const TemporaryFolder folder;
    HeightmapParameters p;
    p.raw_size = {3, 2};
    write_bytes(folder / "a.raw", std::vector<char>(11));
    REQUIRE_THAT(refusal(folder / "a.raw", p), Catch::Contains("holds 11 bytes") && Catch::Contains("holds 12"));
    write_bytes(folder / "a.raw", std::vector<char>(13));
    REQUIRE_THAT(refusal(folder / "a.raw", p), Catch::Contains("holds 13 bytes"));
    for (const std::array<std::int32_t, 2> size : {std::array{0, 2}, std::array{-1, 2}, std::array{32769, 1}}) {
        p.raw_size = size;
        REQUIRE_THAT(refusal(folder / "a.raw", p), Catch::Contains("from 1 to 32768"));
    }
    p.raw_size = {32768, 32768};
    REQUIRE_THAT(refusal(folder / "a.raw", p), Catch::Contains("holds 2147483648"));
}

TEST_CASE("a RAW16 file may begin with any bytes") {
    const TemporaryFolder folder;
    HeightmapParameters p;
    p.raw_size = {2, 1};
    write_bytes(folder / "a.raw", {'I', 'I', '*', 0});
    REQUIRE(read_heightmap(folder / "a.raw", p).metres_or_unit[1] == 0x002a / 65535.0F);
}

TEST_CASE("files that cannot be read are refused by name") {
    const TemporaryFolder folder;
    REQUIRE_THAT(refusal(folder / "missing.png"), Catch::Contains("missing.png: no such file"));
    std::filesystem::create_directory(folder / "folder.png");
    REQUIRE_THAT(refusal(folder / "folder.png"), Catch::Contains("folder.png: is not a file"));
    write_bytes(folder / "text.png", {'h', 'e', 'l', 'l', 'o'});
    REQUIRE_THAT(refusal(folder / "text.png"), Catch::Contains("text.png: is neither PNG nor TIFF"));
    write_bytes(folder / "empty.tif", {});
    REQUIRE_THAT(refusal(folder / "empty.tif"), Catch::Contains("empty.tif: is neither PNG nor TIFF"));
    write_png(folder / "a.png", {4, 4}, std::vector<std::uint8_t>(32), {});
    HeightmapParameters p;
    p.raw_size = {4, 4};
    REQUIRE_THAT(refusal(folder / "a.png", p), Catch::Contains("raw_size is for RAW16 files alone"));
}

TEST_CASE("file names may be of any script") {
    const TemporaryFolder folder;
    for (const char* name : {"żółw.png", "βουνό.png", "山.png", "🏔.png"}) {
        write_png(folder / name, {2, 2}, std::vector<std::uint8_t>(8, 7), {});
        REQUIRE(read_heightmap(folder / name, {}).metres_or_unit[3] == 0x0707 / 65535.0F);
    }
    REQUIRE_THAT(refusal(folder / "żaba.png"), Catch::Contains("żaba.png: no such file"));
}
