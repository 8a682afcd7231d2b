// Direct3D 11 behind the backends' interface.
#include "core/errors.h"
#include "d3d11_host/d3d11_renderer.h"
#include "preview/backend.h"

namespace terrain {
namespace {

/// Starts with the first scene. What fails to start, or dies, is not tried again: each try might take until the time
/// limit.
class D3d11Backend : public PreviewBackend {
  public:
    explicit D3d11Backend(D3d11Environment environment) : environment_(std::move(environment)) {}

    void render(const planet::Scene& scene, ThreadPool& /*pool*/, Progress& progress,
                const std::function<void(std::size_t, planet::Picture&&)>& take) override {
        if (!failure_.empty()) throw RunError(failure_);
        try {
            if (!renderer_) renderer_ = std::make_unique<D3d11Renderer>(environment_, progress);
            renderer_->render(scene, progress, [&](std::size_t view, planet::Picture&& picture, const D3d11Figures&) {
                take(view, std::move(picture));
            });
        } catch (const RunError& error) {
            if (!renderer_ || !renderer_->running()) failure_ = error.what();
            throw;
        }
    }

    [[nodiscard]] std::string name() const override { return "d3d11"; }
    [[nodiscard]] std::string device() const override {
        return "Direct3D 11" + (renderer_ ? ": " + renderer_->device() : "");
    }

  private:
    D3d11Environment environment_;
    std::unique_ptr<D3d11Renderer> renderer_;
    std::string failure_;
};

}  // namespace

std::unique_ptr<PreviewBackend> make_d3d11_backend(std::string& why_not) {
    D3d11Search search = find_d3d11(program_folder());
    why_not = search.missing;
    return search.found ? std::make_unique<D3d11Backend>(std::move(*search.found)) : nullptr;
}

}  // namespace terrain
