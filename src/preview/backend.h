// What renders a scene: the one interface of the reference rasteriser and of Direct3D 11.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "core/progress.h"
#include "planet/scene.h"

namespace terrain {

/// Renders scenes. One object serves a whole run with many recipes, so that what is costly to start starts once.
class PreviewBackend {
  public:
    virtual ~PreviewBackend() = default;

    /// Renders every view of the scene, in order, and hands over each picture as soon as it is done. Throws RunError
    /// when it cannot, Interrupted when the user asked to stop; pictures handed over before remain good.
    virtual void render(const planet::Scene& scene, ThreadPool& pool, Progress& progress,
                        const std::function<void(std::size_t view, planet::Picture&& picture)>& take) = 0;

    /// "reference" or "d3d11": the name in the manifest.
    [[nodiscard]] virtual std::string name() const = 0;
    /// What it renders with, for one line to the user: "software rasteriser", "Direct3D 11: wined3d on llvmpipe".
    [[nodiscard]] virtual std::string device() const = 0;
};

/// The software rasteriser of this program. Always there; the same bytes for any number of threads and compiler.
std::unique_ptr<PreviewBackend> make_reference_backend();

/// Direct3D 11 through its own process, or nullptr and in `why_not` the reason, in a few words for the user, if it
/// cannot run here. Starts with the first scene; the first render throws RunError if that fails after all.
std::unique_ptr<PreviewBackend> make_d3d11_backend(std::string& why_not);

}  // namespace terrain
