#include "export/png.h"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <limits>
#include <new>
#include <stdexcept>

#include "core/errors.h"
#include "export/stb_png.h"

namespace terrain {

namespace {

// stb_image_write cannot be interrupted and counts in ints; this much takes it some 1.5 s.
constexpr std::size_t kStbLimit = std::size_t{1} << 26;

/// How the rows are filtered and the result deflated. No single way is good for all maps (docs/presets.md, "PNG"):
/// slopes and colours are noise once filtered, which no dictionary helps; codes and counts repeat unfiltered.
enum class Method {
    paeth_runs,        ///< Paeth, runs and Huffman codes (zlib)
    paeth_dictionary,  ///< Paeth, libdeflate; by stb_image_write, 8 bits
    plain_dictionary,  ///< no filter, zlib
};

/// libpng's state; freed however encoding ends.
struct PngWriter {
    png_structp png = nullptr;
    png_infop info = nullptr;
    Bytes out;
    std::string error;

    PngWriter() = default;
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;
    ~PngWriter() { png_destroy_write_struct(&png, &info); }
};

void keep_error(png_structp png, png_const_charp message) {
    static_cast<PngWriter*>(png_get_error_ptr(png))->error = message;
    png_longjmp(png, 1);
}

void ignore_warning(png_structp /*png*/, png_const_charp /*message*/) {}

void append_bytes(png_structp png, png_bytep data, std::size_t size) {
    auto& out = static_cast<PngWriter*>(png_get_io_ptr(png))->out;
    bool full = false;
    try {
        out.insert(out.end(), data, data + size);
    } catch (const std::bad_alloc&) {
        full = true;  // no exception may pass through libpng
    }
    if (full) {
        png_error(png, "out of memory");
    }
}

void flush_nothing(png_structp /*png*/) {}

/// Writes the head and tells whether it worked.
bool write_head(PngWriter& writer, const Raster& raster, Method method) {
    if (setjmp(png_jmpbuf(writer.png)) != 0) {
        return false;
    }
    png_set_write_fn(writer.png, &writer, append_bytes, flush_nothing);
    png_set_user_limits(writer.png, 0x7fffffff, 0x7fffffff);
    png_set_IHDR(writer.png, writer.info, static_cast<png_uint_32>(raster.shape.width),
                 static_cast<png_uint_32>(raster.shape.height), sample_bits(raster),
                 raster.channels == 1   ? PNG_COLOR_TYPE_GRAY
                 : raster.channels == 3 ? PNG_COLOR_TYPE_RGB
                                        : PNG_COLOR_TYPE_RGBA,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    const bool runs = method == Method::paeth_runs;
    png_set_filter(writer.png, 0, runs ? PNG_FILTER_PAETH : PNG_FILTER_NONE);
    png_set_compression_level(writer.png, 6);
    png_set_compression_strategy(writer.png, runs ? Z_RLE : Z_DEFAULT_STRATEGY);
    png_set_compression_buffer_size(writer.png, std::size_t{1} << 18);
    png_write_info(writer.png, writer.info);
    if (sample_bits(raster) == 16 && std::endian::native == std::endian::little) {
        png_set_swap(writer.png);
    }
    return true;
}

bool write_rows(PngWriter& writer, const std::uint8_t* first, std::size_t row_bytes, std::size_t rows) {
    if (setjmp(png_jmpbuf(writer.png)) != 0) {
        return false;
    }
    for (std::size_t y = 0; y < rows; ++y) {
        png_write_row(writer.png, first + y * row_bytes);
    }
    return true;
}

bool write_end(PngWriter& writer) {
    if (setjmp(png_jmpbuf(writer.png)) != 0) {
        return false;
    }
    png_write_end(writer.png, nullptr);
    return true;
}

void require(bool worked, const PngWriter& writer) {
    if (!worked) {
        throw RunError("cannot encode a PNG: " + writer.error);
    }
}

Bytes encode_libpng(const Raster& raster, Method method, const std::function<void()>& check) {
    PngWriter writer;
    writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, keep_error, ignore_warning);
    writer.info = writer.png == nullptr ? nullptr : png_create_info_struct(writer.png);
    if (writer.info == nullptr) {
        throw RunError("out of memory while encoding a PNG");
    }
    const std::uint8_t* bytes = std::visit(
        [](const auto& samples) { return reinterpret_cast<const std::uint8_t*>(samples.data()); }, raster.samples);
    const auto rows = static_cast<std::size_t>(raster.shape.height);
    const std::size_t row_bytes = sample_count(raster) / rows * static_cast<std::size_t>(sample_bits(raster) / 8);
    require(write_head(writer, raster, method), writer);
    constexpr std::size_t kBlock = 64;
    for (std::size_t y = 0; y < rows; y += kBlock) {
        if (check) {
            check();
        }
        require(write_rows(writer, bytes + y * row_bytes, row_bytes, std::min(kBlock, rows - y)), writer);
    }
    require(write_end(writer), writer);
    return std::move(writer.out);
}

Bytes encode_by(Method method, const Raster& raster, const std::function<void()>& check) {
    return method == Method::paeth_dictionary ? encode_stb_png(raster) : encode_libpng(raster, method, check);
}

/// Rows [first, last) of the raster.
Raster rows_of(const Raster& raster, std::int32_t first, std::int32_t last) {
    const std::size_t row = static_cast<std::size_t>(raster.shape.width) * static_cast<std::size_t>(raster.channels);
    Raster part{{raster.shape.width, last - first}, raster.channels, {}};
    std::visit(
        [&](const auto& samples) {
            const auto* from = samples.data() + static_cast<std::size_t>(first) * row;
            part.samples = std::decay_t<decltype(samples)>(from, from + static_cast<std::size_t>(last - first) * row);
        },
        raster.samples);
    return part;
}

/// The method that makes three bands of the raster smallest.
Method best_method(const Raster& raster) {
    constexpr std::int32_t kBand = 16;
    std::vector<Raster> bands;
    if (raster.shape.height <= 4 * kBand) bands.push_back(rows_of(raster, 0, raster.shape.height));
    for (std::int32_t k = 1; bands.size() < 3 && raster.shape.height > 4 * kBand; ++k) {
        const std::int32_t first = static_cast<std::int32_t>(std::int64_t{raster.shape.height} * k / 4);
        bands.push_back(rows_of(raster, first, first + kBand));
    }
    const bool stb = sample_bits(raster) == 8 && sample_count(raster) <= kStbLimit;
    Method best = Method::paeth_runs;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const Method method : {Method::paeth_runs, Method::paeth_dictionary, Method::plain_dictionary}) {
        if (method == Method::paeth_dictionary && !stb) continue;
        std::size_t size = 0;
        for (const Raster& band : bands) size += encode_by(method, band, {}).size();
        // The slower ones have to be worth it.
        if (method != Method::paeth_runs) size += size / 100;
        if (size >= least) continue;
        best = method;
        least = size;
    }
    return best;
}

}  // namespace

Bytes encode_png(const Raster& raster, const std::function<void()>& check) {
    const bool drawable = raster.shape.width > 0 && raster.shape.height > 0 && sample_bits(raster) <= 16 &&
                          (raster.channels == 1 || raster.channels == 3 || raster.channels == 4);
    if (!drawable) {
        throw std::invalid_argument("encode_png: not a grey, RGB or RGBA raster of 8 or 16 bits");
    }
    if (check) {
        check();
    }
    return encode_by(best_method(raster), raster, check);
}

}  // namespace terrain
