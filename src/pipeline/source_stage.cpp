#include "pipeline/source_stage.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "core/errors.h"
#include "core/resample.h"
#include "export/utf8_path.h"
#include "import/heightmap.h"
#include "noise/source.h"

namespace terrain {
namespace {

void to_metres(Grid<float>& unit, const World& world) {
    const auto low = static_cast<float>(world.low_m);
    const auto range = static_cast<float>(world.high_m - world.low_m);
    for (float& h : unit) h = low + h * range;
}

// Sampling is a small part of a stage that reports for itself: only the wish to stop passes through.
class Quiet : public Progress {
  public:
    explicit Quiet(const Progress& outer) : outer_(outer) {}
    void advance(std::uint64_t) override { outer_.check(); }
    void check() const override { outer_.check(); }

  private:
    const Progress& outer_;
};

std::function<Grid<float>(Shape)> perlin_source(const PerlinParameters& parameters, const Recipe& recipe,
                                                ThreadPool& pool, Progress& progress) {
    auto source = std::make_shared<PerlinSource>(parameters, recipe.seed,
                                                 NoiseDomain{recipe.world.projection, recipe.world.wrap, recipe.size});
    return [source, world = recipe.world, full = recipe.size, &pool, &progress](Shape shape) {
        // The size asked for shows all octaves; coarser levels leave out what they could only alias.
        const int octaves = shape == full ? 1 << 20 : source->band_limit(shape);
        Quiet quiet(progress);
        Grid<float> ground = source->sample(shape, octaves, pool, quiet);
        to_metres(ground, world);
        return ground;
    };
}

std::function<Grid<float>(Shape)> heightmap_source(const HeightmapParameters& parameters, const Recipe& recipe,
                                                   Progress& progress) {
    const std::filesystem::path file = recipe.folder / utf8_path(parameters.file);
    Heightmap map = read_heightmap(file, parameters, {recipe.world.low_m, recipe.world.high_m});
    if (map.filled_cells > 0) {
        progress.warn(fmt::format("{}: {} cells without data were filled with {} m", parameters.file, map.filled_cells,
                                  parameters.nodata_fill_m.value_or(0.0)));
    }
    if (!map.is_metres) to_metres(map.metres_or_unit, recipe.world);
    constexpr float kHighest = 100000.0F;  // metres, the recipe's own limit: beyond it lie nodata values without a tag
    for (std::size_t i = 0; i < map.metres_or_unit.size(); ++i) {
        if (std::abs(map.metres_or_unit[i]) <= kHighest) continue;
        const auto width = static_cast<std::size_t>(map.metres_or_unit.width());
        throw UserError(
            fmt::format("{}: the height {} m at column {}, row {} is outside of -100000 to 100000 m; is it a nodata "
                        "value that the file "
                        "does not declare?",
                        parameters.file, map.metres_or_unit[i], i % width, i / width));
    }
    auto ground = std::make_shared<const Grid<float>>(std::move(map.metres_or_unit));
    return [ground, topology = recipe.world.topology()](Shape shape) { return resample_box(*ground, shape, topology); };
}

}  // namespace

std::function<Grid<float>(Shape)> make_source(const Recipe& recipe, ThreadPool& pool, Progress& progress) {
    if (const auto* perlin = std::get_if<PerlinParameters>(&recipe.source)) {
        return perlin_source(*perlin, recipe, pool, progress);
    }
    return heightmap_source(std::get<HeightmapParameters>(recipe.source), recipe, progress);
}

}  // namespace terrain
