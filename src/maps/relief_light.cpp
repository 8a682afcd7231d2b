#include "maps/relief_light.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace terrain {

namespace {

struct Light {
    double east, south, up;  // unit vector towards the light
    double weight;
};

// Azimuths 315, 270, 0 and 225 degrees; altitudes 40, 35, 35 and 30.
constexpr std::array<Light, 4> kLights{{
    {-0.541675, -0.541675, 0.642788, 0.58},
    {-0.819152, 0.0, 0.573576, 0.16},
    {0.0, -0.819152, 0.573576, 0.16},
    {-0.612372, 0.612372, 0.5, 0.10},
}};

constexpr double kWrap = 0.15;  // how far behind the terminator a light still reaches, as a cosine

constexpr double level_ground() {
    double sum = 0;
    for (const Light& light : kLights) {
        sum += light.weight * (light.up + kWrap);
    }
    return sum;
}

const glm::vec3 kSun{0.86F, 0.82F, 0.75F};
const glm::vec3 kSky{0.15F, 0.18F, 0.24F};

}  // namespace

glm::vec3 relief_light(glm::dvec2 gradient) {
    const double up = 1.0 / std::sqrt(gradient.x * gradient.x + gradient.y * gradient.y + 1.0);
    const double east = (0.0 - gradient.x) * up;
    const double south = (0.0 - gradient.y) * up;
    double sum = 0;
    for (const Light& light : kLights) {
        const double cosine = east * light.east + south * light.south + up * light.up;
        sum += light.weight * std::max(0.0, cosine + kWrap);
    }
    const auto sun = static_cast<float>(sum / level_ground());
    const auto sky = static_cast<float>(0.5 + 0.5 * up);
    return {kSun.x * sun + kSky.x * sky, kSun.y * sun + kSky.y * sky, kSun.z * sun + kSky.z * sky};
}

}  // namespace terrain
