// OpenEXR files of one channel.
#pragma once

#include <functional>
#include <span>

#include "export/raster.h"

namespace terrain {

/// A one-channel float raster as a scan line EXR: channel Y (32-bit float), ZIP, top left first; no attributes that
/// tell of time, host or program. `check` is called now and then and may throw. Throws RunError if OpenEXR fails.
Bytes encode_exr(const Raster& raster, const std::function<void()>& check = {});

/// The reverse. Errors as the readers of decode.h.
Raster decode_exr(std::span<const std::uint8_t> bytes, Shape expected);

}  // namespace terrain
