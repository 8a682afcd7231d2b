// All shaders and fixed states, made once.
#pragma once

#include "d3d11_program/device.h"

namespace terrain::d3d11 {

struct ShaderSet {
    /// RunError: a compiled shader is missing from the folder, or the device refuses it.
    ShaderSet(ID3D11Device* device, const std::filesystem::path& folder);

    Owned<ID3D11ComputeShader> cull_sectors;
    Owned<ID3D11ComputeShader> list_sectors;
    Owned<ID3D11VertexShader> grid_vertex;
    Owned<ID3D11HullShader> sector_hull;
    Owned<ID3D11DomainShader> surface_domain;
    Owned<ID3D11PixelShader> surface_pixel;
    Owned<ID3D11GeometryShader> wire_geometry;
    Owned<ID3D11PixelShader> wire_pixel;
    Owned<ID3D11VertexShader> screen_vertex;
    Owned<ID3D11PixelShader> background_pixel;
    Owned<ID3D11PixelShader> resolve_pixel;

    Owned<ID3D11InputLayout> grid_layout;
    Owned<ID3D11RasterizerState> solid;
    Owned<ID3D11RasterizerState> everything;  ///< both faces, for the whole screen
    Owned<ID3D11DepthStencilState> nearest;
    Owned<ID3D11DepthStencilState> behind;  ///< where nothing has been drawn, at depth 1
    Owned<ID3D11DepthStencilState> no_depth;
    Owned<ID3D11SamplerState> map_sampler;  ///< trilinear; around the globe in u, held at the poles in v
};

}  // namespace terrain::d3d11
