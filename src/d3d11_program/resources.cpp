#include "d3d11_program/resources.h"

#include <cstring>

namespace terrain::d3d11 {
namespace {

Owned<ID3D11Buffer> buffer(ID3D11Device* device, const D3D11_BUFFER_DESC& description, const void* data) {
    D3D11_SUBRESOURCE_DATA contents{};
    contents.pSysMem = data;
    Owned<ID3D11Buffer> result;
    check(device->CreateBuffer(&description, data != nullptr ? &contents : nullptr, &result), "make a buffer");
    return result;
}

Owned<ID3D11Buffer> structured(ID3D11Device* device, UINT count, UINT stride, UINT bind, const void* data) {
    D3D11_BUFFER_DESC description{};
    description.ByteWidth = count * stride;
    description.Usage = data != nullptr ? D3D11_USAGE_IMMUTABLE : D3D11_USAGE_DEFAULT;
    description.BindFlags = bind;
    description.MiscFlags = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
    description.StructureByteStride = stride;
    return buffer(device, description, data);
}

Owned<ID3D11ShaderResourceView> view_of(ID3D11Device* device, ID3D11Resource* resource) {
    Owned<ID3D11ShaderResourceView> view;
    check(device->CreateShaderResourceView(resource, nullptr, &view), "make a view to read from");
    return view;
}

D3D11_TEXTURE2D_DESC texture_description(DXGI_FORMAT format, UINT width, UINT height, UINT bind) {
    D3D11_TEXTURE2D_DESC description{};
    description.Width = width;
    description.Height = height;
    description.MipLevels = 1;
    description.ArraySize = 1;
    description.Format = format;
    description.SampleDesc.Count = 1;
    description.BindFlags = bind;
    return description;
}

Owned<ID3D11Texture2D> make_texture(ID3D11Device* device, const D3D11_TEXTURE2D_DESC& description,
                                    const D3D11_SUBRESOURCE_DATA* data) {
    Owned<ID3D11Texture2D> result;
    check(device->CreateTexture2D(&description, data, &result), "make a texture");
    return result;
}

}  // namespace

Owned<ID3D11ShaderResourceView> structured_input(ID3D11Device* device, const void* data, UINT count, UINT stride) {
    return view_of(device, structured(device, count, stride, D3D11_BIND_SHADER_RESOURCE, data).Get());
}

StructuredPair structured_pair(ID3D11Device* device, UINT count, UINT stride) {
    const auto made =
        structured(device, count, stride, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS, nullptr);
    StructuredPair pair;
    check(device->CreateUnorderedAccessView(made.Get(), nullptr, &pair.output), "make a view to write to");
    pair.input = view_of(device, made.Get());
    return pair;
}

Owned<ID3D11UnorderedAccessView> hidden_counter(ID3D11Device* device) {
    const auto made = structured(device, 1, 4, D3D11_BIND_UNORDERED_ACCESS, nullptr);
    D3D11_UNORDERED_ACCESS_VIEW_DESC description{};
    description.Format = DXGI_FORMAT_UNKNOWN;
    description.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    description.Buffer.NumElements = 1;
    description.Buffer.Flags = D3D11_BUFFER_UAV_FLAG_COUNTER;
    Owned<ID3D11UnorderedAccessView> view;
    check(device->CreateUnorderedAccessView(made.Get(), &description, &view), "make a counter");
    return view;
}

RawVertexBuffer raw_vertex_buffer(ID3D11Device* device, UINT bytes) {
    RawVertexBuffer made;
    made.buffer = plain_buffer(device, bytes, D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_UNORDERED_ACCESS, nullptr,
                               D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
    D3D11_UNORDERED_ACCESS_VIEW_DESC description{};
    description.Format = DXGI_FORMAT_R32_TYPELESS;
    description.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    description.Buffer.NumElements = bytes / 4;
    description.Buffer.Flags = D3D11_BUFFER_UAV_FLAG_RAW;
    check(device->CreateUnorderedAccessView(made.buffer.Get(), &description, &made.output), "make a view to write to");
    return made;
}

Owned<ID3D11Buffer> plain_buffer(ID3D11Device* device, UINT bytes, UINT bind, const void* data, D3D11_USAGE usage,
                                 UINT misc, UINT stride) {
    D3D11_BUFFER_DESC description{};
    description.ByteWidth = bytes;
    description.Usage = usage;
    description.BindFlags = bind;
    description.CPUAccessFlags = usage == D3D11_USAGE_DYNAMIC ? D3D11_CPU_ACCESS_WRITE : 0;
    description.MiscFlags = misc;
    description.StructureByteStride = stride;
    return buffer(device, description, data);
}

void fill(ID3D11DeviceContext* context, ID3D11Buffer* buffer, const void* data, std::size_t bytes) {
    D3D11_MAPPED_SUBRESOURCE mapped{};
    check(context->Map(buffer, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped), "write to a buffer");
    std::memcpy(mapped.pData, data, bytes);
    context->Unmap(buffer, 0);
}

Owned<ID3D11ShaderResourceView> texture(ID3D11Device* device, DXGI_FORMAT format,
                                        const std::vector<TextureLevel>& levels) {
    D3D11_TEXTURE2D_DESC description =
        texture_description(format, levels[0].width, levels[0].height, D3D11_BIND_SHADER_RESOURCE);
    description.Usage = D3D11_USAGE_IMMUTABLE;
    description.MipLevels = static_cast<UINT>(levels.size());
    std::vector<D3D11_SUBRESOURCE_DATA> contents;
    for (const TextureLevel& level : levels) contents.push_back({level.data, level.pitch, 0});
    return view_of(device, make_texture(device, description, contents.data()).Get());
}

Target target(ID3D11Device* device, DXGI_FORMAT format, UINT width, UINT height, bool readable) {
    UINT bind = D3D11_BIND_RENDER_TARGET;
    if (readable) bind |= D3D11_BIND_SHADER_RESOURCE;
    Target made;
    made.texture = make_texture(device, texture_description(format, width, height, bind), nullptr);
    check(device->CreateRenderTargetView(made.texture.Get(), nullptr, &made.output), "make a view to render to");
    if (readable) made.input = view_of(device, made.texture.Get());
    return made;
}

Owned<ID3D11DepthStencilView> depth_target(ID3D11Device* device, UINT width, UINT height) {
    const auto made = make_texture(
        device, texture_description(DXGI_FORMAT_D32_FLOAT, width, height, D3D11_BIND_DEPTH_STENCIL), nullptr);
    Owned<ID3D11DepthStencilView> view;
    check(device->CreateDepthStencilView(made.Get(), nullptr, &view), "make a depth buffer");
    return view;
}

Owned<ID3D11Texture2D> staging_texture(ID3D11Device* device, DXGI_FORMAT format, UINT width, UINT height) {
    D3D11_TEXTURE2D_DESC description = texture_description(format, width, height, 0);
    description.Usage = D3D11_USAGE_STAGING;
    description.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    return make_texture(device, description, nullptr);
}

Owned<ID3D11Buffer> staging_buffer(ID3D11Device* device, UINT bytes) {
    D3D11_BUFFER_DESC description{};
    description.ByteWidth = bytes;
    description.Usage = D3D11_USAGE_STAGING;
    description.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    return buffer(device, description, nullptr);
}

void read_back(ID3D11DeviceContext* context, ID3D11Buffer* from, ID3D11Buffer* staging, void* bytes, std::size_t size) {
    context->CopyResource(staging, from);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    check(context->Map(staging, 0, D3D11_MAP_READ, 0, &mapped), "read a buffer");
    std::memcpy(bytes, mapped.pData, size);
    context->Unmap(staging, 0);
}

}  // namespace terrain::d3d11
