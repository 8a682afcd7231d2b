// Readers of the files that this module writes: for verify and for tests. They take no more than what is written here.
#pragma once

#include <span>

#include "export/output_spec.h"
#include "export/raster.h"
#include "export/raw16.h"

namespace terrain {

/// A grey, RGB or RGBA PNG of 8 or 16 bits, not interlaced. Each reader throws RunError, saying why, if the bytes are
/// anything else, are broken, or hold another shape than `expected` (so that no allocation follows a lying header).
Raster decode_png(std::span<const std::uint8_t> bytes, Shape expected);

/// A one-channel TIFF, in strips or tiles, of unsigned 8, 16 or 32 bits or 32 or 64-bit floats.
Raster decode_tiff(std::span<const std::uint8_t> bytes, Shape expected);

/// The reverse of encode_raw16.
Raster decode_raw16(std::span<const std::uint8_t> bytes, Shape expected, ByteOrder order, bool flip_y);

/// A file with samples in its format, as the outputs above write them (and exr.h); flip_y is for RAW.
Raster decode_output(std::span<const std::uint8_t> bytes, OutputFormat format, bool flip_y, Shape expected);

}  // namespace terrain
