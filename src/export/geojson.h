// Rivers and lakes as GeoJSON.
#pragma once

#include "core/terrain.h"
#include "export/raster.h"

namespace terrain {

/// Lines through the centres of their cells. Coordinates are those of terrain.geo, with its EPSG code as "crs", or else
/// metres east and south of the map's north-west corner. Properties: id, order (Strahler), length_m, area_m2 (drainage
/// at the lower end), next (id of the river below, or null).
Bytes encode_rivers(const Terrain& terrain);

/// Outlines along the cells' edges, outer rings anticlockwise on a map with north up. Properties: id, area_m2,
/// volume_m3, level_m, deepest_m, outlet [x, y].
Bytes encode_lakes(const Terrain& terrain);

}  // namespace terrain
