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

/// The line with the least weighted sum of squared errors in y; none unless two x differ. x and y finite, weights > 0,
/// all of one length.
inline std::optional<Line> fit_line(const std::vector<double>& x, const std::vector<double>& y,
                                    const std::vector<double>& weight) {
    double sum = 0;
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += weight[i];
        mean_x += weight[i] * x[i];
        mean_y += weight[i] * y[i];
    }
    if (!(sum > 0)) return std::nullopt;
    mean_x /= sum;
    mean_y /= sum;
    double xx = 0;
    double xy = 0;
    bool differ = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
        differ = differ || x[i] != x[0];
        xx += weight[i] * (x[i] - mean_x) * (x[i] - mean_x);
        xy += weight[i] * (x[i] - mean_x) * (y[i] - mean_y);
    }
    if (!differ || !(xx > 0)) return std::nullopt;
    return Line{xy / xx, mean_y - xy / xx * mean_x};
}

/// The same with equal weights.
inline std::optional<Line> fit_line(const std::vector<double>& x, const std::vector<double>& y) {
    return fit_line(x, y, std::vector<double>(x.size(), 1.0));
}

}  // namespace terrain
