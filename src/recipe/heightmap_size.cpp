#include "recipe/heightmap_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "export/utf8_path.h"
#include "import/heightmap.h"
#include "recipe/fields.h"
#include "recipe/text.h"

namespace terrain {

void complete_from_heightmap(Recipe& recipe) {
    const Recipe::FromHeightmap wanted = recipe.from_heightmap;
    const auto* parameters = std::get_if<HeightmapParameters>(&recipe.source);
    if (parameters == nullptr || !(wanted.size || wanted.cell_size || wanted.scaled_cell_size)) return;
    const HeightmapInfo info = inspect_heightmap(recipe.folder / utf8_path(parameters->file), *parameters);
    if (wanted.size) recipe.size = info.shape;
    double& cell = recipe.world.cell_size_m;
    const double side = std::max(recipe.size.width, recipe.size.height);
    if (wanted.scaled_cell_size) cell *= std::max(info.shape.width, info.shape.height) / side;
    const bool planet = recipe.world.projection == Projection::planet;
    if (planet && recipe.size.width != 2 * static_cast<std::int64_t>(recipe.size.height)) {
        throw UserError(fmt::format("{}: is {} x {}; a planet's map is twice as wide as high: $.size can make it so",
                                    parameters->file, info.shape.width, info.shape.height));
    }
    if (wanted.cell_size && !planet) {
        const auto size = info.geo.at(info.shape, recipe.size).cell_size_m(recipe.size);
        cell = size ? std::sqrt(size->x * size->y) : kDefaultLongerSideM / side;
    }
    if (wanted.cell_size && planet) cell = kEarthEquatorM / side;
    if (cell >= kCellSizeRange.low && cell <= kCellSizeRange.high) return;
    throw UserError(fmt::format("{}: makes world.cell_size_m {}; allowed: {} to {}", parameters->file,
                                number_text(cell), number_text(kCellSizeRange.low), number_text(kCellSizeRange.high)));
}

}  // namespace terrain
