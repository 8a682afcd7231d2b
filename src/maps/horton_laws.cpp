#include "maps/horton_laws.h"

#include "core/math.h"
#include "maps/least_squares.h"
#include "routing/d8.h"
#include "routing/streams.h"

namespace terrain {
namespace {

constexpr double kSqrt2 = 1.4142135623730951;

/// exp of the slope of ln(values) over their index; none unless there are two, all > 0.
std::optional<double> ratio(const std::vector<double>& values) {
    std::vector<double> index;
    std::vector<double> logs;
    for (const double v : values) {
        if (!(v > 0)) return std::nullopt;
        index.push_back(static_cast<double>(index.size()));
        logs.push_back(math::log(v));
    }
    const std::optional<Line> line = fit_line(index, logs);
    return line ? std::optional(math::exp(line->slope)) : std::nullopt;
}

struct Steps {
    std::uint64_t streams = 0, straight = 0, diagonal = 0;
};

/// By order - 1. Steps are counted, not added up, so that the lengths are exact.
std::vector<Steps> count(const Routing& routing, const Grid<std::uint8_t>& order) {
    const D8Steps step(routing.shape, routing.topology);
    std::vector<bool> goes_on(order.size());  // a cell of the same order drains into this one
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] == 0 || routing.receiver[i] == 0) continue;
        const std::size_t j = step.downstream(i, routing.receiver[i]);
        if (order[j] == order[i]) goes_on[j] = true;
    }
    std::vector<Steps> steps;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] == 0 || routing.receiver[i] == 0) continue;
        if (steps.size() < order[i]) steps.resize(order[i]);
        Steps& own = steps[order[i] - 1U];
        if (!goes_on[i]) ++own.streams;
        ++(d8_direction(routing.receiver[i]) % 2 == 0 ? own.straight : own.diagonal);
    }
    return steps;
}

}  // namespace

HortonLaws horton_laws(const Routing& routing, std::uint32_t threshold, double cell_size_m) {
    HortonLaws laws;
    std::vector<double> counts;
    std::vector<double> lengths;
    for (const Steps& s : count(routing, strahler_order(routing, threshold))) {
        const double length = static_cast<double>(s.straight) + static_cast<double>(s.diagonal) * kSqrt2;
        laws.orders.push_back({static_cast<int>(laws.orders.size()) + 1, s.streams, length * cell_size_m});
        counts.push_back(static_cast<double>(s.streams));
        lengths.push_back(length / static_cast<double>(s.streams));
    }
    if (const std::optional<double> r = ratio(counts)) laws.bifurcation_ratio = 1.0 / *r;
    if (lengths.size() >= 3) lengths.pop_back();
    laws.length_ratio = ratio(lengths);
    return laws;
}

}  // namespace terrain
