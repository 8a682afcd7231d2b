#include "routing/multiple_flow.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/errors.h"
#include "core/math.h"
#include "routing/d8.h"

namespace terrain {
namespace {

constexpr double kSqrtHalf = 0.7071067811865476;

double inverse_length(const CellScale& scale, std::size_t i, int k) {
    if (scale.uniform()) return k % 2 == 0 ? 1.0 : kSqrtHalf;
    return 1.0 / scale.length(i, k);
}

/// Shares of the cell's flow by direction; they add up to 1 except at outlets (all 0).
std::array<double, 8> shares(const Routing& routing, const CellScale& scale, std::size_t i, double exponent) {
    std::array<double, 8> share{};
    if (routing.receiver[i] == 0) return share;
    double steepest = 0;
    each_neighbour(routing.shape, routing.topology, i, [&](int k, std::size_t j) {
        const double drop = static_cast<double>(routing.filled[i]) - static_cast<double>(routing.filled[j]);
        const auto slot = static_cast<std::size_t>(k);
        if (drop > 0) share[slot] = drop * inverse_length(scale, i, k);
        steepest = std::max(steepest, share[slot]);
    });
    if (steepest <= 0) {
        share[static_cast<std::size_t>(d8_direction(routing.receiver[i]))] = 1;
        return share;
    }
    double sum = 0;
    for (double& s : share) {
        // By the steepest: the scale of heights drops out.
        if (s > 0) s = exponent == 1.0 ? s / steepest : math::pow(s / steepest, exponent);
        sum += s;
    }
    for (double& s : share) s /= sum;
    return share;
}

glm::vec2 mean_direction(const std::array<double, 8>& share) {
    double x = 0;
    double y = 0;
    for (int k = 0; k < 8; ++k) {
        const double length = k % 2 == 0 ? 1.0 : kSqrtHalf;
        x += share[static_cast<std::size_t>(k)] * length * kD8Dx[k];
        y += share[static_cast<std::size_t>(k)] * length * kD8Dy[k];
    }
    return {static_cast<float>(x), static_cast<float>(y)};
}

}  // namespace

MultipleFlow multiple_flow(const Routing& routing, double exponent) {
    if (!std::isfinite(exponent) || exponent <= 0) {
        throw UserError(fmt::format("multiple flow: exponent is {}; allowed are finite values above 0", exponent));
    }
    const D8Steps step(routing.shape, routing.topology);
    MultipleFlow flow{Grid<double>(routing.shape), Grid<glm::vec2>(routing.shape)};
    const std::size_t count = flow.area.size();
    const CellScale scale(routing.shape, routing.topology);
    std::vector<std::uint8_t> donors(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        flow.area[i] = routing.area[i] > 0 ? 1 : 0;
        if (routing.receiver[i] == 0) continue;
        bool lower = false;
        each_neighbour(routing.shape, routing.topology, i, [&](int, std::size_t j) {
            if (routing.filled[j] >= routing.filled[i]) return;
            ++donors[j];
            lower = true;
        });
        if (!lower) ++donors[step.downstream(i, routing.receiver[i])];
    }
    // Kahn's order; flow runs to lower cells or along the receivers of a level, so there is no cycle.
    std::vector<std::uint32_t> queue;
    queue.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (donors[i] == 0) queue.push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t q = 0; q < queue.size(); ++q) {
        const std::uint32_t i = queue[q];
        if (routing.receiver[i] == 0) continue;
        const std::array<double, 8> share = shares(routing, scale, i, exponent);
        flow.direction[i] = mean_direction(share);
        each_neighbour(routing.shape, routing.topology, i, [&](int k, std::size_t j) {
            const double part = share[static_cast<std::size_t>(k)];
            // A share that underflowed to 0 still has to be counted off.
            if (part <= 0 && routing.filled[j] >= routing.filled[i]) return;
            flow.area[j] += flow.area[i] * part;
            if (--donors[j] == 0) queue.push_back(static_cast<std::uint32_t>(j));
        });
    }
    return flow;
}

}  // namespace terrain
