// Direct3D 11 behind the backends' interface.
#include "core/errors.h"
#include "d3d11_host/d3d11_renderer.h"
#include "preview/backend.h"

namespace terrain {
namespace {

class D3d11Backend : public PreviewBackend {
  public:
    D3d11Backend(const D3d11Environment& environment, Progress& progress) : renderer_(environment, progress) {}

    void render(const planet::Scene& scene, ThreadPool& /*pool*/, Progress& progress,
                const std::function<void(std::size_t, planet::Picture&&)>& take) override {
        renderer_.render(scene, progress, [&](std::size_t view, planet::Picture&& picture, const D3d11Figures&) {
            take(view, std::move(picture));
        });
    }

    [[nodiscard]] std::string name() const override { return "d3d11"; }
    [[nodiscard]] std::string device() const override { return "Direct3D 11: " + renderer_.device(); }

  private:
    D3d11Renderer renderer_;
};

}  // namespace

std::unique_ptr<PreviewBackend> make_d3d11_backend(std::string& why_not) {
    const D3d11Search search = find_d3d11(program_folder());
    if (!search.found) {
        why_not = search.missing;
        return nullptr;
    }
    try {
        Progress progress;
        return std::make_unique<D3d11Backend>(*search.found, progress);
    } catch (const RunError& error) {
        why_not = error.what();
        return nullptr;
    }
}

}  // namespace terrain
