#include "recipe/input_files.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "export/contained_path.h"
#include "export/utf8_path.h"
#include "recipe/text.h"

namespace terrain {

void check_input_files(const Recipe& recipe, const std::filesystem::path& recipe_file) {
    const auto* heightmap = std::get_if<HeightmapParameters>(&recipe.source);
    if (heightmap == nullptr || lies_below(recipe.folder / utf8_path(heightmap->file), recipe.folder)) return;
    throw UserError(
        fmt::format("{}: $.source.heightmap.file: \"{}\" lies outside of the recipe's folder; allowed: a path "
                    "inside of it, or any path with --allow-outside",
                    utf8_text(recipe_file), printable(heightmap->file)));
}

}  // namespace terrain
