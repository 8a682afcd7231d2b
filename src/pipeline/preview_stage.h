// The last stage: a pack that is complete gets its pictures.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "core/parallel.h"
#include "core/progress.h"
#include "core/terrain.h"
#include "preview/backend.h"
#include "recipe/recipe.h"

namespace terrain {

/// The backends of one call of the program, each started when it is first needed and then kept.
class PreviewBackends {
  public:
    /// The one that the choice stands for. Throws RunError where d3d11 was asked for and cannot run here.
    PreviewBackend& get(PreviewChoice choice);
    PreviewBackend& reference();
    /// Why auto is not d3d11; empty if it is, or was not tried.
    [[nodiscard]] const std::string& why_not() const { return why_not_; }

    /// One preview at a time: the packs of a batch take turns.
    [[nodiscard]] std::unique_lock<std::mutex> take_turn() { return std::unique_lock(turn_); }

  private:
    std::mutex turn_;
    std::unique_ptr<PreviewBackend> reference_, d3d11_;
    bool tried_ = false;
    std::string why_not_;
};

/// Renders the terrain as the recipe's preview says and adds the pictures to the pack in the folder; says in one note
/// what rendered it. Throws RunError, and then the pack is as it was.
void add_preview(const std::filesystem::path& folder, const Terrain& terrain, const Recipe& recipe,
                 PreviewBackends& backends, ThreadPool& pool, Progress& progress);

/// The terrain of a pack as far as its files hold it: the height layer must be there, of water_level, pool, stream and
/// trees what there is. Throws RunError saying what is missing or wrong.
Terrain read_pack_terrain(const std::filesystem::path& folder, const Recipe& recipe);

/// The recipe in the manifest of a pack, with overrides. Throws UserError.
Recipe read_pack_recipe(const std::filesystem::path& folder, std::span<const Override> overrides);

}  // namespace terrain
