#include "maps/aspect.h"

#include "core/math.h"
#include "maps/rows.h"
#include "maps/slope.h"

namespace terrain {

Grid<float> aspect_degrees(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool) {
    Grid<float> aspect(height_m.shape());
    each_cell(aspect.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        const glm::dvec2 g = sobel_gradient(height_m, x, y, metric);
        if (g.x == 0.0 && g.y == 0.0) {
            aspect(x, y) = kFlatAspect;
            return;
        }
        // Down the slope is (-g.x, -g.y) east and south, so (-g.x, g.y) east and north; the angle runs from north
        // towards east. 0 - g.x rather than -g.x: no negative zero, which would turn 180 into -180.
        const double degrees = math::atan2(0.0 - g.x, g.y) * (180.0 / math::kPi);
        const auto turned = static_cast<float>(degrees < 0 ? degrees + 360.0 : degrees);
        aspect(x, y) = turned < 360.0F ? turned : 0.0F;  // what rounds up to 360 is north
    });
    return aspect;
}

}  // namespace terrain
