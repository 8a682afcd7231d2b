// The one place that sees stb_image_write.
#pragma once

#include "export/raster.h"

namespace terrain {

/// The PNG of an 8-bit raster whose samples an int can count, deflated by libdeflate. Throws RunError on failure.
Bytes encode_stb_png(const Raster& raster);

}  // namespace terrain
