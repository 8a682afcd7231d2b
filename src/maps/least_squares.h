// The straight line through points. Internal to the module.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace terrain {

struct Line {
    double slope = 0;
    double intercept = 0;
};

/// The line with the least sum of squared errors in y; none unless two x differ. x and y: finite, of one length.
inline std::optional<Line> fit_line(const std::vector<double>& x, const std::vector<double>& y) {
    if (x.size() < 2) return std::nullopt;
    const auto count = static_cast<double>(x.size());
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) mean_x += x[i] / count, mean_y += y[i] / count;
    double xx = 0;
    double xy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (!(xx > 0)) return std::nullopt;
    return Line{xy / xx, mean_y - xy / xx * mean_x};
}

}  // namespace terrain
