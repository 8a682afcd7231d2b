#include <sys/resource.h>
#include <zlib.h>

#include "heightmap_files.h"

using namespace terrain;
using namespace terrain::test;

namespace {

std::vector<std::uint8_t> ramp(Shape shape, int bytes_per_cell) {
    std::vector<std::uint8_t> bytes(shape.cells() * static_cast<std::size_t>(bytes_per_cell));
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37 + i / 7);
    return bytes;
}

}  // namespace

TEST_CASE("a 16-bit PNG arrives sample for sample") {
    const TemporaryFolder folder;
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{17, 5}, Shape{5, 17}}) {
        for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
            std::vector<std::uint8_t> bytes = ramp(shape, 2);
            bytes[0] = bytes[1] = 255;
            write_png(folder / "a.png", shape, bytes, {16, PNG_COLOR_TYPE_GRAY, interlace});
            const Heightmap map = read_heightmap(folder / "a.png", {});
            REQUIRE(map.metres_or_unit.shape() == shape);
            REQUIRE_FALSE(map.is_metres);
            REQUIRE(map.filled_cells == 0);
            REQUIRE(map.metres_or_unit[0] == 1.0F);
            for (std::size_t i = 0; i < shape.cells(); ++i) {
                REQUIRE(map.metres_or_unit[i] == static_cast<float>(bytes[2 * i] * 256 + bytes[2 * i + 1]) / 65535.0F);
            }
        }
    }
}

TEST_CASE("PNGs of 8 and fewer bits, and with alpha, span [0, 1]") {
    const TemporaryFolder folder;
    const Shape shape{8, 3};
    const std::vector<std::uint8_t> bytes = ramp(shape, 1);
    write_png(folder / "8.png", shape, bytes, {8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE});
    const Heightmap eight = read_heightmap(folder / "8.png", {});
    for (std::size_t i = 0; i < shape.cells(); ++i) {
        REQUIRE(eight.metres_or_unit[i] == static_cast<float>(bytes[i]) / 255.0F);
    }
    write_png(folder / "alpha.png", shape, ramp(shape, 4), {16, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_INTERLACE_NONE});
    REQUIRE(read_heightmap(folder / "alpha.png", {}).metres_or_unit[1] ==
            static_cast<float>(ramp(shape, 4)[4] * 256 + ramp(shape, 4)[5]) / 65535.0F);
    write_png(folder / "1.png", shape, {0x80, 0x00, 0x01}, {1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE});
    const Heightmap one = read_heightmap(folder / "1.png", {});
    REQUIRE(one.metres_or_unit(0, 0) == 1.0F);
    REQUIRE(one.metres_or_unit(1, 0) == 0.0F);
    REQUIRE(one.metres_or_unit(7, 2) == 1.0F);
}

TEST_CASE("colour PNGs are refused") {
    const TemporaryFolder folder;
    write_png(folder / "c.png", {4, 4}, ramp({4, 4}, 3), {8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE});
    REQUIRE_THAT(refusal(folder / "c.png"), Catch::Contains("c.png: is a colour picture"));
}

TEST_CASE("a PNG cut anywhere, or with a wrong byte, is refused, never a crash") {
    const TemporaryFolder folder;
    const Shape shape{40, 30};
    write_png(folder / "a.png", shape, ramp(shape, 2), {});
    const std::vector<char> whole = read_bytes(folder / "a.png");
    for (std::size_t length = 0; length < whole.size(); length += 1 + length / 20) {
        write_bytes(folder / "cut.png", {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
        INFO(length << " of " << whole.size() << " bytes");
        REQUIRE_THAT(refusal(folder / "cut.png"), Catch::Contains("cut.png: "));
    }
    for (std::size_t place = 8; place < whole.size(); place += 41) {
        std::vector<char> broken = whole;
        broken[place] = static_cast<char>(broken[place] ^ 0x55);
        write_bytes(folder / "broken.png", broken);
        (void)refusal(folder / "broken.png");  // libpng lets errors in ancillary chunks pass
    }
    std::vector<char> broken = whole;
    broken[whole.size() / 2] = static_cast<char>(broken[whole.size() / 2] ^ 0x55);
    write_bytes(folder / "broken.png", broken);
    REQUIRE_THAT(refusal(folder / "broken.png"), Catch::Contains("broken.png: is broken"));
}

TEST_CASE("a PNG that says it is huge is refused before memory is taken") {
    const TemporaryFolder folder;
    const auto header = [&](std::uint32_t width, std::uint32_t height) {
        std::vector<png_byte> ihdr{'I', 'H', 'D', 'R'};
        for (const std::uint32_t v : {width, height}) {
            for (int shift = 24; shift >= 0; shift -= 8) ihdr.push_back(static_cast<png_byte>(v >> shift));
        }
        for (const int v : {16, 0, 0, 0, 0}) ihdr.push_back(static_cast<png_byte>(v));
        // CRC-32, bit by bit.
        std::uint32_t crc = 0xffffffffU;
        for (const png_byte b : ihdr) {
            crc ^= b;
            for (int k = 0; k < 8; ++k) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
        }
        crc = ~crc;
        std::vector<char> file{'\x89', 'P', 'N', 'G', '\r', '\n', '\x1a', '\n', 0, 0, 0, 13};
        file.insert(file.end(), ihdr.begin(), ihdr.end());
        for (int shift = 24; shift >= 0; shift -= 8) file.push_back(static_cast<char>(crc >> shift));
        // An empty IDAT, with its CRC, ends libpng's reading of the header.
        for (const int v : std::initializer_list<int>{0, 0, 0, 0, 'I', 'D', 'A', 'T', 0x35, 0xaf, 0x06, 0x1e})
            file.push_back(static_cast<char>(v));
        write_bytes(folder / "huge.png", file);
    };
    header(32769, 2);
    REQUIRE_THAT(refusal(folder / "huge.png"), Catch::Contains("is 32769 x 2; each side must be from 1 to 32768"));
    header(0x7fffffff, 0x7fffffff);
    REQUIRE_THAT(refusal(folder / "huge.png"), Catch::Contains("each side must be from 1 to 32768"));
    header(32768, 32768);
    REQUIRE_THAT(refusal(folder / "huge.png"), Catch::Contains("cut short"));
}

TEST_CASE("what a PNG packs beside its picture is not unpacked") {
    const TemporaryFolder folder;
    write_png(folder / "plain.png", {2, 2}, {1, 2, 3, 4}, {8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE});
    const std::vector<char> plain = read_bytes(folder / "plain.png");
    // 300 texts of 4 MB each, in 1.2 MB.
    std::vector<Bytef> packed(compressBound(4000000));
    uLongf size = packed.size();
    const std::vector<Bytef> text(4000000, 'a');
    REQUIRE(compress(packed.data(), &size, text.data(), text.size()) == Z_OK);
    std::vector<Bytef> chunk{'z', 'T', 'X', 't', 'k', 0, 0};
    chunk.insert(chunk.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
    const auto number = [](std::vector<char>& to, std::uint32_t value) {
        for (int shift = 24; shift >= 0; shift -= 8) to.push_back(static_cast<char>(value >> shift));
    };
    constexpr std::ptrdiff_t kHeader = 8 + 25;
    std::vector<char> bomb(plain.begin(), plain.begin() + kHeader);
    for (int k = 0; k < 300; ++k) {
        number(bomb, static_cast<std::uint32_t>(chunk.size() - 4));
        bomb.insert(bomb.end(), chunk.begin(), chunk.end());
        number(bomb, static_cast<std::uint32_t>(crc32(0, chunk.data(), static_cast<uInt>(chunk.size()))));
    }
    bomb.insert(bomb.end(), plain.begin() + kHeader, plain.end());
    write_bytes(folder / "bomb.png", bomb);
    const auto peak_kib = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    };
    const long before = peak_kib();
    REQUIRE(read_heightmap(folder / "bomb.png", {}).metres_or_unit(1, 1) == 4.0F / 255.0F);
    REQUIRE(peak_kib() - before < 100000);
}
