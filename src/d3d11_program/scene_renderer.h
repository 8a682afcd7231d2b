// Renders the views of a scene.
#pragma once

#include <functional>
#include <memory>

#include "d3d11_program/instance_pass.h"
#include "d3d11_program/picture_pass.h"
#include "d3d11_program/shader_set.h"
#include "planet/scene.h"

namespace terrain::d3d11 {

struct Figures {
    std::size_t sectors = 0;
    std::vector<planet::Instance> drawn;  ///< by sector
    std::uint64_t triangles = 0;          ///< of the whole view, once each, whatever the number of tiles
    double milliseconds = 0;              ///< read-back included
};

class SceneRenderer {
  public:
    SceneRenderer(const Device& device, const std::filesystem::path& shaders);

    /// Makes the scene the one to render; it must outlive its rendering. RunError: the device has no room for it.
    void load(const planet::Scene& scene);
    planet::Picture render(const planet::View& view, Figures& figures, const std::function<void(std::size_t)>& tile);

  private:
    const Device& device_;
    ShaderSet shaders_;
    const planet::Scene* scene_ = nullptr;
    Owned<ID3D11Buffer> constants_;
    Grid grid_;
    std::unique_ptr<InstancePass> instances_;
    std::unique_ptr<PicturePass> picture_;
};

}  // namespace terrain::d3d11
