#include "maps/channel_scaling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/math.h"
#include "maps/least_squares.h"
#include "routing/d8.h"
#include "routing/streams.h"

namespace terrain {
namespace {

constexpr double kSqrt2 = 1.4142135623730951;

double step_length(std::uint8_t code) { return d8_direction(code) % 2 == 0 ? 1.0 : kSqrt2; }

/// A quantity by the power of two of the drainage area.
class Samples {
  public:
    void add(std::uint32_t area, float value) {
        const auto bin = static_cast<std::size_t>(std::bit_width(area)) - 1;
        values_[bin].push_back(value);
        areas_[bin] += area;
    }

    ScalingLaw law(std::uint32_t threshold, double cell_size_m) {
        ScalingLaw result;
        std::vector<double> x;
        std::vector<double> y;
        std::vector<double> weight;
        for (std::size_t k = 0; k < values_.size(); ++k) {
            if (values_[k].empty()) continue;
            const AreaBin bin = summary(k, cell_size_m);
            if (!(bin.median > 0)) continue;
            result.bins.push_back(bin);
            if (bin.cells < kFitCells || (std::uint64_t{1} << k) < threshold) continue;
            x.push_back(math::log(bin.area_m2));
            y.push_back(math::log(bin.median));
            weight.push_back(std::sqrt(static_cast<double>(bin.cells)));
        }
        if (x.size() < 3) return result;
        if (const std::optional<Line> line = fit_line(x, y, weight)) {
            result.exponent = line->slope;
            result.factor = math::exp(line->intercept);
        }
        return result;
    }

  private:
    AreaBin summary(std::size_t k, double cell_size_m) {
        std::vector<float>& values = values_[k];
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
        std::nth_element(values.begin(), middle, values.end());
        const double mean = static_cast<double>(areas_[k]) / static_cast<double>(values.size());
        return {mean * cell_size_m * cell_size_m, *middle, values.size()};
    }

    std::array<std::vector<float>, 32> values_;
    std::array<std::uint64_t, 32> areas_{};
};

}  // namespace

ScalingLaw hack_law(const Routing& routing, std::uint32_t threshold, double cell_size_m) {
    require_order(routing);
    const D8Steps step(routing.shape, routing.topology);
    Grid<float> length(routing.shape, 1.0F);  // cells
    Samples samples;
    for (const std::uint32_t i : routing.order) {
        if (routing.area[i] == 0) continue;
        if (routing.area[i] >= threshold) {
            samples.add(routing.area[i], static_cast<float>(static_cast<double>(length[i]) * cell_size_m));
        }
        if (routing.receiver[i] == 0) continue;
        const std::size_t j = step.downstream(i, routing.receiver[i]);
        length[j] = std::max(length[j], static_cast<float>(length[i] + step_length(routing.receiver[i])));
    }
    return samples.law(threshold, cell_size_m);
}

ScalingLaw slope_area_law(const Grid<float>& height_m, const Routing& routing, std::uint32_t threshold,
                          double cell_size_m) {
    const D8Steps step(routing.shape, routing.topology);
    Samples samples;
    for (std::size_t i = 0; i < height_m.size(); ++i) {
        if (routing.receiver[i] == 0 || routing.filled[i] > height_m[i]) continue;
        const std::size_t j = step.downstream(i, routing.receiver[i]);
        const double drop = static_cast<double>(routing.filled[i]) - static_cast<double>(routing.filled[j]);
        samples.add(routing.area[i], static_cast<float>(drop / (step_length(routing.receiver[i]) * cell_size_m)));
    }
    return samples.law(threshold, cell_size_m);
}

}  // namespace terrain
