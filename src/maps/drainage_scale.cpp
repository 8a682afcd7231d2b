#include "maps/drainage_scale.h"

#include "core/math.h"
#include "maps/rows.h"

namespace terrain {
namespace {

template <class Area>
Grid<float> scaled(const Grid<Area>& area, ThreadPool& pool) {
    Grid<float> map(area.shape());
    const auto whole = static_cast<double>(area.size());
    each_cell(area.shape(), pool, [&](std::int32_t x, std::int32_t y) {
        map(x, y) = static_cast<float>(drainage_scale(static_cast<double>(area(x, y)), whole));
    });
    return map;
}

}  // namespace

double drainage_scale(double area, double whole) {
    if (!(area > 0)) return 0.0;
    if (area >= whole) return 1.0;
    return math::log(1.0 + area) / math::log(1.0 + whole);
}

Grid<float> drainage_map(const Grid<std::uint32_t>& drainage_area, ThreadPool& pool) {
    return scaled(drainage_area, pool);
}

Grid<float> drainage_map(const Grid<double>& drainage_area, ThreadPool& pool) { return scaled(drainage_area, pool); }

}  // namespace terrain
