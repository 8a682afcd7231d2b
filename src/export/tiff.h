// TIFF files of one channel: 16-bit integers, or floats in metres.
#pragma once

#include <functional>

#include "export/raster.h"

namespace terrain {

enum class TiffKind { classic, big };

/// A little-endian TIFF of a one-channel 16-bit or float raster: strips of about 256 KiB, deflate with the horizontal
/// (floats: floating-point) predictor, top left first; no tags that tell of time, host or program.
/// needs_big_tiff (size_estimate.h) says which kind a shape needs. `check` is called now and then and may throw. Throws
/// RunError if libtiff fails.
Bytes encode_tiff(const Raster& raster, TiffKind kind, const std::function<void()>& check = {});

}  // namespace terrain
