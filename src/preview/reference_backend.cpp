// The software rasteriser behind the backends' interface.
#include <algorithm>

#include "core/errors.h"
#include "planet/sectors.h"
#include "planet/selection.h"
#include "planet/texture.h"
#include "preview/backend.h"
#include "preview/band.h"
#include "preview/mesh.h"

namespace terrain {

using namespace planet;

namespace {

std::vector<SectorMesh> make_meshes(const MeshInput& input, const Selection& selection, ThreadPool& pool) {
    constexpr std::size_t kAtATime = 8;
    std::vector<SectorMesh> meshes(selection.instances.size());
    for_row_blocks(pool, meshes.size(), kAtATime, [&](std::size_t first, std::size_t last) {
        PatternCache patterns;
        for (std::size_t k = first; k < last; ++k) meshes[k] = make_mesh(input, selection.instances[k], patterns);
    });
    return meshes;
}

class ReferenceBackend : public PreviewBackend {
  public:
    void render(const Scene& scene, ThreadPool& pool, Progress& progress,
                const std::function<void(std::size_t, Picture&&)>& take) override {
        if (const std::string problem = scene_problem(scene); !problem.empty()) {
            throw RunError("preview: the scene cannot be rendered: " + problem);
        }
        const std::vector<Sector> sectors = make_sectors(scene.geometry.sectors);
        const Pyramid<PackedNormal> normals = make_pyramid(scene.normals);
        const Pyramid<Surface> surface = make_pyramid(scene.surface);
        for (std::size_t k = 0; k < scene.views.size(); ++k) {
            progress.check();
            const View& view = scene.views[k];
            const Selection selection = select_sectors(sectors, scene, view);
            const std::vector<SectorMesh> meshes = make_meshes({scene, view, sectors}, selection, pool);
            take(k, render_view({scene, view, normals, surface, selection.levels, meshes}, pool));
        }
    }

    [[nodiscard]] std::string name() const override { return "reference"; }
    [[nodiscard]] std::string device() const override { return "software rasteriser"; }

  private:
    static Picture render_view(const BandInput& input, ThreadPool& pool) {
        constexpr std::size_t kRowsAtATime = 16;
        const Scene& scene = input.scene;
        const auto width = static_cast<std::size_t>(scene.width);
        const auto height = static_cast<std::size_t>(scene.height);
        Picture picture{scene.width, scene.height, std::vector<glm::u8vec4>(width * height)};
        for_row_blocks(pool, height, kRowsAtATime, [&](std::size_t first, std::size_t last) {
            render_band(input, static_cast<std::int32_t>(first), static_cast<std::int32_t>(last),
                        picture.pixels.data() + first * width);
        });
        return picture;
    }
};

}  // namespace

std::unique_ptr<PreviewBackend> make_reference_backend() { return std::make_unique<ReferenceBackend>(); }

}  // namespace terrain
