#include "export/stb_png.h"

#include <libdeflate.h>

#include <cstdlib>
#include <memory>

#include "core/errors.h"

namespace {

// Measured on a 4096 x 4096 normal map: 2 % larger than libpng at its level 6 in a third of its time. Level 1 is a
// quarter faster and 5 % larger.
constexpr int kDeflateLevel = 6;

unsigned char* deflate_for_stb(unsigned char* data, int bytes, int* out_bytes, int /*quality*/) {
    const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
        libdeflate_alloc_compressor(kDeflateLevel), libdeflate_free_compressor);
    if (!compressor) {
        return nullptr;
    }
    const auto size = static_cast<std::size_t>(bytes);
    const std::size_t bound = libdeflate_zlib_compress_bound(compressor.get(), size);
    auto* out = static_cast<unsigned char*>(std::malloc(bound));
    if (out == nullptr) {
        return nullptr;
    }
    *out_bytes = static_cast<int>(libdeflate_zlib_compress(compressor.get(), data, size, out, bound));
    return out;
}

}  // namespace

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#define STBIW_ZLIB_COMPRESS deflate_for_stb
#define STBIW_CRC32(buffer, bytes) libdeflate_crc32(0, buffer, static_cast<std::size_t>(bytes))
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wshadow"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace terrain {

Bytes encode_stb_png(const Raster& raster) {
    // Paeth for every row: what its trial of all five chooses nearly always, without the trial.
    static const bool configured = [] {
        stbi_write_force_png_filter = 4;
        return true;
    }();
    static_cast<void>(configured);
    const auto& samples = std::get<std::vector<std::uint8_t>>(raster.samples);
    int size = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> png(
        stbi_write_png_to_mem(samples.data(), 0, raster.shape.width, raster.shape.height, raster.channels, &size),
        std::free);
    if (!png) {
        throw RunError("out of memory while encoding a PNG");
    }
    return Bytes(png.get(), png.get() + size);
}

}  // namespace terrain
