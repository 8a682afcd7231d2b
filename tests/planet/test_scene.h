// A scene that needs no terrain: maps of a width and height from simple functions.
#pragma once

#include "planet/scene.h"

namespace terrain::planet {

/// A smooth grey planet without relief, atmosphere or detail, one view from the equator, plain black background.
inline Scene test_scene(std::int32_t map_width, std::int32_t map_height) {
    Scene scene;
    scene.width = scene.height = 64;
    scene.ssaa = 1;
    const std::size_t texels = static_cast<std::size_t>(map_width) * static_cast<std::size_t>(map_height);
    scene.heights = {map_width, map_height, std::vector<float>(texels, 0.0F)};
    scene.normals = {map_width, map_height, std::vector<PackedNormal>(texels, PackedNormal(0, 0))};
    scene.surface = {map_width, map_height, std::vector<Surface>(texels, Surface(32768, 32768, 32768, 0))};
    scene.background.kind = BackgroundKind::plain;
    scene.views.resize(1);
    scene.views[0].file = "preview.png";
    return scene;
}

}  // namespace terrain::planet
