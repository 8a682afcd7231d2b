#include <png.h>

#include <csetjmp>
#include <cstddef>
#include <vector>

#include "import/formats.h"

namespace terrain {
namespace {

/// All that the libpng calls touch. libpng reports errors by longjmp, so that nothing with a destructor may live in
/// the functions that call it; everything is here, and these functions only return whether they got through.
struct PngReader {
    explicit PngReader(InputFile& f) : file(&f) {}
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }

    InputFile* file;
    png_structp png = nullptr;
    png_infop info = nullptr;
    std::string message;
    png_uint_32 width = 0, height = 0;
    int depth = 0, color = 0, passes = 1;
    std::vector<png_byte> bytes;  ///< one row, or all of an interlaced picture
    std::vector<png_bytep> rows;  ///< where each row of a pass goes
    Grid<float> values;
};

void on_error(png_structp png, png_const_charp message) {
    static_cast<PngReader*>(png_get_error_ptr(png))->message = message;
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep out, std::size_t count) {
    std::ifstream& stream = static_cast<PngReader*>(png_get_io_ptr(png))->file->stream;
    if (!stream.read(reinterpret_cast<char*>(out), static_cast<std::streamsize>(count))) {
        png_error(png, "the file ends too early");
    }
}

bool read_header(PngReader& r) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    png_set_read_fn(r.png, &r, on_read);
    // The sizes are checked below, with a better message.
    png_set_user_limits(r.png, 0x7fffffff, 0x7fffffff);
    // Text, profiles and the like would be unpacked and kept, megabytes each: a few kilobytes could take all memory.
    png_set_keep_unknown_chunks(r.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(r.png, r.info);
    png_get_IHDR(r.png, r.info, &r.width, &r.height, &r.depth, &r.color, nullptr, nullptr, nullptr);
    return true;
}

bool prepare_rows(PngReader& r) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    if (r.depth < 8) png_set_expand_gray_1_2_4_to_8(r.png);
    if ((r.color & PNG_COLOR_MASK_ALPHA) != 0) png_set_strip_alpha(r.png);
    r.passes = png_set_interlace_handling(r.png);
    png_read_update_info(r.png, r.info);
    return true;
}

void convert_row(const PngReader& r, const png_byte* bytes, float* out) {
    for (std::size_t x = 0; x < r.width; ++x) {
        out[x] = r.depth == 16 ? static_cast<float>(bytes[2 * x] * 256U + bytes[2 * x + 1]) / 65535.0F
                               : static_cast<float>(bytes[x]) / 255.0F;
    }
}

/// r.rows points into r.bytes: at one row for all, or, for an interlaced picture, at each its own.
bool read_rows(PngReader& r) {
    if (setjmp(png_jmpbuf(r.png)) != 0) return false;
    for (int pass = 0; pass < r.passes; ++pass) {
        for (png_uint_32 y = 0; y < r.height; ++y) {
            png_read_row(r.png, r.rows[y], nullptr);
            if (pass + 1 == r.passes) convert_row(r, r.rows[y], r.values.row(static_cast<std::int32_t>(y)));
        }
    }
    png_read_end(r.png, nullptr);
    return true;
}

[[noreturn]] void refuse_broken(const PngReader& r) {
    refuse(r.file->name, fmt::format("is broken or no PNG: {}", r.message));
}

}  // namespace

HeightSamples read_png(InputFile& file) {
    PngReader r(file);
    r.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &r, on_error, on_warning);
    if (r.png != nullptr) r.info = png_create_info_struct(r.png);
    if (r.info == nullptr) throw std::bad_alloc();
    if (!read_header(r)) refuse_broken(r);
    const Shape shape = checked_shape(file.name, r.width, r.height);
    if ((r.color & PNG_COLOR_MASK_COLOR) != 0) {
        refuse(file.name, "is a colour picture; a heightmap must be grey, 8 or 16 bits");
    }
    if (!prepare_rows(r)) refuse_broken(r);
    const std::size_t row_bytes = png_get_rowbytes(r.png, r.info);
    // Deflate makes data at most 1032 times smaller: a shorter file cannot hold the picture, and memory is not taken.
    if (static_cast<std::uint64_t>(row_bytes) * r.height / 1032 > file.bytes) {
        refuse(file.name, fmt::format("says that it is {} x {}, but is cut short", r.width, r.height));
    }
    const bool interlaced = r.passes > 1;
    r.bytes.resize(interlaced ? row_bytes * r.height : row_bytes);
    for (std::size_t y = 0; y < r.height; ++y) r.rows.push_back(r.bytes.data() + (interlaced ? y * row_bytes : 0));
    r.values = Grid<float>(shape);
    if (!read_rows(r)) refuse_broken(r);
    return {std::move(r.values), false, std::nullopt};
}

}  // namespace terrain
