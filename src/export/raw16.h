// Headerless 16-bit heights, as game engines import them.
#pragma once

#include "export/raster.h"

namespace terrain {

enum class ByteOrder { little, big };

/// Width * height * 2 bytes of a one-channel 16-bit raster, row by row from the north, or from the south if flip_y.
Bytes encode_raw16(const Raster& raster, ByteOrder order, bool flip_y);

}  // namespace terrain
