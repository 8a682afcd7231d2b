#include "cli/plan_text.h"

#include <fmt/format.h>

#include "cli/terminal_progress.h"
#include "export/utf8_path.h"
#include "recipe/text.h"

namespace terrain {

std::string plan_text(const Recipe& recipe, const Plan& plan, const std::string& recipe_file,
                      const std::filesystem::path& out) {
    std::string text = fmt::format("recipe   {} ({})\nseed     {}\n", recipe.name, recipe_file, recipe.seed);
    text += fmt::format("size     {} x {} cells, {} m a cell\n", recipe.size.width, recipe.size.height,
                        number_text(recipe.world.cell_size_m));
    text += fmt::format("heights  {} to {} m", number_text(recipe.world.low_m), number_text(recipe.world.high_m));
    if (recipe.world.sea_level_m) text += fmt::format(", sea level {} m", number_text(*recipe.world.sea_level_m));
    text += fmt::format("\nout      {}\nstages   {}\n", utf8_text(out), joined(plan.stages, "; "));
    std::uint64_t total = 0;
    for (const Plan::File& file : plan.files) {
        text += fmt::format("file     {:12} {:8} {}  at most {} bytes\n", file.layer, file.format, file.file,
                            grouped(file.bytes_at_most));
        total += file.bytes_at_most;
    }
    text += fmt::format("file     {:12} {:8} manifest.json\n", "manifest", "json");
    text += fmt::format("disk     at most {} bytes\nmemory   {} bytes\n", grouped(total), grouped(plan.memory_bytes));
    return text;
}

}  // namespace terrain
