#include "export/decode.h"

#include <algorithm>

#include "core/errors.h"
#include "export/exr.h"
#include "export/tiff.h"
#include "export/tiff_memory.h"

namespace terrain {

namespace {

std::string text_of(std::uint64_t width, std::uint64_t height) {
    return std::to_string(width) + " x " + std::to_string(height);
}

void require_shape(std::uint64_t width, std::uint64_t height, Shape expected) {
    if (expected.width <= 0 || expected.height <= 0 || width != static_cast<std::uint64_t>(expected.width) ||
        height != static_cast<std::uint64_t>(expected.height)) {
        throw RunError("is " + text_of(width, height) + " samples, not " + std::to_string(expected.width) + " x " +
                       std::to_string(expected.height));
    }
}

template <class T>
void read_strips(TIFF* tiff, const TiffMemory& memory, std::vector<T>& samples) {
    auto* out = reinterpret_cast<std::uint8_t*>(samples.data());
    const auto size = static_cast<tmsize_t>(samples.size() * sizeof(T));
    tmsize_t done = 0;
    for (std::uint32_t strip = 0; strip < TIFFNumberOfStrips(tiff) && done < size; ++strip) {
        const tmsize_t count = TIFFReadEncodedStrip(tiff, strip, out + done, size - done);
        if (count <= 0) {
            throw RunError("is a broken TIFF: " + memory.error);
        }
        done += count;
    }
    if (done != size || !memory.error.empty()) {
        throw RunError("is a broken TIFF: " + (memory.error.empty() ? "strips are missing" : memory.error));
    }
}

template <class T>
void read_tiles(TIFF* tiff, const TiffMemory& memory, std::vector<T>& samples, Shape shape) {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    if (width != kTiffTile || height != kTiffTile) throw RunError("is a TIFF in tiles of another size than 256 x 256");
    std::vector<T> tile(std::size_t{width} * height);
    const auto bytes = static_cast<tmsize_t>(tile.size() * sizeof(T));
    std::uint32_t index = 0;
    for (std::int32_t y0 = 0; y0 < shape.height; y0 += kTiffTile) {
        for (std::int32_t x0 = 0; x0 < shape.width; x0 += kTiffTile, ++index) {
            if (TIFFReadEncodedTile(tiff, index, tile.data(), bytes) != bytes || !memory.error.empty()) {
                throw RunError("is a broken TIFF: " + (memory.error.empty() ? "a tile is short" : memory.error));
            }
            const std::int32_t columns = std::min(kTiffTile, shape.width - x0);
            for (std::int32_t y = y0; y < std::min(y0 + kTiffTile, shape.height); ++y) {
                const T* from = tile.data() + static_cast<std::size_t>(y - y0) * width;
                std::copy(from, from + columns,
                          samples.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(shape.width) + x0);
            }
        }
    }
}

}  // namespace

Raster decode_tiff(std::span<const std::uint8_t> bytes, Shape expected) {
    TiffMemory memory;
    memory.reading = bytes;
    const TiffHandle tiff = open_tiff(memory, "rm");
    if (!tiff) {
        throw RunError("is no TIFF: " + memory.error);
    }
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint16_t bits = 1;
    std::uint16_t channels = 1;
    std::uint16_t kind = SAMPLEFORMAT_UINT;
    TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &channels);
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLEFORMAT, &kind);
    require_shape(width, height, expected);
    Raster raster{expected, 1, {}};
    const auto read = [&](auto sample) {
        raster.samples = std::vector<decltype(sample)>(expected.cells());
        auto& samples = std::get<std::vector<decltype(sample)>>(raster.samples);
        if (TIFFIsTiled(tiff.get()) != 0) {
            read_tiles(tiff.get(), memory, samples, expected);
        } else {
            read_strips(tiff.get(), memory, samples);
        }
    };
    const bool simple = channels == 1;
    const bool whole = simple && kind == SAMPLEFORMAT_UINT;
    const bool real = simple && kind == SAMPLEFORMAT_IEEEFP;
    if (whole && bits == 8) {
        read(std::uint8_t{});
    } else if (whole && bits == 16) {
        read(std::uint16_t{});
    } else if (whole && bits == 32) {
        read(std::uint32_t{});
    } else if (real && bits == 32) {
        read(float{});
    } else if (real && bits == 64) {
        read(double{});
    } else {
        throw RunError("is a TIFF of another kind than one channel of whole numbers or floats");
    }
    return raster;
}

Raster decode_raw16(std::span<const std::uint8_t> bytes, Shape expected, ByteOrder order, bool flip_y) {
    if (bytes.size() / 2 != expected.cells() || bytes.size() % 2 != 0) {
        throw RunError(
            "is " + std::to_string(bytes.size()) + " bytes, not 2 for each of " +
            text_of(static_cast<std::uint64_t>(expected.width), static_cast<std::uint64_t>(expected.height)) +
            " samples");
    }
    const auto width = static_cast<std::size_t>(expected.width);
    const auto height = static_cast<std::size_t>(expected.height);
    const std::size_t low = order == ByteOrder::little ? 0 : 1;
    std::vector<std::uint16_t> samples(expected.cells());
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* row = bytes.data() + 2 * (flip_y ? height - 1 - y : y) * width;
        for (std::size_t x = 0; x < width; ++x) {
            samples[y * width + x] = static_cast<std::uint16_t>(row[2 * x + low] | row[2 * x + 1 - low] << 8);
        }
    }
    return {expected, 1, std::move(samples)};
}

Raster decode_output(std::span<const std::uint8_t> bytes, OutputFormat format, bool flip_y, Shape expected) {
    if (is_tiff(format)) return decode_tiff(bytes, expected);
    if (format == OutputFormat::exr32f) return decode_exr(bytes, expected);
    if (is_raw(format)) {
        return decode_raw16(bytes, expected, format == OutputFormat::raw16le ? ByteOrder::little : ByteOrder::big,
                            flip_y);
    }
    return decode_png(bytes, expected);
}

}  // namespace terrain
