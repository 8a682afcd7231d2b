// PNG files: nothing but IHDR, IDAT and IEND, so that no reader applies a gamma or a profile to data.
#pragma once

#include <functional>

#include "export/raster.h"

namespace terrain {

/// An 8- or 16-bit PNG, grey (one channel), RGB (three) or RGBA (four, straight alpha), not interlaced. Filter and
/// compression are those that make a few rows of it smallest: by libpng, or for 8 bits stb_image_write with libdeflate.
/// `check` is called now and then and may throw. Throws RunError if the encoder fails, std::invalid_argument for a
/// raster that is none of these.
Bytes encode_png(const Raster& raster, const std::function<void()>& check = {});

}  // namespace terrain
