#include "planet/selection.h"

#include <algorithm>

#include "planet/scalar.h"

namespace terrain::planet {

Selection select_sectors(const std::vector<Sector>& sectors, const Scene& scene, const View& view) {
    Selection out;
    out.levels = lod_levels(scene, view);
    const std::vector<SectorBounds> bounds = sector_bounds(sectors, scene.geometry, view);
    const auto planes = frustum_planes(view, scene.width, scene.height);
    const glm::vec3 eye = unit(view.eye);
    std::vector<std::int32_t> level(sectors.size());
    std::vector<char> seen(sectors.size());
    for (std::size_t k = 0; k < sectors.size(); ++k) {
        const glm::vec3& c = sectors[k].centre;
        level[k] = level_of(out.levels, eye.x * c.x + eye.y * c.y + eye.z * c.z);
        seen[k] = scene.cull == CullMode::off || is_visible(bounds[k], sectors[k], eye, planes) ? 1 : 0;
    }
    const auto factor = [&](std::size_t k) { return out.levels[static_cast<std::size_t>(level[k])].factor; };
    for (std::size_t k = 0; k < sectors.size(); ++k) {
        if (seen[k] == 0) continue;
        Instance instance;
        instance.sector = static_cast<std::int32_t>(k);
        instance.level = level[k];
        instance.factor = factor(k);
        for (std::size_t side = 0; side < 4; ++side) {
            const auto other = static_cast<std::size_t>(sectors[k].neighbour[side]);
            instance.border[side] = std::min(instance.factor, factor(other));
        }
        out.instances.push_back(instance);
    }
    return out;
}

}  // namespace terrain::planet
