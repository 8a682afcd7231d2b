#include "export/tiff.h"

#include <algorithm>
#include <stdexcept>

#include "core/errors.h"
#include "export/size_estimate.h"
#include "export/tiff_memory.h"

namespace terrain {

namespace {

void set_tags(TIFF* tiff, const Raster& raster, std::uint32_t rows_per_strip) {
    const bool is_float = sample_bits(raster) == 32;
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(raster.shape.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(raster.shape.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, sample_bits(raster));
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, 6);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows_per_strip);
}

template <class T>
void write_strips(TIFF* tiff, TiffMemory& memory, const Raster& raster, std::uint32_t rows_per_strip,
                  const std::function<void()>& check) {
    const auto& samples = std::get<std::vector<T>>(raster.samples);
    const std::size_t strip_samples = static_cast<std::size_t>(raster.shape.width) * rows_per_strip;
    std::vector<T> strip;  // a copy: libtiff may rearrange what it is given
    std::uint32_t index = 0;
    for (std::size_t first = 0; first < samples.size(); first += strip_samples, ++index) {
        if (check) {
            check();
        }
        const std::size_t last = std::min(samples.size(), first + strip_samples);
        strip.assign(samples.begin() + static_cast<std::ptrdiff_t>(first),
                     samples.begin() + static_cast<std::ptrdiff_t>(last));
        const auto bytes = static_cast<tmsize_t>(strip.size() * sizeof(T));
        if (TIFFWriteEncodedStrip(tiff, index, strip.data(), bytes) != bytes) {
            throw RunError("cannot encode a TIFF: " + memory.error);
        }
    }
}

}  // namespace

Bytes encode_tiff(const Raster& raster, TiffKind kind, const std::function<void()>& check) {
    if (raster.channels != 1 || sample_bits(raster) == 8 || raster.shape.cells() == 0) {
        throw std::invalid_argument("encode_tiff: not a one-channel raster of 16 bits or floats");
    }
    TiffMemory memory;
    {
        const TiffHandle tiff = open_tiff(memory, kind == TiffKind::big ? "wl8" : "wl");
        if (!tiff) {
            throw RunError("cannot encode a TIFF: " + memory.error);
        }
        const auto sample_size = static_cast<std::uint64_t>(sample_bits(raster) / 8);
        const std::uint32_t rows = tiff_rows_per_strip(raster.shape, sample_size);
        set_tags(tiff.get(), raster, rows);
        if (sample_size == 2) {
            write_strips<std::uint16_t>(tiff.get(), memory, raster, rows, check);
        } else {
            write_strips<float>(tiff.get(), memory, raster, rows, check);
        }
        if (TIFFFlush(tiff.get()) != 1) {
            throw RunError("cannot encode a TIFF: " + memory.error);
        }
    }
    if (!memory.error.empty()) {
        throw RunError("cannot encode a TIFF: " + memory.error);
    }
    return std::move(memory.written);
}

}  // namespace terrain
