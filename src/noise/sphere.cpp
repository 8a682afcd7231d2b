#include "noise/sphere.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace terrain {
namespace {

// As Lattice::gradient: the XOR alone would repeat wherever two sets of keys have the same.
std::uint32_t scramble(std::uint32_t h) {
    h *= 0x85ebca6bU;
    h ^= h >> 15;
    h *= 0xc2b2ae35U;
    return h >> 24;
}

float mix(float a, float b, float t) { return a + t * (b - a); }

}  // namespace

const std::array<Gradient3, 256>& gradient_table_3d() {
    static const auto table = [] {
        std::array<Gradient3, 256> t{};
        constexpr double kLength = 1.5976502;
        constexpr double kGoldenAngle = 2.399963229728653;
        for (std::size_t i = 0; i < t.size(); ++i) {
            const double z = 1.0 - (2.0 * static_cast<double>(i) + 1.0) / 256.0;
            const double r = std::sqrt(1.0 - z * z), angle = kGoldenAngle * static_cast<double>(i);
            t[i] = {static_cast<float>(kLength * r * math::cos(angle)),
                    static_cast<float>(kLength * r * math::sin(angle)), static_cast<float>(kLength * z)};
        }
        return t;
    }();
    return table;
}

SphereFrame::SphereFrame(Shape shape, double frequency, std::array<double, 2> offset)
    : radius(frequency / (2.0 * math::kPi)) {
    for (std::size_t k = 0; k < 3; ++k) {
        const double o = k < 2 ? offset[k] : 0.0;
        whole[k] = std::floor(o);
        part[k] = o - whole[k];
    }
    for (std::int32_t x = 0; x < shape.width; ++x) {
        const double longitude = (x + 0.5) * (2.0 * math::kPi) / shape.width;
        cosine.push_back(math::cos(longitude));
        sine.push_back(math::sin(longitude));
    }
    for (std::int32_t y = 0; y < shape.height; ++y) {
        const double colatitude = (y + 0.5) * math::kPi / shape.height;
        level.push_back(math::cos(colatitude));
        distance.push_back(math::sin(colatitude));
    }
}

SphereOctave::SphereOctave(const RandomStream& stream, std::uint64_t index, double scale, const SphereFrame& frame,
                           double reach) {
    for (std::uint64_t k = 0; k < 3; ++k) {
        // A part of a cell away from the lattice planes, so that none goes through the planet's centre and axis.
        const double shift = 0.25 + 0.5 * unit_double(stream(index, 4 + k));
        const double offset = frame.whole[k];
        Axis axis{AxisMap(scale, shift, offset), 0, {}};
        axis.first = axis.map(frame.part[k] - reach).cell - 1;
        const std::int64_t last = axis.map(frame.part[k] + reach).cell + 2;
        const std::uint64_t seed = stream(index, 8 + k);
        for (std::int64_t cell = axis.first; cell <= last; ++cell) {
            axis.keys.push_back(static_cast<std::uint32_t>(
                mix64(seed + static_cast<std::uint64_t>(cell) * 0x9e3779b97f4a7c15ULL) >> 32));
        }
        axes_.push_back(std::move(axis));
    }
}

float SphereOctave::operator()(double x, double y, double z) const {
    const std::array<double, 3> at{x, y, z};
    std::array<std::array<std::uint32_t, 2>, 3> key{};
    std::array<float, 3> f{}, fade{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Axis& axis = axes_[k];
        const AxisMap::Place place = axis.map(at[k]);
        const std::uint32_t* keys = axis.keys.data() + (place.cell - axis.first);
        key[k] = {keys[0], keys[1]};
        f[k] = place.fraction;
        fade[k] = quintic_fade(place.fraction);
    }
    const std::array<Gradient3, 256>& table = gradient_table_3d();
    const auto corner = [&](std::size_t i, std::size_t j, std::size_t k) {
        const Gradient3& g = table[scramble(key[0][i] ^ key[1][j] ^ key[2][k])];
        return g.x * (f[0] - static_cast<float>(i)) + g.y * (f[1] - static_cast<float>(j)) +
               g.z * (f[2] - static_cast<float>(k));
    };
    const auto edge = [&](std::size_t j, std::size_t k) { return mix(corner(0, j, k), corner(1, j, k), fade[0]); };
    const float near = mix(edge(0, 0), edge(1, 0), fade[1]);
    const float far = mix(edge(0, 1), edge(1, 1), fade[1]);
    return std::clamp(mix(near, far, fade[2]), -1.0F, 1.0F);
}

}  // namespace terrain
