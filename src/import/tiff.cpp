#include <tiffio.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "import/formats.h"
#include "import/geo_tags.h"

namespace terrain {
namespace {

constexpr std::uint32_t kGdalNoData = 42113;
/// The most that a file may ask for at once: a row, a tile, a compressed strip.
constexpr tmsize_t kLargestPiece = tmsize_t{1} << 31;

struct Source {
    InputFile* file;
    std::string message;  ///< the first error of libtiff
};

tmsize_t on_read(thandle_t handle, void* out, tmsize_t count) {
    std::ifstream& stream = static_cast<Source*>(handle)->file->stream;
    stream.clear();
    stream.read(static_cast<char*>(out), count);
    return static_cast<tmsize_t>(stream.gcount());
}

tmsize_t on_write(thandle_t, void*, tmsize_t) { return 0; }

toff_t on_seek(thandle_t handle, toff_t offset, int whence) {
    std::ifstream& stream = static_cast<Source*>(handle)->file->stream;
    stream.clear();
    const auto from = whence == SEEK_CUR ? std::ios::cur : whence == SEEK_END ? std::ios::end : std::ios::beg;
    stream.seekg(static_cast<std::streamoff>(offset), from);
    const auto place = static_cast<std::streamoff>(stream.tellg());
    return place < 0 ? static_cast<toff_t>(-1) : static_cast<toff_t>(place);
}

int on_close(thandle_t) { return 0; }

toff_t on_size(thandle_t handle) { return static_cast<Source*>(handle)->file->bytes; }

int on_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
    auto& message = static_cast<Source*>(user)->message;
    std::array<char, 500> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    if (message.empty()) message = text.data();
    return 1;  // handled: nothing is printed
}

int on_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

struct Close {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using TiffPointer = std::unique_ptr<TIFF, Close>;

TiffPointer open(Source& source) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, &source);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, nullptr);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kLargestPiece);
    return TiffPointer(TIFFClientOpenExt(source.file->name.c_str(), "rm", &source, on_read, on_write, on_seek, on_close,
                                         on_size, nullptr, nullptr, options.get()));
}

/// What one sample of the file is.
struct Layout {
    Shape shape;
    std::uint16_t bits = 1, format = SAMPLEFORMAT_UINT;
    std::size_t samples_a_pixel = 1;  ///< that lie side by side in memory
    std::optional<double> nodata;

    [[nodiscard]] std::size_t pixel_bytes() const { return samples_a_pixel * bits / 8; }
};

std::optional<double> nodata_value(TIFF* tiff, const std::string& name) {
    const TIFFField* field = TIFFFindField(tiff, kGdalNoData, TIFF_ANY);
    if (field == nullptr || TIFFFieldDataType(field) != TIFF_ASCII) return std::nullopt;
    const char* text = nullptr;
    std::size_t length = 0;
    if (TIFFFieldPassCount(field) != 0) {
        std::uint32_t count = 0;
        if (TIFFGetField(tiff, kGdalNoData, &count, &text) == 0 || text == nullptr) return std::nullopt;
        length = strnlen(text, count);
    } else {
        if (TIFFGetField(tiff, kGdalNoData, &text) == 0 || text == nullptr) return std::nullopt;
        length = std::strlen(text);
    }
    std::string_view number(text, length);
    while (!number.empty() && number.front() == ' ') number.remove_prefix(1);
    while (!number.empty() && number.back() == ' ') number.remove_suffix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc{} || end != number.data() + number.size()) {
        refuse(name, fmt::format("its GDAL nodata tag holds \"{}\", which is no number", number));
    }
    return value;
}

Layout read_layout(TIFF* tiff, const std::string& name) {
    Layout layout;
    std::uint32_t width = 0, height = 0;
    std::uint16_t samples = 1, planes = PLANARCONFIG_CONTIG, photometric = PHOTOMETRIC_MINISBLACK;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    layout.shape = checked_shape(name, width, height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &layout.bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &layout.format);
    TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric);
    if (layout.format == SAMPLEFORMAT_VOID) layout.format = SAMPLEFORMAT_UINT;
    if (photometric != PHOTOMETRIC_MINISBLACK && photometric != PHOTOMETRIC_RGB) {
        refuse(name, fmt::format("has photometric interpretation {}; heights must be grey with black as the lowest (1)",
                                 photometric));
    }
    const bool whole = layout.format == SAMPLEFORMAT_UINT && (layout.bits == 8 || layout.bits == 16);
    const bool metres = (layout.format == SAMPLEFORMAT_INT && layout.bits == 16) ||
                        (layout.format == SAMPLEFORMAT_IEEEFP && (layout.bits == 32 || layout.bits == 64));
    if (!whole && !metres) {
        refuse(name, fmt::format("has {}-bit samples of format {}; possible are 8 and 16-bit unsigned (1), 16-bit "
                                 "signed (2), 32 and 64-bit floats (3)",
                                 layout.bits, layout.format));
    }
    if (samples < 1 || samples > 1024) refuse(name, fmt::format("has {} bands; possible are 1 to 1024", samples));
    layout.samples_a_pixel = planes == PLANARCONFIG_CONTIG ? samples : 1;
    layout.nodata = nodata_value(tiff, name);
    return layout;
}

template <class T>
float sample_value(T raw, const std::optional<double>& nodata) {
    // Compared as the file's own type holds it: -3.4e38 written out has more digits than a float.
    if (nodata && static_cast<double>(raw) == static_cast<double>(static_cast<T>(*nodata))) return kNoData;
    if constexpr (std::is_unsigned_v<T>) {
        return static_cast<float>(raw) / static_cast<float>(std::numeric_limits<T>::max());
    } else {
        return static_cast<float>(raw);
    }
}

/// nodata when a sample of type T can hold it.
template <class T>
std::optional<double> within(const std::optional<double>& nodata) {
    if (!nodata || std::isnan(*nodata)) return std::nullopt;
    if constexpr (std::is_integral_v<T>) {
        const bool fits = *nodata >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
                          *nodata <= static_cast<double>(std::numeric_limits<T>::max()) &&
                          std::floor(*nodata) == *nodata;
        return fits ? nodata : std::nullopt;
    } else {
        // Beyond the largest float: rounded text of it, or a value that no float sample has.
        const double largest = static_cast<double>(std::numeric_limits<T>::max());
        return std::clamp(*nodata, -largest, largest);
    }
}

template <class T>
void convert_as(const Layout& layout, const unsigned char* bytes, std::size_t count, float* out) {
    const std::optional<double> nodata = within<T>(layout.nodata);
    for (std::size_t x = 0; x < count; ++x) {
        T raw;
        std::memcpy(&raw, bytes + x * layout.pixel_bytes(), sizeof raw);
        out[x] = sample_value(raw, nodata);
    }
}

/// The first band of `count` pixels.
void convert(const Layout& layout, const unsigned char* bytes, std::size_t count, float* out) {
    if (layout.format == SAMPLEFORMAT_INT) return convert_as<std::int16_t>(layout, bytes, count, out);
    switch (layout.bits) {
        case 8:
            return convert_as<std::uint8_t>(layout, bytes, count, out);
        case 16:
            return convert_as<std::uint16_t>(layout, bytes, count, out);
        case 32:
            return convert_as<float>(layout, bytes, count, out);
        default:
            return convert_as<double>(layout, bytes, count, out);
    }
}

/// The most that a tile may take of memory: it may be larger than a small map, but not at any price.
std::uint64_t largest_tile(const Layout& layout) {
    constexpr std::uint64_t kAlways = std::uint64_t{64} << 20;
    const std::uint64_t map = std::uint64_t{layout.shape.cells()} * layout.pixel_bytes();
    return std::min(static_cast<std::uint64_t>(kLargestPiece), std::max(kAlways, map));
}

/// A buffer of `bytes` bytes that holds at least `needed`; sizes that a broken file makes up are refused.
std::vector<unsigned char> piece_buffer(std::uint64_t bytes, std::uint64_t needed, std::uint64_t most,
                                        const std::string& name) {
    if (bytes < needed || bytes > most) {
        refuse(name, fmt::format("has rows or tiles of {} bytes; possible are {} to {}", bytes, needed, most));
    }
    return std::vector<unsigned char>(static_cast<std::size_t>(bytes));
}

[[noreturn]] void refuse_broken(const Source& source, std::int32_t row) {
    refuse(source.file->name, fmt::format("is broken at row {}: {}", row, source.message));
}

void read_strips(TIFF* tiff, const Layout& layout, const Source& source, Grid<float>& values) {
    const auto width = static_cast<std::size_t>(layout.shape.width);
    std::vector<unsigned char> row =
        piece_buffer(TIFFScanlineSize64(tiff), width * layout.pixel_bytes(), kLargestPiece, source.file->name);
    for (std::int32_t y = 0; y < layout.shape.height; ++y) {
        if (TIFFReadScanline(tiff, row.data(), static_cast<std::uint32_t>(y), 0) < 0) refuse_broken(source, y);
        convert(layout, row.data(), width, values.row(y));
    }
}

void read_tiles(TIFF* tiff, const Layout& layout, const Source& source, Grid<float>& values) {
    std::uint32_t tile_width = 0, tile_height = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height);
    constexpr std::uint32_t kLongest = 1U << 20;  // no product of these overflows
    if (tile_width == 0 || tile_height == 0 || tile_width > kLongest || tile_height > kLongest) {
        refuse(source.file->name,
               fmt::format("has tiles of {} x {}; possible are sides of 1 to {}", tile_width, tile_height, kLongest));
    }
    const std::uint64_t row_bytes = std::uint64_t{tile_width} * layout.pixel_bytes();
    std::vector<unsigned char> tile =
        piece_buffer(TIFFTileSize64(tiff), row_bytes * tile_height, largest_tile(layout), source.file->name);
    const auto width = static_cast<std::uint32_t>(layout.shape.width);
    const auto height = static_cast<std::uint32_t>(layout.shape.height);
    for (std::uint32_t top = 0; top < height; top += tile_height) {
        for (std::uint32_t left = 0; left < width; left += tile_width) {
            if (TIFFReadTile(tiff, tile.data(), left, top, 0, 0) < 0) {
                refuse_broken(source, static_cast<std::int32_t>(top));
            }
            const std::uint32_t rows = std::min(tile_height, height - top);
            const std::uint32_t columns = std::min(tile_width, width - left);
            for (std::uint32_t y = 0; y < rows; ++y) {
                convert(layout, tile.data() + y * row_bytes, columns,
                        values.row(static_cast<std::int32_t>(top + y)) + left);
            }
        }
    }
}

/// Refuses a file too short for what it says it holds, before memory is taken for it.
void check_length(TIFF* tiff, const Layout& layout, const InputFile& file) {
    std::uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    std::uint64_t best_ratio = 32768;  // the most that the compression can save: Zstandard's, and enough for the rest
    if (compression == COMPRESSION_NONE) best_ratio = 1;
    if (compression == COMPRESSION_PACKBITS) best_ratio = 64;
    if (compression == COMPRESSION_ADOBE_DEFLATE || compression == COMPRESSION_DEFLATE) best_ratio = 1032;
    if (compression == COMPRESSION_LZW) best_ratio = 4096;
    const std::uint64_t holds = std::uint64_t{layout.shape.cells()} * layout.pixel_bytes();
    if (holds / best_ratio > file.bytes) {
        refuse(file.name,
               fmt::format("says that it is {} x {}, but is cut short", layout.shape.width, layout.shape.height));
    }
}

}  // namespace

HeightSamples read_tiff(InputFile& file, Shape& shape, bool with_samples) {
    Source source{&file, {}};
    const TiffPointer tiff = open(source);
    if (!tiff) refuse(file.name, fmt::format("is broken or no TIFF: {}", source.message));
    const Layout layout = read_layout(tiff.get(), file.name);
    check_length(tiff.get(), layout, file);
    shape = layout.shape;
    HeightSamples samples{{}, layout.format != SAMPLEFORMAT_UINT, layout.nodata, read_geo_tags(tiff.get(), file.name)};
    if (!with_samples) return samples;
    samples.values = Grid<float>(layout.shape);
    if (TIFFIsTiled(tiff.get()) != 0) {
        read_tiles(tiff.get(), layout, source, samples.values);
    } else {
        read_strips(tiff.get(), layout, source, samples.values);
    }
    return samples;
}

}  // namespace terrain
