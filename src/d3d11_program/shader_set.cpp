#include "d3d11_program/shader_set.h"

#include <array>
#include <cstddef>

#include "d3d11_program/gpu_data.h"

namespace terrain::d3d11 {
namespace {

class Maker {
  public:
    Maker(ID3D11Device* device, const std::filesystem::path& folder) : device_(device), folder_(folder) {}

    // The Create function of the device that belongs to the shader's kind.
    template <class Shader, class Create>
    std::vector<char> make(Owned<Shader>& shader, Create create, const char* name) const {
        std::vector<char> code = read_shader(folder_, name);
        const std::string what = std::string("make the shader ") + name;
        check((device_->*create)(code.data(), code.size(), nullptr, &shader), what.c_str());
        return code;
    }

  private:
    ID3D11Device* device_;
    std::filesystem::path folder_;
};

Owned<ID3D11InputLayout> make_grid_layout(ID3D11Device* device, const std::vector<char>& code) {
    const auto instance = [](const char* name, DXGI_FORMAT format, std::size_t offset) {
        return D3D11_INPUT_ELEMENT_DESC{name, 0, format, 1, static_cast<UINT>(offset), D3D11_INPUT_PER_INSTANCE_DATA,
                                        1};
    };
    const std::array<D3D11_INPUT_ELEMENT_DESC, 8> elements = {{
        {"CELL", 0, DXGI_FORMAT_R32G32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
        instance("EDGE", DXGI_FORMAT_R32G32B32_FLOAT, offsetof(GpuInstance, edge1)),
        instance("EDGE", DXGI_FORMAT_R32G32B32_FLOAT, offsetof(GpuInstance, edge2)),
        instance("START", DXGI_FORMAT_R32G32B32_FLOAT, offsetof(GpuInstance, start)),
        instance("BORDERS", DXGI_FORMAT_R32G32B32A32_FLOAT, offsetof(GpuInstance, borders)),
        instance("FACTOR", DXGI_FORMAT_R32_FLOAT, offsetof(GpuInstance, factor)),
        instance("LEVEL", DXGI_FORMAT_R32_FLOAT, offsetof(GpuInstance, level)),
        instance("SECTOR", DXGI_FORMAT_R32_UINT, offsetof(GpuInstance, sector)),
    }};
    auto numbered = elements;
    numbered[1].SemanticIndex = 1;
    numbered[2].SemanticIndex = 2;
    Owned<ID3D11InputLayout> layout;
    check(device->CreateInputLayout(numbered.data(), static_cast<UINT>(numbered.size()), code.data(), code.size(),
                                    &layout),
          "describe the grid's vertices");
    return layout;
}

Owned<ID3D11RasterizerState> rasterizer(ID3D11Device* device, D3D11_CULL_MODE cull) {
    D3D11_RASTERIZER_DESC description{};
    description.FillMode = D3D11_FILL_SOLID;
    description.CullMode = cull;
    description.DepthClipEnable = TRUE;
    Owned<ID3D11RasterizerState> state;
    check(device->CreateRasterizerState(&description, &state), "make a rasteriser state");
    return state;
}

Owned<ID3D11DepthStencilState> depth(ID3D11Device* device, D3D11_COMPARISON_FUNC passes, bool writes) {
    D3D11_DEPTH_STENCIL_DESC description{};
    description.DepthEnable = passes != D3D11_COMPARISON_ALWAYS || writes ? TRUE : FALSE;
    description.DepthWriteMask = writes ? D3D11_DEPTH_WRITE_MASK_ALL : D3D11_DEPTH_WRITE_MASK_ZERO;
    description.DepthFunc = passes;
    Owned<ID3D11DepthStencilState> state;
    check(device->CreateDepthStencilState(&description, &state), "make a depth state");
    return state;
}

Owned<ID3D11SamplerState> sampler(ID3D11Device* device) {
    D3D11_SAMPLER_DESC description{};
    description.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR;
    description.AddressU = D3D11_TEXTURE_ADDRESS_WRAP;
    description.AddressV = D3D11_TEXTURE_ADDRESS_CLAMP;
    description.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
    description.MaxAnisotropy = 1;
    description.ComparisonFunc = D3D11_COMPARISON_NEVER;
    description.MaxLOD = D3D11_FLOAT32_MAX;
    Owned<ID3D11SamplerState> state;
    check(device->CreateSamplerState(&description, &state), "make a sampler");
    return state;
}

}  // namespace

ShaderSet::ShaderSet(ID3D11Device* device, const std::filesystem::path& folder) {
    const Maker maker(device, folder);
    maker.make(cull_sectors, &ID3D11Device::CreateComputeShader, "cull_compute");
    maker.make(list_sectors, &ID3D11Device::CreateComputeShader, "list_compute");
    const auto grid_code = maker.make(grid_vertex, &ID3D11Device::CreateVertexShader, "grid_vertex");
    maker.make(sector_hull, &ID3D11Device::CreateHullShader, "sector_hull");
    maker.make(surface_domain, &ID3D11Device::CreateDomainShader, "surface_domain");
    maker.make(surface_pixel, &ID3D11Device::CreatePixelShader, "surface_pixel");
    maker.make(wire_geometry, &ID3D11Device::CreateGeometryShader, "wire_geometry");
    maker.make(wire_pixel, &ID3D11Device::CreatePixelShader, "wire_pixel");
    maker.make(screen_vertex, &ID3D11Device::CreateVertexShader, "screen_vertex");
    maker.make(background_pixel, &ID3D11Device::CreatePixelShader, "background_pixel");
    maker.make(resolve_pixel, &ID3D11Device::CreatePixelShader, "resolve_pixel");
    grid_layout = make_grid_layout(device, grid_code);
    solid = rasterizer(device, D3D11_CULL_BACK);
    everything = rasterizer(device, D3D11_CULL_NONE);
    nearest = depth(device, D3D11_COMPARISON_LESS, true);
    behind = depth(device, D3D11_COMPARISON_LESS_EQUAL, false);
    no_depth = depth(device, D3D11_COMPARISON_ALWAYS, false);
    map_sampler = sampler(device);
}

}  // namespace terrain::d3d11
