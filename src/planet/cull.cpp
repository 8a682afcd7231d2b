#include "planet/cull.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "core/math.h"
#include "planet/scalar.h"

namespace terrain::planet {
namespace {

double arc_cosine(double x) {
    const double c = std::clamp(x, -1.0, 1.0);
    return math::atan2(std::sqrt((1.0 - c) * (1.0 + c)), c);
}

constexpr double kMargin = 1e-5;  // of a float's rounding in the products that are compared

}  // namespace

glm::vec4 bounding_sphere(const glm::vec3& centre, double angle, double low, double high) {
    const double m = 0.5 * (low + high);
    double radius = high - m;
    for (const double q : {low, high}) {
        radius = std::max(radius, std::sqrt(std::max(0.0, q * q + m * m - 2.0 * q * m * math::cos(angle))));
    }
    return {centre * static_cast<float>(m), static_cast<float>(radius + kMargin)};
}

double horizon_cosine(double distance, double low, double high, double angle) {
    if (distance <= low) return -2.0;
    const double limit = arc_cosine(low / distance) + arc_cosine(low / high) + angle + kMargin;
    return limit >= math::kPi ? -2.0 : math::cos(limit);
}

std::vector<SectorBounds> sector_bounds(const std::vector<Sector>& sectors, const Geometry& geometry,
                                        const View& view) {
    const double low = 1.0 + static_cast<double>(geometry.lowest);
    const double high = 1.0 + static_cast<double>(geometry.highest);
    const double distance = glm::length(glm::dvec3(view.eye));
    std::vector<SectorBounds> bounds(sectors.size());
    for (std::size_t k = 0; k < sectors.size(); ++k) {
        const auto angle = static_cast<double>(sectors[k].angle);
        bounds[k].sphere = bounding_sphere(sectors[k].centre, angle, low, high);
        bounds[k].least_dot = static_cast<float>(horizon_cosine(distance, low, high, angle));
    }
    return bounds;
}

std::array<glm::vec4, 6> frustum_planes(const View& view, std::int32_t width, std::int32_t height) {
    const double tan_y = static_cast<double>(view.tan_half_fov);
    const double tan_x = tan_y * width / height;
    const glm::dvec3 f(view.forward);
    const glm::dvec3 r(view.right);
    const glm::dvec3 u(view.up);
    const glm::dvec3 eye(view.eye);
    const auto plane = [](const glm::dvec3& normal, const glm::dvec3& point) {
        const glm::dvec3 n = glm::normalize(normal);
        return glm::vec4(glm::vec3(n), static_cast<float>(-glm::dot(n, point)));
    };
    return {plane(f, eye + f * static_cast<double>(view.near_plane)),
            plane(-f, eye + f * static_cast<double>(view.far_plane)),
            plane(r + f * tan_x, eye),
            plane(-r + f * tan_x, eye),
            plane(u + f * tan_y, eye),
            plane(-u + f * tan_y, eye)};
}

}  // namespace terrain::planet
