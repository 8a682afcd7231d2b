#include "d3d11_program/scene_maps.h"

#include "planet/texture.h"

namespace terrain::d3d11 {
namespace {

template <class T>
TextureLevel level(const planet::Map<T>& map) {
    return {map.texels.data(), static_cast<UINT>(map.width), static_cast<UINT>(map.height),
            static_cast<UINT>(static_cast<std::size_t>(map.width) * sizeof(T))};
}

template <class T>
Owned<ID3D11ShaderResourceView> pyramid_texture(ID3D11Device* device, DXGI_FORMAT format, const planet::Map<T>& map) {
    const planet::Pyramid<T> pyramid = planet::make_pyramid(map);
    std::vector<TextureLevel> levels;
    for (const planet::Map<T>& each : pyramid) levels.push_back(level(each));
    return texture(device, format, levels);
}

}  // namespace

std::array<Owned<ID3D11ShaderResourceView>, 3> scene_maps(ID3D11Device* device, const planet::Scene& scene) {
    return {texture(device, DXGI_FORMAT_R32_FLOAT, {level(scene.heights)}),
            pyramid_texture(device, DXGI_FORMAT_R16G16_SNORM, scene.normals),
            pyramid_texture(device, DXGI_FORMAT_R16G16B16A16_UNORM, scene.surface)};
}

}  // namespace terrain::d3d11
