#include "noise/craters.h"

#include <algorithm>
#include <cmath>

#include "core/hash.h"
#include "core/math.h"
#include "core/topology.h"

namespace terrain {
namespace {

constexpr double kRim = 0.3;     // height of the rim, in depths
constexpr double kFloor = -0.8;  // of the flat floor
constexpr double kReach = 2.0;   // radii that a crater changes the ground within

/// Height of a crater's ground at r radii from its middle, in depths.
double profile(double r) {
    if (r < 1.0) return std::max(kFloor, (1.0 + kRim) * r * r * r - 1.0);
    const double t = std::max(0.0, kReach - r);
    return kRim * t * t * t;
}

double squared(double v) { return v * v; }

}  // namespace

CraterField::CraterField(const CraterParameters& p, std::uint64_t seed) {
    const RandomStream stream(seed, "craters");
    const double most = math::pow(p.smallest, -p.exponent), least = math::pow(p.largest, -p.exponent);
    for (int k = 0; k < p.count; ++k) {
        const auto index = static_cast<std::uint64_t>(k);
        // The k-th of the law's quantiles: the largest craters come in the numbers that the law says, not by chance.
        const double share = (k + unit_double(stream(index, 0))) / p.count;
        const double diameter = math::pow(least + share * (most - least), -1.0 / p.exponent);
        Crater c;
        const double z = 1.0 - 2.0 * unit_double(stream(index, 1)), ring = std::sqrt(1.0 - z * z);
        c.longitude = 2.0 * math::kPi * unit_double(stream(index, 2));
        c.colatitude = math::atan2(ring, z);
        c.centre = {ring * math::cos(c.longitude), z, ring * math::sin(c.longitude)};
        c.radius = 2.0 * math::sin(0.5 * math::kPi * diameter);  // diameter: share of the equator
        c.depth = p.depth * math::pow(diameter / p.largest, 0.7);
        craters_.push_back(c);
    }
}

void CraterField::add(Shape shape, std::int32_t y, float* row) const {
    const double colatitude = (y + 0.5) * math::kPi / shape.height;
    const double sine = math::sin(colatitude), cosine = math::cos(colatitude);
    const double cell = 2.0 * math::kPi / shape.width;
    for (const Crater& c : craters_) {
        const double reach = kReach * c.radius;
        // An arc is at most 1.6 times its chord.
        if (2.0 * c.radius < 3.0 * cell || std::fabs(colatitude - c.colatitude) > 1.6 * reach) continue;
        // Two meridians are nowhere nearer along the row than here; beside the poles the whole row is looked at.
        const double narrowest = std::min(sine, std::sqrt(1.0 - squared(c.centre[1])));
        const double half = narrowest > 0.0 ? 1.6 * reach / narrowest : math::kPi;
        const auto span = static_cast<std::int64_t>(std::min(half, math::kPi) / cell) + 1;
        const auto middle = static_cast<std::int64_t>(c.longitude / cell);
        const std::int64_t first = 2 * span + 1 >= shape.width ? 0 : middle - span;
        const std::int64_t count = std::min<std::int64_t>(2 * span + 1, shape.width);
        for (std::int64_t k = 0; k < count; ++k) {
            const std::int64_t x = Topology::modulo(first + k, shape.width);
            const double longitude = (static_cast<double>(x) + 0.5) * cell;
            const double chord2 = squared(sine * math::cos(longitude) - c.centre[0]) + squared(cosine - c.centre[1]) +
                                  squared(sine * math::sin(longitude) - c.centre[2]);
            if (chord2 >= reach * reach) continue;
            row[x] += static_cast<float>(c.depth * profile(std::sqrt(chord2) / c.radius));
        }
    }
}

}  // namespace terrain
