#include "planet/lod.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "core/math.h"
#include "planet/cull.h"

namespace terrain::planet {
namespace {

constexpr std::array<glm::vec3, 9> kColours{{{0.80F, 0.05F, 0.04F},
                                             {0.85F, 0.35F, 0.03F},
                                             {0.80F, 0.75F, 0.05F},
                                             {0.15F, 0.60F, 0.06F},
                                             {0.04F, 0.55F, 0.55F},
                                             {0.05F, 0.20F, 0.80F},
                                             {0.35F, 0.08F, 0.75F},
                                             {0.75F, 0.10F, 0.55F},
                                             {0.85F, 0.85F, 0.85F}}};

double arc_cosine(double x) { return math::atan2(std::sqrt(std::max(0.0, 1.0 - x * x)), x); }

struct Sight {
    double distance;   // of the eye from the planet's centre
    double high;       // radius of the highest ground
    double cell;       // angle of a cell at the centre of a face, where cells are widest
    double px_radius;  // pixels of a radius that is seen square on from the distance of one radius
};

/// Edge of an untessellated cell in pixels as it counts for geometry, for ground between two angles (radians, at the
/// planet's centre) from the point below the eye.
double counted_pixels(const Sight& s, double nearest, double farthest) {
    const auto to_ground = [&](double radius, double angle) {
        return std::sqrt(
            std::max(1e-12, s.distance * s.distance + radius * radius - 2.0 * s.distance * radius * math::cos(angle)));
    };
    const double highest = std::min(s.high, s.distance);
    const double reach = std::max(to_ground(highest, nearest), 1e-6);
    // Sine of the angle between the ground's normal and the line of sight, where it is flattest.
    const double sine = std::min(1.0, s.distance * math::sin(farthest) / to_ground(1.0, farthest));
    return s.cell * s.px_radius / reach * std::max(sine * sine, 0.1);
}

/// Angle at the planet's centre to ground that is seen at 45 degrees.
double angle_of_sight(double distance) {
    constexpr double kSlant = 0.7071067811865476;
    // The sine rule: the eye, the centre and the ground make a triangle with 45 degrees outside of its corner there.
    return 0.25 * math::kPi - math::atan2(kSlant / distance, std::sqrt(1.0 - kSlant * kSlant / (distance * distance)));
}

std::int32_t factor_for(const Scene& scene, double pixels, double cell) {
    const double texel = math::kPi / scene.heights.height;
    const std::int32_t of_texels = power_of_two_ceiling(cell / texel);
    const std::int32_t wanted = power_of_two_ceiling(pixels / static_cast<double>(scene.geometry.target_px));
    return std::min({wanted, of_texels, scene.geometry.largest_factor});
}

}  // namespace

std::int32_t power_of_two_floor(double x) {
    std::int32_t power = 1;
    while (power < (1 << 29) && static_cast<double>(power) * 2.0 <= x) power *= 2;
    return power;
}

std::int32_t power_of_two_ceiling(double x) {
    std::int32_t power = 1;
    while (power < (1 << 29) && static_cast<double>(power) < x) power *= 2;
    return power;
}

std::vector<double> geometric_ranges(double widest, std::int32_t n) {
    std::vector<double> lower(static_cast<std::size_t>(n));
    const double narrowest = std::min(0.01, 0.5 * widest);
    for (std::int32_t g = 0; g < n; ++g) {
        const double share = n > 1 ? static_cast<double>(g) / (n - 1) : 0.0;
        lower[static_cast<std::size_t>(g)] = 1.0 - widest * math::exp(share * math::log(narrowest / widest));
    }
    return lower;
}

std::vector<LodLevel> lod_levels(const Scene& scene, const View& view) {
    const Geometry& g = scene.geometry;
    const double distance = glm::length(glm::dvec3(view.eye));
    const double high = 1.0 + std::max(0.0, static_cast<double>(g.highest));
    const double low = 1.0 + std::min(0.0, static_cast<double>(g.lowest));
    const double cell = 0.5 * math::kPi / (g.sectors * g.grid);
    const double sector = 0.75 * math::kPi / g.sectors;  // an upper bound of every sector's angular radius
    const Sight sight{distance, high, cell, 0.5 * scene.height / static_cast<double>(view.tan_half_fov)};

    const double horizon = distance > low ? arc_cosine(low / distance) : 0.0;
    const double relief = arc_cosine(low / high);
    std::vector<LodLevel> levels(1);
    const auto begin_at = [&](double angle) { levels.push_back({static_cast<float>(math::cos(angle)), 1.0F, 1, {}}); };
    double reach = std::min(horizon + relief + sector, math::kPi);
    // Peaks of half the highest relief, nearer than this to the point below the eye, do not reach the silhouette.
    const double inner = horizon - 0.5 * relief - 0.5 * sector;
    const bool has_bands = inner > 0.0 && g.levels > 3;
    if (has_bands) {
        begin_at(std::min(horizon + 0.5 * sector, math::kPi));
        begin_at(inner);
        reach = std::min(inner, angle_of_sight(distance));
    }
    if (g.levels > 1) {
        const auto rest = static_cast<std::int32_t>(g.levels - static_cast<std::int32_t>(levels.size()));
        for (const double dot : geometric_ranges(1.0 - math::cos(reach), rest)) {
            if (static_cast<float>(dot) > levels.back().dot_min)
                levels.push_back({static_cast<float>(dot), 1.0F, 1, {}});
        }
    }
    for (std::size_t k = 0; k < levels.size(); ++k) {
        LodLevel& level = levels[k];
        if (k + 1 < levels.size()) level.dot_max = levels[k + 1].dot_min;
        const double nearest = std::max(0.0, arc_cosine(std::min(1.0, static_cast<double>(level.dot_max))) - sector);
        const double farthest =
            k == 0 ? horizon : std::min(horizon, arc_cosine(std::max(-1.0, static_cast<double>(level.dot_min))));
        // Edges may be twice as long where they do not make the silhouette, or only by the peaks behind the horizon.
        const double share = has_bands && k != 1 ? 0.5 : 1.0;
        level.factor =
            g.adaptive ? factor_for(scene, share * counted_pixels(sight, nearest, farthest), cell) : g.largest_factor;
        level.colour = kColours[k % kColours.size()];
    }
    if (has_bands && g.adaptive) {
        const std::int32_t most = std::max(1, levels[1].factor / 2);
        for (std::size_t k = 0; k < levels.size(); ++k) {
            if (k != 1) levels[k].factor = std::min(levels[k].factor, most);
        }
    }
    return levels;
}

}  // namespace terrain::planet
