#include "export/raw16.h"

#include <stdexcept>

namespace terrain {

Bytes encode_raw16(const Raster& raster, ByteOrder order, bool flip_y) {
    const auto* samples = std::get_if<std::vector<std::uint16_t>>(&raster.samples);
    if (samples == nullptr || raster.channels != 1) {
        throw std::invalid_argument("encode_raw16: not a one-channel 16-bit raster");
    }
    const auto width = static_cast<std::size_t>(raster.shape.width);
    const auto height = static_cast<std::size_t>(raster.shape.height);
    const std::size_t low = order == ByteOrder::little ? 0 : 1;
    Bytes bytes(2 * samples->size());
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint16_t* row = samples->data() + (flip_y ? height - 1 - y : y) * width;
        std::uint8_t* out = bytes.data() + 2 * y * width;
        for (std::size_t x = 0; x < width; ++x) {
            out[2 * x + low] = static_cast<std::uint8_t>(row[x] & 0xff);
            out[2 * x + 1 - low] = static_cast<std::uint8_t>(row[x] >> 8);
        }
    }
    return bytes;
}

}  // namespace terrain
