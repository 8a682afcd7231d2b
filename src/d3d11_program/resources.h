// Buffers and textures in the few forms that the renderer uses.
#pragma once

#include "d3d11_program/device.h"

namespace terrain::d3d11 {

/// A buffer that shaders only read, of `count` elements of `stride` bytes each.
Owned<ID3D11ShaderResourceView> structured_input(ID3D11Device* device, const void* data, UINT count, UINT stride);

/// A structured buffer that one pass writes and the next one reads.
struct StructuredPair {
    Owned<ID3D11UnorderedAccessView> output;
    Owned<ID3D11ShaderResourceView> input;
};
StructuredPair structured_pair(ID3D11Device* device, UINT count, UINT stride);

/// Four bytes that exist for their hidden counter.
Owned<ID3D11UnorderedAccessView> hidden_counter(ID3D11Device* device);

/// A vertex buffer that a compute shader fills as raw bytes.
struct RawVertexBuffer {
    Owned<ID3D11Buffer> buffer;
    Owned<ID3D11UnorderedAccessView> output;
};
RawVertexBuffer raw_vertex_buffer(ID3D11Device* device, UINT bytes);

/// data may be null unless the buffer is immutable.
Owned<ID3D11Buffer> plain_buffer(ID3D11Device* device, UINT bytes, UINT bind, const void* data,
                                 D3D11_USAGE usage = D3D11_USAGE_IMMUTABLE, UINT misc = 0, UINT stride = 0);

/// Replaces the contents of a buffer made with D3D11_USAGE_DYNAMIC.
void fill(ID3D11DeviceContext* context, ID3D11Buffer* buffer, const void* data, std::size_t bytes);

/// One level of a texture, the finest first; pitch: bytes a row.
struct TextureLevel {
    const void* data;
    UINT width, height, pitch;
};

/// An immutable texture of these levels: each half as wide and high as the one before, rounded down.
Owned<ID3D11ShaderResourceView> texture(ID3D11Device* device, DXGI_FORMAT format,
                                        const std::vector<TextureLevel>& levels);

/// A texture that is rendered to, and read by the next pass if `readable`.
struct Target {
    Owned<ID3D11Texture2D> texture;
    Owned<ID3D11RenderTargetView> output;
    Owned<ID3D11ShaderResourceView> input;
};
Target target(ID3D11Device* device, DXGI_FORMAT format, UINT width, UINT height, bool readable);

Owned<ID3D11DepthStencilView> depth_target(ID3D11Device* device, UINT width, UINT height);

/// A copy of a texture or buffer that this program can read.
Owned<ID3D11Texture2D> staging_texture(ID3D11Device* device, DXGI_FORMAT format, UINT width, UINT height);
Owned<ID3D11Buffer> staging_buffer(ID3D11Device* device, UINT bytes);

/// Copies `from` and waits for its first `bytes` bytes.
void read_back(ID3D11DeviceContext* context, ID3D11Buffer* from, ID3D11Buffer* staging, void* bytes, std::size_t size);

}  // namespace terrain::d3d11
