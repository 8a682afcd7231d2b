#include <cmath>
#include <limits>

#include "heightmap_files.h"

using namespace terrain;
using namespace terrain::test;

namespace {

template <class T>
std::vector<T> ramp(std::size_t count) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * 131 + 7);
    return values;
}

std::vector<float> metres(Shape shape) {
    std::vector<float> values(shape.cells());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = -12.5F + 3.1F * static_cast<float>(i);
    return values;
}

TiffOptions of_format(std::uint16_t format) {
    TiffOptions options;
    options.format = format;
    return options;
}

}  // namespace

TEST_CASE("float TIFFs hold metres, in strips and tiles, compressed or not, of either byte order") {
    const TemporaryFolder folder;
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{37, 21}, Shape{21, 37}}) {
        for (const std::uint32_t tile : {0U, 16U}) {
            for (const std::uint16_t compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE}) {
                for (const char* mode : {"wl", "wb", "w8"}) {
                    TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
                    options.tile = tile;
                    options.compression = compression;
                    options.mode = mode;
                    const std::vector<float> values = metres(shape);
                    write_tiff(folder / "a.tif", shape, values, options);
                    const Heightmap map = read_heightmap(folder / "a.tif", {});
                    INFO(shape.width << " tile " << tile << " compression " << compression << " mode " << mode);
                    REQUIRE(map.is_metres);
                    REQUIRE(map.metres_or_unit.shape() == shape);
                    REQUIRE(std::equal(values.begin(), values.end(), map.metres_or_unit.begin()));
                }
            }
        }
    }
}

TEST_CASE("whole numbers: unsigned ones are shares of the largest, signed ones metres") {
    const TemporaryFolder folder;
    const Shape shape{19, 7};
    const auto words = ramp<std::uint16_t>(shape.cells());
    write_tiff(folder / "16.tif", shape, words);
    const Heightmap sixteen = read_heightmap(folder / "16.tif", {});
    REQUIRE_FALSE(sixteen.is_metres);
    const auto bytes = ramp<std::uint8_t>(shape.cells());
    write_tiff(folder / "8.tif", shape, bytes);
    const Heightmap eight = read_heightmap(folder / "8.tif", {});
    const auto shorts = ramp<std::int16_t>(shape.cells());
    write_tiff(folder / "s16.tif", shape, shorts, of_format(SAMPLEFORMAT_INT));
    const Heightmap elevation = read_heightmap(folder / "s16.tif", {});
    REQUIRE(elevation.is_metres);
    for (std::size_t i = 0; i < shape.cells(); ++i) {
        REQUIRE(sixteen.metres_or_unit[i] == static_cast<float>(words[i]) / 65535.0F);
        REQUIRE(eight.metres_or_unit[i] == static_cast<float>(bytes[i]) / 255.0F);
        REQUIRE(elevation.metres_or_unit[i] == static_cast<float>(shorts[i]));
    }
    write_tiff(folder / "64.tif", shape, std::vector<double>(shape.cells(), 812.25), of_format(SAMPLEFORMAT_IEEEFP));
    REQUIRE(read_heightmap(folder / "64.tif", {}).metres_or_unit[5] == 812.25F);
}

TEST_CASE("the first band is taken, whether bands lie side by side or one after the other") {
    const TemporaryFolder folder;
    const Shape shape{20, 9};
    for (const std::uint32_t tile : {0U, 16U}) {
        TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
        options.bands = 3;
        options.tile = tile;
        std::vector<float> side_by_side(shape.cells() * 3, -1.0F);
        for (std::size_t i = 0; i < shape.cells(); ++i) side_by_side[3 * i] = static_cast<float>(i);
        write_tiff(folder / "bands.tif", shape, side_by_side, options);
        const Heightmap map = read_heightmap(folder / "bands.tif", {});
        for (std::size_t i = 0; i < shape.cells(); ++i) REQUIRE(map.metres_or_unit[i] == static_cast<float>(i));
    }
    TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
    options.bands = 2;
    options.planes = PLANARCONFIG_SEPARATE;
    std::vector<float> planes(shape.cells() * 2, -1.0F);
    for (std::size_t i = 0; i < shape.cells(); ++i) planes[i] = static_cast<float>(i);
    write_tiff(folder / "planes.tif", shape, planes, options);
    const Heightmap map = read_heightmap(folder / "planes.tif", {});
    for (std::size_t i = 0; i < shape.cells(); ++i) REQUIRE(map.metres_or_unit[i] == static_cast<float>(i));
}

TEST_CASE("cells without data are counted and located, or filled") {
    const TemporaryFolder folder;
    const Shape shape{6, 4};
    std::vector<float> values(shape.cells(), 100.0F);
    values[9] = std::numeric_limits<float>::quiet_NaN();
    values[13] = std::numeric_limits<float>::infinity();
    values[20] = -9999.0F;
    TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
    options.nodata = "-9999";
    write_tiff(folder / "gaps.tif", shape, values, options);
    REQUIRE_THAT(refusal(folder / "gaps.tif"), Catch::Contains("gaps.tif: 3 of 24 cells hold no height") &&
                                                   Catch::Contains("-9999") && Catch::Contains("column 3, row 1") &&
                                                   Catch::Contains("source.heightmap.nodata_fill_m"));
    HeightmapParameters fill;
    fill.nodata_fill_m = 7.5;
    const Heightmap map = read_heightmap(folder / "gaps.tif", fill, {50.0, 60.0});
    REQUIRE(map.filled_cells == 3);
    for (std::size_t i = 0; i < shape.cells(); ++i) {
        REQUIRE(map.metres_or_unit[i] == (i == 9 || i == 13 || i == 20 ? 7.5F : 100.0F));
    }
    options.nodata.clear();
    values[9] = values[13] = 0.0F;
    write_tiff(folder / "plain.tif", shape, values, options);
    REQUIRE(read_heightmap(folder / "plain.tif", {}).metres_or_unit[20] == -9999.0F);
}

TEST_CASE("nodata values are compared as the file's own type holds them") {
    const TemporaryFolder folder;
    const Shape shape{3, 1};
    HeightmapParameters fill;
    fill.nodata_fill_m = 0.0;
    TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
    const float lowest = std::numeric_limits<float>::lowest();
    for (const char* text : {"-3.4028234663852886e+38", "-3.40282346638529e+38", "-3.402823466e+38 "}) {
        options.nodata = text;
        write_tiff(folder / "low.tif", shape, std::vector<float>{1.0F, lowest, 2.0F}, options);
        INFO(text);
        REQUIRE(read_heightmap(folder / "low.tif", fill).filled_cells == 1);
    }
    options.nodata = "nan";
    write_tiff(folder / "nan.tif", shape, std::vector<float>{1.0F, 3.0F, 2.0F}, options);
    REQUIRE(read_heightmap(folder / "nan.tif", {}).filled_cells == 0);
    options = of_format(SAMPLEFORMAT_INT);
    options.nodata = "-32768";
    write_tiff(folder / "short.tif", shape, std::vector<std::int16_t>{1, -32768, 2}, options);
    REQUIRE(read_heightmap(folder / "short.tif", fill).filled_cells == 1);
    options = {};
    options.nodata = "65535";
    write_tiff(folder / "word.tif", shape, std::vector<std::uint16_t>{1, 65535, 2}, options);
    fill.nodata_fill_m = 1000.0;
    const Heightmap map = read_heightmap(folder / "word.tif", fill, {500.0, 2500.0});
    REQUIRE(map.filled_cells == 1);
    REQUIRE(map.metres_or_unit[1] == 0.25F);
    options.nodata = "-9999";  // no unsigned sample can be this
    write_tiff(folder / "none.tif", shape, std::vector<std::uint16_t>{1, 55537, 2}, options);
    REQUIRE(read_heightmap(folder / "none.tif", {}).filled_cells == 0);
    options.nodata = "none";
    write_tiff(folder / "text.tif", shape, std::vector<std::uint16_t>{1, 2, 3}, options);
    REQUIRE_THAT(refusal(folder / "text.tif"), Catch::Contains("\"none\", which is no number"));
}

TEST_CASE("TIFFs of other kinds are refused by what they are") {
    const TemporaryFolder folder;
    write_tiff(folder / "u32.tif", {2, 2}, std::vector<std::uint32_t>{1, 2, 3, 4});
    REQUIRE_THAT(refusal(folder / "u32.tif"), Catch::Contains("u32.tif: has 32-bit samples of format 1"));
    TiffOptions options;
    options.photometric = PHOTOMETRIC_MINISWHITE;
    write_tiff(folder / "white.tif", {2, 2}, std::vector<std::uint16_t>{1, 2, 3, 4}, options);
    REQUIRE_THAT(refusal(folder / "white.tif"), Catch::Contains("photometric interpretation 0"));
    write_tiff(folder / "wide.tif", {32769, 1}, std::vector<std::uint8_t>(32769));
    REQUIRE_THAT(refusal(folder / "wide.tif"), Catch::Contains("is 32769 x 1; each side must be from 1 to 32768"));
}

TEST_CASE("a TIFF cut anywhere, or with wrong bytes, is refused or read, never a crash") {
    const TemporaryFolder folder;
    const Shape shape{40, 30};
    for (const std::uint32_t tile : {0U, 16U}) {
        for (const std::uint16_t compression : {COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE}) {
            TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
            options.tile = tile;
            options.compression = compression;
            write_tiff(folder / "a.tif", shape, metres(shape), options);
            const std::vector<char> whole = read_bytes(folder / "a.tif");
            for (std::size_t length = 0; length < whole.size() * 9 / 10; length += 1 + length / 15) {
                write_bytes(folder / "cut.tif", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
                INFO(length << " of " << whole.size() << " bytes");
                REQUIRE_THAT(refusal(folder / "cut.tif"), Catch::Contains("cut.tif: "));
            }
            HeightmapParameters fill;  // so that wrong floats do not hide what comes after
            fill.nodata_fill_m = 0.0;
            for (std::size_t place = 4; place<whole.size(); place += place> whole.size() - 400 ? 1 : 67) {
                std::vector<char> broken = whole;
                broken[place] = static_cast<char>(broken[place] ^ 0xff);
                write_bytes(folder / "broken.tif", broken);
                (void)refusal(folder / "broken.tif", fill);
            }
        }
    }
}

TEST_CASE("a TIFF that says it is huge is refused before memory is taken") {
    const TemporaryFolder folder;
    const auto compression = GENERATE(COMPRESSION_NONE, COMPRESSION_PACKBITS, COMPRESSION_LZW,
                                      COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD, COMPRESSION_LZMA);
    if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression)) == 0) return;
    CAPTURE(compression);
    TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
    options.compression = static_cast<std::uint16_t>(compression);
    options.mode = "wl";
    write_tiff(folder / "a.tif", {2, 2}, std::vector<float>(4), options);
    std::vector<char> bytes = read_bytes(folder / "a.tif");
    // The entries of width (256) and height (257): tag, type, count, value; the value becomes 32768.
    for (std::size_t i = 0; i + 12 <= bytes.size(); ++i) {
        const bool size_tag = (bytes[i] == 0 || bytes[i] == 1) && bytes[i + 1] == 1 && bytes[i + 3] == 0 &&
                              bytes[i + 4] == 1 && bytes[i + 5] == 0 && bytes[i + 8] == 2 && bytes[i + 9] == 0;
        if (size_tag) bytes[i + 9] = static_cast<char>(0x80), bytes[i + 8] = 0;
    }
    write_bytes(folder / "huge.tif", bytes);
    REQUIRE_THAT(refusal(folder / "huge.tif"), Catch::Contains("says that it is 32768 x 32768, but is cut short"));
}

TEST_CASE("a TIFF whose tiles are huge is refused before memory is taken") {
    const TemporaryFolder folder;
    TiffOptions options = of_format(SAMPLEFORMAT_IEEEFP);
    options.mode = "wl";
    options.tile = 16;
    options.compression = COMPRESSION_PACKBITS;
    write_tiff(folder / "a.tif", {2, 2}, std::vector<float>(4), options);
    // Sides of a tile (tags 322 and 323, one number each) as a file may claim them.
    const auto with_tiles = [&](std::uint32_t width, std::uint32_t height) {
        std::vector<char> bytes = read_bytes(folder / "a.tif");
        int found = 0;
        for (std::size_t i = 0; i + 12 <= bytes.size(); ++i) {
            const int tag = static_cast<unsigned char>(bytes[i]) + 256 * static_cast<unsigned char>(bytes[i + 1]);
            if ((tag != 322 && tag != 323) || bytes[i + 4] != 1 || bytes[i + 8] != 16) continue;
            bytes[i + 2] = 4;  // LONG
            for (std::size_t k = 0; k < 4; ++k) {
                bytes[i + 8 + k] = static_cast<char>((tag == 322 ? width : height) >> (8 * k));
            }
            ++found;
        }
        REQUIRE(found == 2);
        write_bytes(folder / "tiles.tif", bytes);
        return refusal(folder / "tiles.tif");
    };
    REQUIRE_THAT(with_tiles(32768, 16368), Catch::Contains("has rows or tiles of") && Catch::Contains("possible are"));
    REQUIRE_THAT(with_tiles(1U << 31, 16), Catch::Contains("has tiles of 2147483648 x 16"));
    REQUIRE_THAT(with_tiles(16, 0xfffffff0U), Catch::Contains("has tiles of 16 x 4294967280"));
    REQUIRE_THAT(with_tiles(0xfffffff0U, 0xfffffff0U), Catch::Contains("tiles.tif: "));
}
