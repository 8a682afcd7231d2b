// The Direct3D 11 backend as the rest of the program sees it: terrain-preview.exe, run by Wine on a virtual display.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "d3d11_host/child_process.h"
#include "d3d11_host/d3d11_environment.h"
#include "d3d11_host/virtual_display.h"
#include "d3d11_host/wine_prefix.h"
#include "planet/scene.h"
#include "planet/selection.h"

namespace terrain {

/// What the backend says of one view.
struct D3d11Figures {
    std::uint32_t sectors = 0;            ///< of the planet
    std::uint32_t instances = 0;          ///< of them drawn
    std::uint64_t triangles = 0;          ///< that these are tessellated into
    double milliseconds = 0;              ///< on the device, read-back included
    std::vector<planet::Instance> drawn;  ///< only if asked for; by sector
};

/// One process for any number of scenes: starting it takes a second or two, a picture a fraction. Nothing of it is left
/// behind after the destructor, whatever happened before. Every function throws Interrupted when the user asks to stop,
/// and RunError when Wine, the display or the program fails or is silent for too long.
class D3d11Renderer {
  public:
    /// Starts everything; returns when there is a device.
    D3d11Renderer(const D3d11Environment& environment, Progress& progress);

    using Done = std::function<void(std::size_t view, planet::Picture&& picture, const D3d11Figures& figures)>;
    /// Renders every view of the scene, and calls `done` for each in their order.
    void render(const planet::Scene& scene, Progress& progress, const Done& done, bool list_drawn = false);

    /// Whether it can render more; after a RunError it may.
    bool running() { return program_.running(); }
    /// E.g. "wined3d on llvmpipe".
    const std::string& device() const { return device_; }

  private:
    std::string answer(const Progress& progress);
    [[noreturn]] void fail(const std::string& what);

    std::chrono::milliseconds patience_;
    WinePrefix prefix_;
    VirtualDisplay display_;
    ChildProcess program_;
    std::string device_;
};

}  // namespace terrain
