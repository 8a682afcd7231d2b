// TIFF files of one channel.
#pragma once

#include <functional>

#include "core/georeference.h"
#include "export/raster.h"

namespace terrain {

enum class TiffKind { classic, big };

/// Tags besides those of the samples.
struct TiffTags {
    GeoReference geo;
    std::string no_data;  ///< GDAL's nodata value as text; empty: none
};

/// A little-endian TIFF of a one-channel raster: strips of about 256 KiB, deflate with the horizontal (floats:
/// floating-point) predictor, top left first; no tags that tell of time, host or program.
/// needs_big_tiff (size_estimate.h) says which kind a shape needs. `check` is called now and then and may throw. Throws
/// RunError if libtiff fails.
Bytes encode_tiff(const Raster& raster, TiffKind kind, const std::function<void()>& check = {},
                  const TiffTags& tags = {});

}  // namespace terrain
