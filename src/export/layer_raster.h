// From a layer of the terrain to the samples of one output.
#pragma once

#include "core/terrain.h"
#include "export/output_spec.h"
#include "export/quantise.h"
#include "export/raster.h"
#include "export/tiling.h"

namespace terrain {

struct LayerRaster {
    Raster raster;
    QuantisedRange range;  ///< scalar layers alone
};

/// The samples that the output asks for, of the whole map or of a tile; any format but text. Throws RunError if the
/// layer is empty (was not made), has another shape than the terrain or holds a value that is not finite.
LayerRaster layer_raster(const Terrain& terrain, const OutputSpec& spec, const Tile* tile = nullptr);

/// The output with the range that all tiles of a map share in place of minmax: of the layer as a whole. Errors as
/// layer_raster.
OutputSpec with_whole_range(const Terrain& terrain, OutputSpec spec);

/// A picture's colours as samples.
Raster colour_raster(const Grid<Rgb8>& picture);

}  // namespace terrain
