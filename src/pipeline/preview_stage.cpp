#include "pipeline/preview_stage.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "export/pictures.h"
#include "preview/make_scene.h"

namespace terrain {
namespace {

/// RGB where every picture is opaque, so that no viewer has to ask.
Raster raster_of(const planet::Picture& picture, bool has_alpha) {
    Raster raster{{picture.width, picture.height}, has_alpha ? 4 : 3, {}};
    std::vector<std::uint8_t> samples;
    samples.reserve(sample_count(raster));
    for (const glm::u8vec4& p : picture.pixels) {
        samples.insert(samples.end(), {p.x, p.y, p.z});
        if (has_alpha) samples.push_back(p.w);
    }
    raster.samples = std::move(samples);
    return raster;
}

/// Renders all views; the pictures are on the disk, not yet under their names.
std::unique_ptr<PicturePack> render(const std::filesystem::path& folder, const planet::Scene& scene,
                                    PreviewBackend& backend, ThreadPool& pool, Progress& progress) {
    auto pictures = std::make_unique<PicturePack>(folder);
    const bool has_alpha = scene.background.kind == planet::BackgroundKind::transparent;
    progress.begin("preview", scene.views.size(), "pictures");
    backend.render(scene, pool, progress, [&](std::size_t view, planet::Picture&& picture) {
        pictures->add(scene.views[view].file, raster_of(picture, has_alpha), progress);
        progress.advance(view + 1);
    });
    progress.end();
    return pictures;
}

}  // namespace

PreviewBackend& PreviewBackends::reference() {
    if (!reference_) reference_ = make_reference_backend();
    return *reference_;
}

PreviewBackend& PreviewBackends::get(PreviewChoice choice) {
    if (choice == PreviewChoice::reference) return reference();
    if (!tried_) d3d11_ = make_d3d11_backend(why_not_);
    tried_ = true;
    if (d3d11_) return *d3d11_;
    if (choice == PreviewChoice::d3d11) {
        throw RunError(fmt::format("preview.backend d3d11: cannot run here: {}; allowed here: reference", why_not_));
    }
    return reference();
}

void add_preview(const std::filesystem::path& folder, const Terrain& terrain, const Recipe& recipe,
                 PreviewBackends& backends, ThreadPool& pool, Progress& progress) {
    const planet::Scene scene =
        make_scene(terrain, terrain.world.projection == Projection::planet, recipe.preview, recipe.seed, pool);
    const auto turn = backends.take_turn();
    PreviewBackend* backend = &backends.get(recipe.preview.backend);
    std::string reason = backend->name() == "reference" && recipe.preview.backend == PreviewChoice::automatic
                             ? fmt::format(" (no Direct3D 11: {})", backends.why_not())
                             : "";
    std::unique_ptr<PicturePack> pictures;
    try {
        pictures = render(folder, scene, *backend, pool, progress);
    } catch (const RunError& error) {
        if (recipe.preview.backend != PreviewChoice::automatic || backend == &backends.reference()) throw;
        reason = fmt::format(" (Direct3D 11 failed: {})", error.what());
        backend = &backends.reference();
        pictures = render(folder, scene, *backend, pool, progress);
    }
    pictures->finish(backend->name(), progress);
    progress.note(fmt::format("preview: {}: {}{}", backend->name(), backend->device(), reason));
}

}  // namespace terrain
