#include "export/tiff.h"

#include <algorithm>
#include <stdexcept>

#include "core/errors.h"
#include "export/geo_tags.h"
#include "export/size_estimate.h"
#include "export/tiff_memory.h"

namespace terrain {

namespace {

void set_tags(TIFF* tiff, const Raster& raster, std::uint32_t rows_per_strip) {
    const bool is_float = is_floating(raster);
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
void write_strips(TIFF* tiff, TiffMemory& memory, const std::vector<T>& samples, std::size_t strip_samples,
                  const std::function<void()>& check) {
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

Bytes encode_tiff(const Raster& raster, TiffKind kind, const std::function<void()>& check, const TiffTags& tags) {
    if (raster.channels != 1 || raster.shape.cells() == 0) {
        throw std::invalid_argument("encode_tiff: not a one-channel raster");
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
        write_geo_tags(tiff.get(), tags.geo, tags.no_data);
        const std::size_t strip_samples = static_cast<std::size_t>(raster.shape.width) * rows;
        std::visit([&](const auto& samples) { write_strips(tiff.get(), memory, samples, strip_samples, check); },
                   raster.samples);
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
