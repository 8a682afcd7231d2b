// The GeoTIFF tags and GDAL's nodata tag, which libtiff does not know by itself.
#pragma once

#include <tiffio.h>

#include <string>

#include "core/georeference.h"

namespace terrain {

/// Writes what `geo` holds and, unless it is empty, GDAL's nodata value (its decimal text, or "nan").
void write_geo_tags(TIFF* tiff, const GeoReference& geo, const std::string& no_data);

}  // namespace terrain
