// The scene's maps as textures.
#pragma once

#include <array>

#include "d3d11_program/resources.h"
#include "planet/scene.h"

namespace terrain::d3d11 {

/// Heights, normals and surface as t0 to t2 (sphere.hlsli), the latter two with their coarser levels.
std::array<Owned<ID3D11ShaderResourceView>, 3> scene_maps(ID3D11Device* device, const planet::Scene& scene);

}  // namespace terrain::d3d11
