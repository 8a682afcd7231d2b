// The GeoTIFF tags of an open TIFF.
#pragma once

#include <tiffio.h>

#include <string>

#include "core/georeference.h"

namespace terrain {

/// Tags of the wrong type count as missing. UserError, naming the file, for one that cannot be right: numbers that are
/// not finite, tie points that are no sixes, a matrix that is not 4 x 4, a directory that is cut short.
GeoReference read_geo_tags(TIFF* tiff, const std::string& file);

}  // namespace terrain
