#include "d3d11_program/picture_pass.h"

#include <algorithm>
#include <cstring>

#include "d3d11_program/scene_maps.h"

namespace terrain::d3d11 {
namespace {

// Samples along a tile's side: bounds the memory, whatever the picture's size, and how long one call takes.
constexpr std::int32_t kTileSamples = 2048;
// Floats, as thin air is divided by its small alpha at the end.
constexpr DXGI_FORMAT kSampleFormat = DXGI_FORMAT_R16G16B16A16_FLOAT;

/// Perspective of the view onto the tile alone: rows of D3D's row-vector convention.
glm::mat4 tile_matrix(const planet::View& view, const planet::Scene& scene, double x, double y, double width,
                      double height) {
    const double tan_y = static_cast<double>(view.tan_half_fov);
    const double tan_x = tan_y * scene.width / scene.height;
    // Clip space of the whole picture, stretched so that the tile fills it.
    const double stretch_x = scene.width / width, stretch_y = scene.height / height;
    const double shift_x = stretch_x * (1.0 - (2.0 * x + width) / scene.width);
    const double shift_y = stretch_y * ((2.0 * y + height) / scene.height - 1.0);
    const double near_plane = static_cast<double>(view.near_plane), far_plane = static_cast<double>(view.far_plane);
    const double depth = far_plane / (far_plane - near_plane);
    const glm::dvec3 right(view.right), up(view.up), forward(view.forward), eye(view.eye);
    glm::mat4 rows(0.0F);
    const auto column = [&](int c, const glm::dvec3& axis, double offset) {
        for (int r = 0; r < 3; ++r) rows[r][c] = static_cast<float>(axis[r]);
        rows[3][c] = static_cast<float>(offset - glm::dot(axis, eye));
    };
    column(0, right * (stretch_x / tan_x) + forward * shift_x, 0.0);
    column(1, up * (stretch_y / tan_y) + forward * shift_y, 0.0);
    column(2, forward * depth, -depth * near_plane);
    column(3, forward, 0.0);
    return rows;
}

void set_viewport(ID3D11DeviceContext* context, std::int32_t width, std::int32_t height) {
    const D3D11_VIEWPORT viewport = {0.0F, 0.0F, static_cast<float>(width), static_cast<float>(height), 0.0F, 1.0F};
    context->RSSetViewports(1, &viewport);
}

}  // namespace

Grid make_grid(ID3D11Device* device, std::int32_t cells) {
    std::vector<glm::vec2> points;
    std::vector<std::uint16_t> indices;
    const std::int32_t row = cells + 1;
    for (std::int32_t y = 0; y < row; ++y) {
        for (std::int32_t x = 0; x < row; ++x) points.emplace_back(x, y);
    }
    for (std::int32_t y = 0; y < cells; ++y) {
        for (std::int32_t x = 0; x < cells; ++x) {
            const std::int32_t k = y * row + x;
            // Clockwise from outside, as a face's right and up are.
            for (const std::int32_t i : {k, k + row, k + 1, k + row, k + row + 1, k + 1}) {
                indices.push_back(static_cast<std::uint16_t>(i));
            }
        }
    }
    Grid grid;
    grid.index_count = static_cast<UINT>(indices.size());
    grid.points = plain_buffer(device, static_cast<UINT>(points.size() * sizeof points[0]), D3D11_BIND_VERTEX_BUFFER,
                               points.data());
    grid.indices = plain_buffer(device, static_cast<UINT>(indices.size() * sizeof indices[0]), D3D11_BIND_INDEX_BUFFER,
                                indices.data());
    return grid;
}

PicturePass::PicturePass(const Device& device, const ShaderSet& shaders, const planet::Scene& scene, const Grid& grid)
    : device_(device),
      shaders_(shaders),
      scene_(scene),
      grid_(grid),
      maps_(scene_maps(device.device.Get(), scene)),
      tile_side_(std::min(kTileSamples / scene.ssaa, std::max(scene.width, scene.height))) {
    ID3D11Device* d = device.device.Get();
    const auto width = static_cast<UINT>(std::min(tile_side_, scene.width));
    const auto height = static_cast<UINT>(std::min(tile_side_, scene.height));
    const auto ssaa = static_cast<UINT>(scene.ssaa);
    samples_ = target(d, kSampleFormat, width * ssaa, height * ssaa, true);
    depth_ = depth_target(d, width * ssaa, height * ssaa);
    pixels_ = target(d, DXGI_FORMAT_R8G8B8A8_UNORM, width, height, false);
    staging_ = staging_texture(d, DXGI_FORMAT_R8G8B8A8_UNORM, width, height);
}

planet::Picture PicturePass::render(const planet::View& view, Frame frame, ID3D11Buffer* constants,
                                    const InstancePass& instances, const std::function<void(std::size_t)>& done) {
    planet::Picture picture{scene_.width, scene_.height, {}};
    picture.pixels.resize(static_cast<std::size_t>(scene_.width) * static_cast<std::size_t>(scene_.height));
    std::size_t count = 0;
    for (std::int32_t y = 0; y < scene_.height; y += tile_side_) {
        for (std::int32_t x = 0; x < scene_.width; x += tile_side_) {
            const Tile tile = {x, y, std::min(tile_side_, scene_.width - x), std::min(tile_side_, scene_.height - y)};
            frame.view_projection = tile_matrix(view, scene_, tile.x, tile.y, tile.width, tile.height);
            frame.tile_first = glm::vec2(tile.x * scene_.ssaa, tile.y * scene_.ssaa);
            frame.tile_samples = glm::vec2(tile.width * scene_.ssaa, tile.height * scene_.ssaa);
            fill(device_.context.Get(), constants, &frame, sizeof frame);
            draw_samples(tile, constants, instances);
            resolve(tile);
            copy_out(tile, picture);
            done(++count);
        }
    }
    return picture;
}

void PicturePass::draw_samples(const Tile& tile, ID3D11Buffer* constants, const InstancePass& instances) {
    ID3D11DeviceContext* c = device_.context.Get();
    c->OMSetRenderTargets(1, samples_.output.GetAddressOf(), depth_.Get());
    c->ClearDepthStencilView(depth_.Get(), D3D11_CLEAR_DEPTH, 1.0F, 0);
    set_viewport(c, tile.width * scene_.ssaa, tile.height * scene_.ssaa);
    for (const auto set : {&ID3D11DeviceContext::VSSetConstantBuffers, &ID3D11DeviceContext::HSSetConstantBuffers,
                           &ID3D11DeviceContext::DSSetConstantBuffers, &ID3D11DeviceContext::GSSetConstantBuffers,
                           &ID3D11DeviceContext::PSSetConstantBuffers}) {
        (c->*set)(0, 1, &constants);
    }
    draw_planet(instances);
    // Last, so that the sky is worked out only where it shows.
    draw_screen(shaders_.background_pixel.Get(), shaders_.behind.Get());
}

void PicturePass::draw_screen(ID3D11PixelShader* shader, ID3D11DepthStencilState* depth) {
    ID3D11DeviceContext* c = device_.context.Get();
    c->RSSetState(shaders_.everything.Get());
    c->OMSetDepthStencilState(depth, 0);
    c->IASetInputLayout(nullptr);
    c->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    c->VSSetShader(shaders_.screen_vertex.Get(), nullptr, 0);
    c->PSSetShader(shader, nullptr, 0);
    c->Draw(3, 0);
}

void PicturePass::draw_planet(const InstancePass& instances) {
    ID3D11DeviceContext* c = device_.context.Get();
    c->RSSetState(shaders_.solid.Get());
    c->OMSetDepthStencilState(shaders_.nearest.Get(), 0);
    c->IASetInputLayout(shaders_.grid_layout.Get());
    c->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST);
    const std::array<ID3D11Buffer*, 2> streams = {grid_.points.Get(), instances.instances()};
    const std::array<UINT, 2> strides = {sizeof(glm::vec2), sizeof(GpuInstance)}, offsets = {0, 0};
    c->IASetVertexBuffers(0, 2, streams.data(), strides.data(), offsets.data());
    c->IASetIndexBuffer(grid_.indices.Get(), DXGI_FORMAT_R16_UINT, 0);
    c->VSSetShader(shaders_.grid_vertex.Get(), nullptr, 0);
    c->HSSetShader(shaders_.sector_hull.Get(), nullptr, 0);
    c->DSSetShader(shaders_.surface_domain.Get(), nullptr, 0);
    c->GSSetShader(scene_.wireframe ? shaders_.wire_geometry.Get() : nullptr, nullptr, 0);
    c->PSSetShader(scene_.wireframe ? shaders_.wire_pixel.Get() : shaders_.surface_pixel.Get(), nullptr, 0);
    const std::array<ID3D11ShaderResourceView*, 3> maps = {maps_[0].Get(), maps_[1].Get(), maps_[2].Get()};
    c->DSSetShaderResources(0, 3, maps.data());
    c->PSSetShaderResources(0, 3, maps.data());
    c->DSSetSamplers(0, 1, shaders_.map_sampler.GetAddressOf());
    c->PSSetSamplers(0, 1, shaders_.map_sampler.GetAddressOf());
    instances.draw();
    c->HSSetShader(nullptr, nullptr, 0);
    c->DSSetShader(nullptr, nullptr, 0);
    c->GSSetShader(nullptr, nullptr, 0);
    // The next pass over the sectors writes to the instances.
    const std::array<ID3D11Buffer*, 2> no_streams = {nullptr, nullptr};
    c->IASetVertexBuffers(0, 2, no_streams.data(), strides.data(), offsets.data());
}

void PicturePass::resolve(const Tile& tile) {
    ID3D11DeviceContext* c = device_.context.Get();
    c->OMSetRenderTargets(1, pixels_.output.GetAddressOf(), nullptr);
    set_viewport(c, tile.width, tile.height);
    c->PSSetShaderResources(0, 1, samples_.input.GetAddressOf());
    draw_screen(shaders_.resolve_pixel.Get(), shaders_.no_depth.Get());
    ID3D11ShaderResourceView* const nothing = nullptr;
    c->PSSetShaderResources(0, 1, &nothing);
}

void PicturePass::copy_out(const Tile& tile, planet::Picture& picture) {
    ID3D11DeviceContext* c = device_.context.Get();
    c->CopyResource(staging_.Get(), pixels_.texture.Get());
    D3D11_MAPPED_SUBRESOURCE mapped{};
    check(c->Map(staging_.Get(), 0, D3D11_MAP_READ, 0, &mapped), "read the picture back");
    for (std::int32_t row = 0; row < tile.height; ++row) {
        // Rows are padded as the driver likes it.
        const auto* from = static_cast<const char*>(mapped.pData) + static_cast<std::size_t>(row) * mapped.RowPitch;
        const auto at = static_cast<std::size_t>(tile.y + row) * static_cast<std::size_t>(picture.width) +
                        static_cast<std::size_t>(tile.x);
        std::memcpy(&picture.pixels[at], from, static_cast<std::size_t>(tile.width) * sizeof picture.pixels[0]);
    }
    c->Unmap(staging_.Get(), 0);
}

}  // namespace terrain::d3d11
