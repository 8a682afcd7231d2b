#include "core/topology.h"

#include <algorithm>

#include "core/math.h"

namespace terrain {

std::vector<double> planet_row_widths(std::int32_t height) {
    std::vector<double> widths(static_cast<std::size_t>(std::max(height, 0)));
    for (std::size_t y = 0; 2 * y < widths.size(); ++y) {
        const double colatitude = (static_cast<double>(y) + 0.5) * math::kPi / static_cast<double>(height);
        widths[y] = widths[widths.size() - 1 - y] = math::sin(colatitude);
    }
    return widths;
}

}  // namespace terrain
