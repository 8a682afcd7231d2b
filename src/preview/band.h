// A band of the picture's rows: rasterised, shaded and resolved on its own, so that bands run in parallel and memory
// does not grow with the picture.
#pragma once

#include <span>

#include "planet/selection.h"
#include "planet/texture.h"
#include "preview/mesh.h"

namespace terrain {

/// All that the shading of a view samples.
struct BandInput {
    const planet::Scene& scene;
    const planet::View& view;
    const planet::Pyramid<planet::PackedNormal>& normals;
    const planet::Pyramid<planet::Surface>& surface;
    const std::vector<planet::LodLevel>& levels;
    std::span<const SectorMesh> meshes;
};

/// Renders rows first to last - 1 of the picture; pixels: (last - first) * width.
void render_band(const BandInput& input, std::int32_t first, std::int32_t last, glm::u8vec4* pixels);

}  // namespace terrain
