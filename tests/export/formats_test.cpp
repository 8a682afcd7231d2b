#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <locale>

#include "core/errors.h"
#include "core/hash.h"
#include "export/decode.h"
#include "export/exr.h"
#include "export/pack_file.h"
#include "export/png.h"
#include "export/sha256.h"
#include "export/size_estimate.h"
#include "export/stb_png.h"
#include "export/tiff.h"
#include "export/tree_csv.h"
#include "support.h"

using namespace terrain;

namespace {

template <class T>
Raster noise(Shape shape, int channels) {
    Raster raster{shape, channels, {}};
    std::vector<T> samples(sample_count(raster));
    const RandomStream random(11, "format test");
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i] = static_cast<T>(random(i) >> 40);
    }
    raster.samples = std::move(samples);
    return raster;
}

bool same(const Raster& a, const Raster& b) {
    return a.shape == b.shape && a.channels == b.channels && a.samples == b.samples;
}

const std::vector<Shape> kShapes{{1, 1},   {2, 2},   {3, 3},     {1, 9},     {200, 120},  {120, 200},
                                 {127, 1}, {509, 3}, {513, 513}, {1025, 65}, {1009, 1009}};

}  // namespace

TEST_CASE("SHA-256: NIST's vectors") {
    const auto of = [](const std::string& text) {
        return sha256_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    };
    CHECK(of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(of(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("samples hash: a header and the samples in little endian") {
    const Raster raster{{2, 1}, 1, std::vector<std::uint16_t>{0x0102, 0xff00}};
    const std::string text = std::string("2 1 1 16\n") + "\x02\x01" + std::string(1, '\0') + "\xff";
    CHECK(samples_sha256(raster) == sha256_hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
    const Raster turned{{1, 2}, 1, std::vector<std::uint16_t>{0x0102, 0xff00}};
    CHECK(samples_sha256(turned) != samples_sha256(raster));
}

TEST_CASE("PNG: exact size, depth, colour type and samples, nothing but IHDR, IDAT, IEND") {
    for (const Shape shape : kShapes) {
        for (const Raster& raster : {noise<std::uint8_t>(shape, 1), noise<std::uint8_t>(shape, 3),
                                     noise<std::uint16_t>(shape, 1), noise<std::uint16_t>(shape, 3)}) {
            const Bytes bytes = encode_png(raster);
            const test::PlainPng png = test::read_plain_png(bytes);
            CHECK(png.width == static_cast<std::uint32_t>(shape.width));
            CHECK(png.height == static_cast<std::uint32_t>(shape.height));
            CHECK(png.depth == sample_bits(raster));
            CHECK(png.colour_type == (raster.channels == 1 ? 0 : 2));
            REQUIRE(png.chunks.size() >= 3);
            CHECK(png.chunks.front() == "IHDR");
            CHECK(png.chunks.back() == "IEND");
            CHECK(std::all_of(png.chunks.begin() + 1, png.chunks.end() - 1,
                              [](const std::string& chunk) { return chunk == "IDAT"; }));
            const bool equal = std::visit(
                [&](const auto& s) { return std::equal(s.begin(), s.end(), png.samples.begin(), png.samples.end()); },
                raster.samples);
            CHECK(equal);
            CHECK(same(decode_png(bytes, shape), raster));
            CHECK(encode_png(raster) == bytes);
        }
    }
}

TEST_CASE("PNG: smooth data shrinks") {
    Raster raster{{512, 512}, 1, std::vector<std::uint16_t>(512 * 512)};
    auto& samples = std::get<std::vector<std::uint16_t>>(raster.samples);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i] = static_cast<std::uint16_t>(40 * (i % 512) + 30 * (i / 512));
    }
    CHECK(encode_png(raster).size() < 512 * 512 / 2);
    Raster mask{{512, 512}, 1, std::vector<std::uint8_t>(512 * 512, 7)};
    CHECK(encode_png(mask).size() < 2000);
}

TEST_CASE("PNG: what cannot be one is refused, an interruption passes through") {
    CHECK_THROWS_AS(encode_png(noise<std::uint8_t>({4, 4}, 2)), std::invalid_argument);
    CHECK_THROWS_AS(encode_png(noise<float>({4, 4}, 1)), std::invalid_argument);
    CHECK_THROWS_AS(encode_png(Raster{{0, 4}, 1, std::vector<std::uint8_t>{}}), std::invalid_argument);
    int calls = 0;
    const auto stop = [&] {
        if (++calls == 3) throw Interrupted();
    };
    CHECK_THROWS_AS(encode_png(noise<std::uint16_t>({300, 300}, 1), stop), Interrupted);
}

namespace {

/// All compressions and layouts.
std::vector<TiffOptions> tiff_options() {
    std::vector<TiffOptions> all;
    for (const auto compression : {TiffCompression::deflate, TiffCompression::zstd, TiffCompression::none}) {
        for (const auto layout : {TiffLayout::strips, TiffLayout::tiles}) {
            all.emplace_back().compression = compression;
            all.back().layout = layout;
        }
    }
    return all;
}

}  // namespace

TEST_CASE("TIFF: 16 bits and floats come back exactly, in every compression and layout, classic and BigTIFF") {
    for (const Shape shape : {Shape{1, 1}, Shape{3, 2}, Shape{256, 257}, Shape{300, 7}, Shape{700, 513}}) {
        for (const Raster& raster : {noise<std::uint16_t>(shape, 1), noise<float>(shape, 1)}) {
            for (TiffOptions options : tiff_options()) {
                for (const bool big : {false, true}) {
                    options.classic_limit = big ? 0 : kClassicTiffLimit;
                    const Bytes bytes = encode_tiff(raster, {}, options);
                    CHECK(bytes[0] == 'I');
                    CHECK(bytes[1] == 'I');
                    CHECK(bytes[2] == (big ? 0x2b : 0x2a));
                    CHECK(same(decode_tiff(bytes, shape), raster));
                    CHECK(encode_tiff(raster, {}, options) == bytes);
                }
            }
        }
    }
}

TEST_CASE("TIFF: options do what they say") {
    Raster raster{{512, 512}, 1, std::vector<float>(512 * 512, 3.5F)};
    std::size_t plain = 0;
    for (const TiffOptions& options : tiff_options()) {
        const Bytes bytes = encode_tiff(raster, {}, options);
        if (options.compression == TiffCompression::none) {
            plain = bytes.size();
            CHECK(plain > 512 * 512 * 4);
        } else {
            CHECK(bytes.size() < 40000);
        }
        // Tag 322, TileWidth, is there in tiles alone.
        const auto u16 = [&](std::size_t at) { return bytes[at] | bytes[at + 1] << 8; };
        const auto directory = static_cast<std::size_t>(u16(4)) | static_cast<std::size_t>(u16(6)) << 16;
        bool tiled = false;
        for (int k = 0; k < u16(directory); ++k) {
            tiled = tiled || u16(directory + 2 + 12 * static_cast<std::size_t>(k)) == 322;
        }
        CHECK(tiled == (options.layout == TiffLayout::tiles));
    }
    CHECK(plain > 0);
}

TEST_CASE("TIFF: floats keep their bits") {
    Raster raster{{5, 1}, 1, std::vector<float>{-0.0F, 1e-42F, -3.25e30F, 0.1F, 8848.86F}};
    const Raster back = decode_tiff(encode_tiff(raster), raster.shape);
    CHECK(samples_sha256(back) == samples_sha256(raster));
}

TEST_CASE("TIFF: the tags tell nothing of time, host or program") {
    const Bytes bytes = encode_tiff(noise<float>({9, 9}, 1));
    const auto u16 = [&](std::size_t at) { return bytes[at] | bytes[at + 1] << 8; };
    const auto directory = static_cast<std::size_t>(u16(4) | u16(6) << 16);
    const std::set<int> allowed{256, 257, 258, 259, 262, 273, 274, 277, 278, 279, 284, 317, 339};
    for (int k = 0; k < u16(directory); ++k) {
        CHECK(allowed.count(u16(directory + 2 + 12 * static_cast<std::size_t>(k))) == 1);
    }
}

TEST_CASE("BigTIFF when the file passes the limit as it is compressed, and only then") {
    // Level ground compresses a hundredfold: it could pass the limit and does not.
    const Raster level{{600, 400}, 1, std::vector<float>(600 * 400, 1.0F)};
    const Raster rough = noise<float>({600, 400}, 1);
    for (TiffOptions options : tiff_options()) {
        if (options.compression == TiffCompression::none) continue;
        options.classic_limit = 200000;
        REQUIRE(tiff_bytes_at_most(level.shape, 4, options.layout) > options.classic_limit);
        const Bytes small = encode_tiff(level, {}, options);
        CHECK(small[2] == 0x2a);
        CHECK(same(decode_tiff(small, level.shape), level));
        options.classic_limit = kClassicTiffLimit;
        CHECK(encode_tiff(level, {}, options) == small);
        options.classic_limit = 200000;
        const Bytes large = encode_tiff(rough, {}, options);
        CHECK(large.size() > options.classic_limit);
        CHECK(large[2] == 0x2b);
    }
    CHECK(tiff_bytes_at_most({32768, 32768}, 4, TiffLayout::strips) > kClassicTiffLimit);  // 2^32 bytes of samples
    CHECK(tiff_bytes_at_most({32768, 32000}, 4, TiffLayout::strips) < kClassicTiffLimit);
    CHECK(tiff_bytes_at_most({32768, 32768}, 2, TiffLayout::strips) < kClassicTiffLimit);
    OutputSpec spec;
    spec.format = OutputFormat::tiff32f;
    CHECK(file_bytes_at_most(spec, {32768, 32768}) > (std::uint64_t{1} << 32));
    spec.layer = OutputLayer::hillshade;
    spec.format = OutputFormat::png8;
    CHECK(sample_bytes(spec, {32768, 32768}) == 3 * (std::uint64_t{1} << 30));
    CHECK(export_memory_bytes({spec, spec}, {32768, 32768}, 2) > 12 * (std::uint64_t{1} << 30));
    CHECK(export_memory_bytes({spec, spec}, {32768, 32768}, 2) ==
          2 * export_memory_bytes({spec, spec}, {32768, 32768}, 1));
}

TEST_CASE("size estimate: no file is larger, even of noise") {
    for (const Shape shape : kShapes) {
        const auto bound = [&](OutputLayer layer, OutputFormat format) {
            OutputSpec spec;
            spec.layer = layer;
            spec.format = format;
            return file_bytes_at_most(spec, shape);
        };
        TiffOptions big_tiff;
        big_tiff.classic_limit = 0;
        CHECK(encode_png(noise<std::uint8_t>(shape, 3)).size() <= bound(OutputLayer::normal, OutputFormat::png8));
        CHECK(encode_png(noise<std::uint16_t>(shape, 3)).size() <= bound(OutputLayer::normal, OutputFormat::png16));
        CHECK(encode_png(noise<std::uint8_t>(shape, 1)).size() <= bound(OutputLayer::height, OutputFormat::png8));
        CHECK(encode_png(noise<std::uint16_t>(shape, 1)).size() <= bound(OutputLayer::height, OutputFormat::png16));
        const Raster floats = noise<float>(shape, 1);
        CHECK(encode_tiff(floats, {}, big_tiff).size() <= bound(OutputLayer::height, OutputFormat::tiff32f));
        const Raster shorts = noise<std::uint16_t>(shape, 1);
        CHECK(encode_tiff(shorts, {}, big_tiff).size() <= bound(OutputLayer::height, OutputFormat::tiff16));
        CHECK(encode_raw16(shorts, ByteOrder::big, false).size() == bound(OutputLayer::height, OutputFormat::raw16be));
    }
}

TEST_CASE("RAW: length, byte order and row order, nothing else") {
    const Shape shape{5, 3};
    const Raster raster = noise<std::uint16_t>(shape, 1);
    const auto& samples = std::get<std::vector<std::uint16_t>>(raster.samples);
    const Bytes little = encode_raw16(raster, ByteOrder::little, false);
    const Bytes big = encode_raw16(raster, ByteOrder::big, false);
    const Bytes flipped = encode_raw16(raster, ByteOrder::little, true);
    REQUIRE(little.size() == 30);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        CHECK((little[2 * i] | little[2 * i + 1] << 8) == samples[i]);
        CHECK(big[2 * i] == little[2 * i + 1]);
        CHECK(big[2 * i + 1] == little[2 * i]);
        const std::size_t mirrored = (2 - i / 5) * 5 + i % 5;
        CHECK(flipped[2 * i] == little[2 * mirrored]);
        CHECK(flipped[2 * i + 1] == little[2 * mirrored + 1]);
    }
    CHECK(same(decode_raw16(little, shape, ByteOrder::little, false), raster));
    CHECK(same(decode_raw16(big, shape, ByteOrder::big, false), raster));
    CHECK(same(decode_raw16(flipped, shape, ByteOrder::little, true), raster));
    CHECK_THROWS_AS(decode_raw16(little, {5, 4}, ByteOrder::little, false), RunError);
}

TEST_CASE("decoders refuse other shapes, other kinds and broken bytes") {
    const Bytes png = encode_png(noise<std::uint16_t>({20, 10}, 1));
    const Bytes tiff = encode_tiff(noise<float>({20, 10}, 1));
    CHECK_THROWS_AS(decode_png(png, {10, 20}), RunError);
    CHECK_THROWS_AS(decode_tiff(tiff, {10, 20}), RunError);
    CHECK_THROWS_AS(decode_png(tiff, {20, 10}), RunError);
    CHECK_THROWS_AS(decode_tiff(png, {20, 10}), RunError);
    CHECK_THROWS_AS(decode_png({}, {20, 10}), RunError);
    CHECK_THROWS_AS(decode_tiff({}, {20, 10}), RunError);
    for (std::size_t cut = 0; cut < png.size(); cut += 7) {
        CHECK_THROWS_AS(decode_png({png.data(), cut}, {20, 10}), RunError);
    }
    for (std::size_t at = 8; at < png.size(); ++at) {
        Bytes broken = png;
        broken[at] ^= 0x55;
        CHECK_THROWS_AS(decode_png(broken, {20, 10}), RunError);
    }
    for (std::size_t at = 0; at < tiff.size(); ++at) {  // a TIFF has no checksum of its own: only no crash
        Bytes broken = tiff;
        broken[at] ^= 0x55;
        try {
            decode_tiff(broken, {20, 10});
        } catch (const RunError&) {
        }
    }
}

TEST_CASE("tree table: fixed decimals, LF, a point in every locale") {
    struct Comma : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new Comma));
    const Bytes bytes = encode_tree_csv({{12345.5F, 2.0F, -0.0001F, 1.0F}, {0.0F, 0.0625F, -12.5F, 0.5F}});
    std::locale::global(old);
    CHECK(std::string(bytes.begin(), bytes.end()) ==
          "x_m,y_m,ground_m,size\n12345.500,2.000,0.000,1.000\n0.000,0.062,-12.500,0.500\n");
    CHECK(encode_tree_csv({}).size() == 22);
    CHECK_THROWS_AS(encode_tree_csv({{std::nanf(""), 0, 0, 0}}), RunError);
}

TEST_CASE("output specification: names and what goes with what") {
    for (const auto& [layer, name] : kOutputLayers) {
        CHECK(output_layer(name) == layer);
        CHECK(name_of(layer) == name);
    }
    for (const auto& [format, name] : kOutputFormats) {
        CHECK(output_format(name) == format);
        CHECK(name_of(format) == name);
    }
    CHECK_FALSE(output_layer("Height").has_value());
    CHECK(is_allowed(OutputLayer::trees, OutputFormat::csv));
    CHECK_FALSE(is_allowed(OutputLayer::height, OutputFormat::csv));
    CHECK_FALSE(is_allowed(OutputLayer::normal, OutputFormat::raw16le));
    CHECK_FALSE(is_allowed(OutputLayer::hillshade, OutputFormat::png16));
    CHECK_FALSE(takes_range(OutputLayer::height, OutputFormat::tiff32f));
    for (const char* good : {"height.png", "Żółć 地形.tif", "a'b", "..png"}) {
        CHECK_FALSE(file_name_problem(good).has_value());
    }
    for (const char* bad :
         {"", ".", "..", "../x", "/x", "a/b", "a\\b", "c:x", "a\nb", "manifest.json", ".terrain-gen-1-2.tmp"}) {
        CHECK(file_name_problem(bad).has_value());
    }
}

TEST_CASE("EXR: floats come back exactly, NaN among them, and other samples are refused") {
    for (const Shape shape : kShapes) {
        Raster raster = noise<float>(shape, 1);
        std::get<std::vector<float>>(raster.samples)[0] = std::numeric_limits<float>::quiet_NaN();
        const Bytes bytes = encode_exr(raster);
        const Raster back = decode_exr(bytes, shape);
        CHECK(samples_sha256(back) == samples_sha256(raster));
        CHECK(encode_exr(raster) == bytes);
        OutputSpec spec;
        spec.format = OutputFormat::exr32f;
        CHECK(bytes.size() <= file_bytes_at_most(spec, shape));
    }
    CHECK_THROWS_AS(encode_exr(noise<std::uint16_t>({4, 4}, 1)), std::invalid_argument);
    const Bytes bytes = encode_exr(noise<float>({20, 10}, 1));
    const auto refused = [&](const Bytes& broken, Shape shape) {
        CHECK_THROWS_AS(decode_exr(broken, shape), RunError);
    };
    refused(bytes, {10, 20});
    refused({}, {20, 10});
    refused(Bytes(bytes.begin(), bytes.end() - 40), {20, 10});
    refused(Bytes(bytes.begin(), bytes.begin() + 30), {20, 10});
    int calls = 0;
    CHECK_THROWS_AS(encode_exr(noise<float>({300, 300}, 1),
                               [&] {
                                   if (++calls == 3) throw Interrupted();
                               }),
                    Interrupted);
}

TEST_CASE("EXR: no attribute tells of time, host or program") {
    const Bytes bytes = encode_exr(noise<float>({9, 9}, 1));
    const std::string text(bytes.begin(), bytes.begin() + 400);
    for (const char* word : {"capDate", "owner", "comments", "software", "utcOffset"}) {
        CHECK(text.find(word) == std::string::npos);
    }
    CHECK(text.find("channels") != std::string::npos);
}

TEST_CASE("read-back: every format's file is compared with its samples") {
    const Shape shape{21, 13};
    for (const auto format : {OutputFormat::png16, OutputFormat::tiff16, OutputFormat::raw16le, OutputFormat::raw16be,
                              OutputFormat::tiff32f, OutputFormat::exr32f}) {
        OutputSpec spec;
        spec.format = format;
        spec.file = "height.x";
        spec.flip_y = format == OutputFormat::raw16be;
        const Raster raster = is_float(format) ? noise<float>(shape, 1) : noise<std::uint16_t>(shape, 1);
        Bytes bytes;
        if (format == OutputFormat::png16) bytes = encode_png(raster);
        if (is_tiff(format)) bytes = encode_tiff(raster);
        if (format == OutputFormat::exr32f) bytes = encode_exr(raster);
        if (is_raw(format)) {
            bytes =
                encode_raw16(raster, format == OutputFormat::raw16le ? ByteOrder::little : ByteOrder::big, spec.flip_y);
        }
        CHECK_NOTHROW(check_read_back(bytes, spec, raster));
        Raster other = raster;
        std::visit([](auto& samples) { samples.back() = samples.back() == 0 ? 1 : 0; }, other.samples);
        CHECK_THROWS_WITH(check_read_back(bytes, spec, other), Catch::Contains("height.x: read back after writing"));
        bytes.resize(bytes.size() / 2);
        CHECK_THROWS_AS(check_read_back(bytes, spec, raster), RunError);
    }
}
