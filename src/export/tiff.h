// TIFF files of one channel.
#pragma once

#include <functional>

#include "core/georeference.h"
#include "export/output_spec.h"
#include "export/raster.h"

namespace terrain {

inline constexpr std::int32_t kTiffTile = 256;  ///< samples along a tile's side

/// Where 32-bit offsets end.
inline constexpr std::uint64_t kClassicTiffLimit = (std::uint64_t{1} << 32) - 1;

struct TiffOptions {
    GeoReference geo;
    std::string no_data;  ///< GDAL's nodata value as text; empty: none
    TiffCompression compression = TiffCompression::deflate;
    TiffLayout layout = TiffLayout::strips;
    std::uint64_t classic_limit = kClassicTiffLimit;  ///< bytes of a file beyond which it is a BigTIFF; for tests
};

/// A little-endian TIFF of a one-channel raster: strips of about 256 KiB or tiles, deflate or Zstandard with the
/// horizontal (floats: floating-point) predictor or nothing, top left first; no tags that tell of time, host or
/// program. A BigTIFF if the file passes 4 GiB as it is compressed, and only then. `check` is called now and then and
/// may throw. Throws RunError if libtiff fails.
Bytes encode_tiff(const Raster& raster, const std::function<void()>& check = {}, const TiffOptions& options = {});

}  // namespace terrain
