#include "routing/stream_power.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/errors.h"
#include "core/math.h"
#include "routing/d8.h"

namespace terrain {
namespace {

void check(const char* what, double value, bool positive) {
    if (std::isfinite(value) && value >= 0 && (!positive || value > 0)) return;
    throw UserError(fmt::format("stream power: {} is {}; allowed are finite values {} 0", what, value,
                                positive ? "above" : "from"));
}

double power(double area, double exponent) {
    if (exponent == 0.5) return std::sqrt(area);
    return exponent == 1.0 ? area : math::pow(area, exponent);
}

}  // namespace

std::vector<double> drainage_area(const Routing& routing) {
    const D8Steps step(routing.shape, routing.topology);
    const CellScale scale(routing.shape, routing.topology);
    std::vector<double> area(routing.shape.cells());
    for (std::size_t i = 0; i < area.size(); ++i) area[i] = routing.area[i] > 0 ? scale.width(i) : 0.0;
    for (const std::uint32_t i : routing.order) {
        if (routing.receiver[i] != 0) area[step.downstream(i, routing.receiver[i])] += area[i];
    }
    return area;
}

void stream_power_step(Grid<float>& height_m, const Routing& routing, double cell_size_m, double years,
                       const StreamPower& law) {
    check("cell size", cell_size_m, true);
    check("time step", years, false);
    check("erodibility", law.erodibility, false);
    check("area exponent", law.area_exponent, false);
    if (!std::isfinite(law.uplift_m_per_year)) check("uplift", law.uplift_m_per_year, false);
    if (!(height_m.shape() == routing.shape) || routing.order.size() != height_m.size()) {
        throw UserError("stream power: takes the routing of the same map, made with its order");
    }
    const D8Steps step(routing.shape, routing.topology);
    // K dt A^m / dx, with A = cells * dx^2.
    const double unit = law.erodibility * years * power(cell_size_m * cell_size_m, law.area_exponent) / cell_size_m;
    const double uplift = law.uplift_m_per_year * years;
    const CellScale scale(routing.shape, routing.topology);
    const std::vector<double> area = scale.uniform() ? std::vector<double>() : drainage_area(routing);
    std::vector<std::uint8_t> wet(height_m.size());
    for (std::size_t i = 0; i < wet.size(); ++i) wet[i] = routing.filled[i] > height_m[i] ? 1 : 0;
    for (auto it = routing.order.rbegin(); it != routing.order.rend(); ++it) {
        const std::uint32_t i = *it;
        const std::uint8_t code = routing.receiver[i];
        if (code == 0) continue;
        const double z = static_cast<double>(height_m[i]) + uplift;
        const std::size_t j = step.downstream(i, code);
        // Where water stands at the receiver, its surface, not its bed, is what the cell works down to.
        const double base = wet[j] != 0 ? std::max(height_m[j], routing.filled[j]) : height_m[j];
        double next = z;
        if (wet[i] == 0 && z > base) {
            const double cells = area.empty() ? static_cast<double>(routing.area[i]) : area[i];
            const double f = unit * power(cells, law.area_exponent) / scale.length(i, d8_direction(code));
            next = std::isinf(f) ? base : (z + f * base) / (1.0 + f);
        }
        height_m[i] = static_cast<float>(next);
    }
}

}  // namespace terrain
