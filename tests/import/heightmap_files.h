// Writers of small heightmap files, each with its library's own encoder.
#pragma once

#include <png.h>
#include <tiffio.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/errors.h"
#include "import/heightmap.h"
#include "temporary_folder.h"

namespace terrain::test {

inline void write_bytes(const std::filesystem::path& path, const std::vector<char>& bytes) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::vector<char> read_bytes(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct PngOptions {
    int depth = 16;
    int color = PNG_COLOR_TYPE_GRAY;
    int interlace = PNG_INTERLACE_NONE;
};

/// rows: bytes of the file's layout (16 bits: high byte first).
inline void write_png(const std::filesystem::path& path, Shape shape, const std::vector<std::uint8_t>& bytes,
                      PngOptions options) {
    FILE* file = std::fopen(path.c_str(), "wb");
    REQUIRE(file != nullptr);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, static_cast<png_uint_32>(shape.width), static_cast<png_uint_32>(shape.height),
                 options.depth, options.color, options.interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    const std::size_t stride = bytes.size() / static_cast<std::size_t>(shape.height);
    std::vector<png_bytep> rows;
    for (std::int32_t y = 0; y < shape.height; ++y) {
        rows.push_back(const_cast<png_bytep>(bytes.data() + static_cast<std::size_t>(y) * stride));
    }
    png_write_image(png, rows.data());
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
}

struct TiffOptions {
    std::uint16_t format = SAMPLEFORMAT_UINT;
    std::uint16_t bands = 1;
    std::uint16_t planes = PLANARCONFIG_CONTIG;
    std::uint16_t compression = COMPRESSION_NONE;
    std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
    std::uint32_t tile = 0;  ///< edge in cells; 0: strips
    std::uint32_t rows_per_strip = 3;
    std::string nodata;      ///< GDAL's tag, if not empty
    const char* mode = "w";  ///< "wb": big endian, "w8": BigTIFF
};

inline void add_nodata_tag(TIFF* tiff) {
    static const char name[] = "GDAL_NODATA";
    static const TIFFFieldInfo info = {42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>(name)};
    TIFFMergeFieldInfo(tiff, &info, 1);
}

template <class T>
void write_tiles(TIFF* tiff, Shape shape, const std::vector<T>& values, const TiffOptions& o) {
    std::vector<T> tile(static_cast<std::size_t>(o.tile) * o.tile * o.bands);
    const auto width = static_cast<std::uint32_t>(shape.width), height = static_cast<std::uint32_t>(shape.height);
    for (std::uint32_t top = 0; top < height; top += o.tile) {
        for (std::uint32_t left = 0; left < width; left += o.tile) {
            for (std::uint32_t y = 0; y < o.tile && top + y < height; ++y) {
                for (std::uint32_t x = 0; x < o.tile && left + x < width; ++x) {
                    for (std::uint32_t b = 0; b < o.bands; ++b) {
                        tile[(y * o.tile + x) * o.bands + b] = values[((top + y) * width + left + x) * o.bands + b];
                    }
                }
            }
            REQUIRE(TIFFWriteTile(tiff, tile.data(), left, top, 0, 0) > 0);
        }
    }
}

/// values: band by band within a pixel (contiguous), or one plane after the other.
template <class T>
void write_tiff(const std::filesystem::path& path, Shape shape, std::vector<T> values, const TiffOptions& o = {}) {
    TIFF* tiff = TIFFOpen(path.c_str(), o.mode);
    REQUIRE(tiff != nullptr);
    add_nodata_tag(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, shape.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, shape.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(sizeof(T) * 8));
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, o.format);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, o.bands);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, o.planes);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, o.compression);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, o.photometric);
    if (!o.nodata.empty()) TIFFSetField(tiff, 42113, o.nodata.c_str());
    if (o.tile != 0) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, o.tile);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, o.tile);
        write_tiles(tiff, shape, values, o);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, o.rows_per_strip);
        const bool planar = o.planes == PLANARCONFIG_SEPARATE;
        const std::size_t stride = static_cast<std::size_t>(shape.width) * (planar ? 1 : o.bands);
        for (std::uint16_t plane = 0; plane < (planar ? o.bands : 1); ++plane) {
            for (std::int32_t y = 0; y < shape.height; ++y) {
                T* row = values.data() + (static_cast<std::size_t>(plane * shape.height + y)) * stride;
                REQUIRE(TIFFWriteScanline(tiff, row, static_cast<std::uint32_t>(y), plane) == 1);
            }
        }
    }
    TIFFClose(tiff);
}

/// The message of the UserError, or "read".
inline std::string refusal(const std::filesystem::path& path, const HeightmapParameters& parameters = {}) {
    try {
        (void)read_heightmap(path, parameters);
    } catch (const UserError& e) {
        return e.what();
    }
    return "read";
}

}  // namespace terrain::test
