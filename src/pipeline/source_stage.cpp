#include "pipeline/source_stage.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "core/errors.h"
#include "core/resample.h"
#include "export/utf8_path.h"
#include "import/fill_gaps.h"
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

void check_heights(const Heightmap& map, const std::string& file) {
    constexpr float kHighest = 100000.0F;  // metres, the recipe's own limit: beyond it lie nodata values without a tag
    const Grid<float>& heights = map.metres_or_unit;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        if (std::abs(heights[i]) <= kHighest) continue;
        const auto width = static_cast<std::size_t>(heights.width());
        throw UserError(
            fmt::format("{}: the height {} m at column {}, row {} is outside of -100000 to 100000 m; is it a nodata "
                        "value that the file does not declare?",
                        file, heights[i], i % width, i / width));
    }
}

/// Heights and gaps at another shape: means of the parts with data; no data where that is less than half a cell.
struct Resampled {
    Grid<float> ground;
    Grid<std::uint8_t> no_data;
};

Resampled resample_with_gaps(const Heightmap& map, Shape shape, Topology topology) {
    if (shape == map.metres_or_unit.shape()) return {map.metres_or_unit, map.no_data};
    if (map.no_data.empty()) return {resample_box(map.metres_or_unit, shape, topology), {}};
    Grid<float> share(map.no_data.shape()), weighted = map.metres_or_unit;
    for (std::size_t i = 0; i < share.size(); ++i) {
        share[i] = map.no_data[i] != 0 ? 0.0F : 1.0F;
        weighted[i] *= share[i];
    }
    share = resample_box(share, shape, topology);
    Resampled out{resample_box(weighted, shape, topology), Grid<std::uint8_t>(shape)};
    bool any = false;
    for (std::size_t i = 0; i < share.size(); ++i) {
        out.no_data[i] = share[i] >= 0.5F ? 0 : 1;
        if (out.no_data[i] == 0) out.ground[i] /= share[i];
        any = any || out.no_data[i] == 0;
    }
    if (!any) throw UserError("size: no cell of the heightmap holds enough data at it; choose a larger one");
    fill_gaps(out.ground, out.no_data);
    return out;
}

void warn_of_cells(const GeoReference& geo, Shape shape, const std::string& file, Progress& progress) {
    const auto size = geo.cell_size_m(shape);
    if (geo.is_geographic()) {
        progress.warn(
            fmt::format("{}: its coordinates are longitudes and latitudes; slopes and lengths take the cells "
                        "for squares. A projected map gives better ones",
                        file));
    } else if (size && std::abs(size->x - size->y) > 0.001 * size->x) {
        progress.warn(fmt::format("{}: its cells are {} x {} m at this size; slopes and lengths take them for squares",
                                  file, size->x, size->y));
    }
}

Source heightmap_source(const HeightmapParameters& parameters, const Recipe& recipe, Progress& progress) {
    const std::filesystem::path file = recipe.folder / utf8_path(parameters.file);
    auto map = std::make_shared<Heightmap>(read_heightmap(file, parameters, {recipe.world.low_m, recipe.world.high_m},
                                                          water_runs(recipe) ? Gaps::refuse : Gaps::keep));
    if (map->filled_cells > 0) {
        progress.warn(fmt::format("{}: {} cells without data were filled with {} m", parameters.file, map->filled_cells,
                                  parameters.nodata_fill_m.value_or(0.0)));
    }
    if (!map->is_metres) to_metres(map->metres_or_unit, recipe.world);
    check_heights(*map, parameters.file);
    const Topology topology = recipe.world.topology();
    Source source;
    source.geo = map->geo.at(map->metres_or_unit.shape(), recipe.size);
    warn_of_cells(source.geo, recipe.size, parameters.file, progress);
    source.no_data = resample_with_gaps(*map, recipe.size, topology).no_data;
    source.ground = [map, topology](Shape shape) { return resample_with_gaps(*map, shape, topology).ground; };
    return source;
}

}  // namespace

Source make_source(const Recipe& recipe, ThreadPool& pool, Progress& progress) {
    if (const auto* perlin = std::get_if<PerlinParameters>(&recipe.source)) {
        return {perlin_source(*perlin, recipe, pool, progress), {}, {}};
    }
    return heightmap_source(std::get<HeightmapParameters>(recipe.source), recipe, progress);
}

}  // namespace terrain
