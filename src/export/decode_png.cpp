#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>

#include "core/errors.h"
#include "export/decode.h"

namespace terrain {

namespace {

struct PngReader {
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::span<const std::uint8_t> bytes;
    std::size_t position = 0;
    std::string error;

    PngReader() = default;
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

void keep_error(png_structp png, png_const_charp message) {
    static_cast<PngReader*>(png_get_error_ptr(png))->error = message;
    png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

void take_bytes(png_structp png, png_bytep out, std::size_t size) {
    auto& reader = *static_cast<PngReader*>(png_get_io_ptr(png));
    if (reader.bytes.size() - reader.position < size) {
        png_error(png, "ends too early");
    }
    std::memcpy(out, reader.bytes.data() + reader.position, size);
    reader.position += size;
}

bool read_head(PngReader& reader) {
    if (setjmp(png_jmpbuf(reader.png)) != 0) {
        return false;
    }
    png_set_read_fn(reader.png, &reader, take_bytes);
    png_set_crc_action(reader.png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_info(reader.png, reader.info);
    if (png_get_bit_depth(reader.png, reader.info) == 16 && std::endian::native == std::endian::little) {
        png_set_swap(reader.png);
    }
    return true;
}

bool read_rows(PngReader& reader, std::uint8_t* out, std::size_t row_bytes, std::size_t rows) {
    if (setjmp(png_jmpbuf(reader.png)) != 0) {
        return false;
    }
    for (std::size_t y = 0; y < rows; ++y) {
        png_read_row(reader.png, out + y * row_bytes, nullptr);
    }
    png_read_end(reader.png, nullptr);
    return true;
}

void require(bool worked, const PngReader& reader) {
    if (!worked) {
        throw RunError("is a broken PNG: " + reader.error);
    }
}

}  // namespace

Raster decode_png(std::span<const std::uint8_t> bytes, Shape expected) {
    PngReader reader;
    reader.bytes = bytes;
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, keep_error, ignore_warning);
    reader.info = reader.png == nullptr ? nullptr : png_create_info_struct(reader.png);
    if (reader.info == nullptr) {
        throw RunError("cannot be read: out of memory");
    }
    require(read_head(reader), reader);
    const auto width = png_get_image_width(reader.png, reader.info);
    const auto height = png_get_image_height(reader.png, reader.info);
    if (static_cast<std::int64_t>(width) != expected.width || static_cast<std::int64_t>(height) != expected.height) {
        throw RunError("is " + std::to_string(width) + " x " + std::to_string(height) + " samples, not " +
                       std::to_string(expected.width) + " x " + std::to_string(expected.height));
    }
    const int type = png_get_color_type(reader.png, reader.info);
    const int bits = png_get_bit_depth(reader.png, reader.info);
    const bool known = (type == PNG_COLOR_TYPE_GRAY || type == PNG_COLOR_TYPE_RGB || type == PNG_COLOR_TYPE_RGBA) &&
                       (bits == 8 || bits == 16) &&
                       png_get_interlace_type(reader.png, reader.info) == PNG_INTERLACE_NONE;
    if (!known) {
        throw RunError("is a PNG of another kind than grey, RGB or RGBA of 8 or 16 bits");
    }
    Raster raster{expected, png_get_channels(reader.png, reader.info), {}};
    if (bits == 8) {
        raster.samples = std::vector<std::uint8_t>(sample_count(raster));
    } else {
        raster.samples = std::vector<std::uint16_t>(sample_count(raster));
    }
    std::uint8_t* out =
        std::visit([](auto& samples) { return reinterpret_cast<std::uint8_t*>(samples.data()); }, raster.samples);
    const std::size_t row_bytes = sample_count(raster) / height * static_cast<std::size_t>(bits / 8);
    require(read_rows(reader, out, row_bytes, height), reader);
    if (reader.position != bytes.size()) {
        throw RunError("has bytes after its end");
    }
    return raster;
}

}  // namespace terrain
