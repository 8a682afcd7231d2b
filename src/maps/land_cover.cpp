#include "maps/land_cover.h"

#include <algorithm>

#include "core/srgb.h"

namespace terrain {

namespace {

struct Palette {
    glm::vec3 meadow, grass, alpine, rock, snow, forest, high_forest, river;
    glm::vec3 lake_shallow, lake_deep, sea_shallow, sea_deep;
};

glm::vec3 colour(int red, int green, int blue) {
    const auto light = [](int code) { return static_cast<float>(srgb_to_linear(code / 255.0)); };
    return {light(red), light(green), light(blue)};
}

const Palette& palette() {
    static const Palette colours{
        .meadow = colour(139, 152, 96),
        .grass = colour(166, 162, 114),
        .alpine = colour(176, 166, 142),
        .rock = colour(151, 141, 130),
        .snow = colour(240, 243, 247),
        .forest = colour(72, 98, 56),
        .high_forest = colour(58, 82, 58),
        .river = colour(70, 122, 160),
        .lake_shallow = colour(100, 154, 178),
        .lake_deep = colour(34, 82, 126),
        .sea_shallow = colour(120, 176, 184),
        .sea_deep = colour(28, 68, 112),
    };
    return colours;
}

}  // namespace

glm::vec3 ground_colour(const Ground& ground, const ReliefStatistics& relief) {
    const Palette& p = palette();
    const double range = relief.high_m - relief.low_m;
    const auto zone = static_cast<float>((ground.height_m - relief.low_m) / std::max(range, 600.0));
    glm::vec3 colour = mix_light(p.meadow, p.grass, smooth_step(0.05F, 0.45F, zone));
    colour = mix_light(colour, p.alpine, smooth_step(0.40F, 0.75F, zone));

    const auto steep = static_cast<float>(ground.slope / std::max(0.55, 1.1 * relief.mean_slope));
    const float rock = smooth_step(0.75F, 1.7F, steep);
    colour = mix_light(colour, p.rock, 0.85F * rock);

    const float density = std::clamp(ground.trees, 0.0F, 1.0F);
    const float canopy = 1.0F - (1.0F - density) * (1.0F - density);
    colour = mix_light(colour, mix_light(p.forest, p.high_forest, smooth_step(0.2F, 0.7F, zone)), 0.85F * canopy);

    if (range >= 1000.0) {
        // Snow lies deeper in hollows and slides off what is steep.
        const float line = zone - 0.05F * static_cast<float>(ground.prominence) - 0.10F * rock;
        colour = mix_light(colour, p.snow, smooth_step(0.66F, 0.90F, line));
    }
    return colour;
}

glm::vec3 regolith_colour(const Ground& ground, const ReliefStatistics& relief) {
    const double range = std::max(relief.high_m - relief.low_m, 1.0);
    const auto high = static_cast<float>((ground.height_m - relief.low_m) / range);
    return mix_light({0.10F, 0.10F, 0.105F}, {0.36F, 0.35F, 0.34F}, smooth_step(0.25F, 0.75F, high));
}

glm::vec3 water_colour(Water water, double depth_m, const ReliefStatistics& relief) {
    const Palette& p = palette();
    const bool sea = water == Water::sea;
    // Half way to the deep colour at a fifth of the greatest depth, where the eye wants the differences.
    const double half = std::max(0.2 * (sea ? relief.sea_depth_m : relief.lake_depth_m), 1e-3);
    const auto share = static_cast<float>(std::max(depth_m, 0.0) / (std::max(depth_m, 0.0) + half));
    return sea ? mix_light(p.sea_shallow, p.sea_deep, share) : mix_light(p.lake_shallow, p.lake_deep, share);
}

glm::vec3 river_colour() { return palette().river; }

}  // namespace terrain
