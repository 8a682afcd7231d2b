// From a layer of the terrain to the samples of one output.
#pragma once

#include "core/terrain.h"
#include "export/output_spec.h"
#include "export/quantise.h"
#include "export/raster.h"

namespace terrain {

struct LayerRaster {
    Raster raster;
    QuantisedRange range;  ///< scalar layers alone
};

/// The samples that the output asks for; any format but csv. Throws RunError if the layer is empty (was not made), has
/// another shape than the terrain or holds a value that is not finite.
LayerRaster layer_raster(const Terrain& terrain, const OutputSpec& spec);

}  // namespace terrain
