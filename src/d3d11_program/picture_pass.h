// Draws a view tile by tile and brings its pixels back.
#pragma once

#include <array>
#include <functional>

#include "d3d11_program/gpu_data.h"
#include "d3d11_program/instance_pass.h"
#include "d3d11_program/resources.h"
#include "d3d11_program/shader_set.h"
#include "planet/scene.h"

namespace terrain::d3d11 {

/// The grid that each sector draws: (G + 1)^2 points and 2 G^2 triangles (patches of three control points).
struct Grid {
    Owned<ID3D11Buffer> points;
    Owned<ID3D11Buffer> indices;
    UINT index_count = 0;
};
Grid make_grid(ID3D11Device* device, std::int32_t cells);

class PicturePass {
  public:
    PicturePass(const Device& device, const ShaderSet& shaders, const planet::Scene& scene, const Grid& grid);

    /// Renders with the instances that the pass has listed for the view; `frame` holds the view's constants, whose
    /// parts for a tile are filled in here. Calls `done` after each tile with the number of tiles so far.
    planet::Picture render(const planet::View& view, Frame frame, ID3D11Buffer* constants,
                           const InstancePass& instances, const std::function<void(std::size_t)>& done);

  private:
    /// In pixels of the picture.
    struct Tile {
        std::int32_t x, y, width, height;
    };
    void draw_samples(const Tile& tile, ID3D11Buffer* constants, const InstancePass& instances);
    void draw_planet(const InstancePass& instances);
    void draw_screen(ID3D11PixelShader* shader, ID3D11DepthStencilState* depth);
    void resolve(const Tile& tile);
    void copy_out(const Tile& tile, planet::Picture& picture);

    const Device& device_;
    const ShaderSet& shaders_;
    const planet::Scene& scene_;
    const Grid& grid_;
    std::array<Owned<ID3D11ShaderResourceView>, 3> maps_;
    std::int32_t tile_side_;
    Target samples_;
    Owned<ID3D11DepthStencilView> depth_;
    Target pixels_;
    Owned<ID3D11Texture2D> staging_;
};

}  // namespace terrain::d3d11
