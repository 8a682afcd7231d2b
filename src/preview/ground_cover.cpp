#include "preview/ground_cover.h"

#include <algorithm>

#include "core/hash.h"
#include "core/math.h"
#include "planet/detail.h"
#include "planet/scalar.h"

namespace terrain {

using planet::clamp01;
using planet::mix;
using planet::smoothstep;

namespace {

struct Palette {
    glm::vec3 lush = linear_color("#3c5a26");
    glm::vec3 savanna = linear_color("#8b8748");
    glm::vec3 sand = linear_color("#cba877");
    glm::vec3 taiga = linear_color("#3d4a30");
    glm::vec3 tundra = linear_color("#7d775f");
    glm::vec3 forest = linear_color("#233d1a");
    glm::vec3 rock = linear_color("#6f6459");
    glm::vec3 snow = linear_color("#d3dae2");
    glm::vec3 ice = linear_color("#b4c9d7");
    glm::vec3 river = linear_color("#2b6489");
    glm::vec3 lake = linear_color("#1c5580");
    glm::vec3 shelf = linear_color("#2a7389");
};

const Palette& palette() {
    static const Palette colours;
    return colours;
}

float fractal(glm::vec3 p, int octaves, std::uint32_t seed) {
    float sum = 0.0F;
    float amplitude = 1.0F;
    for (int o = 0; o < octaves; ++o) {
        sum += amplitude * planet::gradient_noise(p, seed + static_cast<std::uint32_t>(o)).value;
        amplitude *= 0.55F;
        p *= 2.1F;
    }
    return sum;
}

}  // namespace

GroundCover::GroundCover(const PreviewSurface& surface, std::uint64_t seed)
    : ramp_(ramp_of(surface.ramp)),
      has_climates_(surface.ramp == "earth"),
      sea_colour_(linear_color(surface.sea_color)),
      snow_line_(static_cast<float>(surface.snow_line)),
      ice_sine_(static_cast<float>(math::sin(surface.ice_latitude * math::kPi / 180.0))),
      seed_(static_cast<std::uint32_t>(RandomStream(seed, "preview climate")(0))) {}

GroundCover::Climate GroundCover::climate(const Place& place) const {
    const float wide = fractal(place.direction * 2.6F, 4, seed_);
    const float fine = fractal(place.direction * 24.0F, 3, seed_ + 16U);
    // The line of snow falls from the equator to the ice latitude; how far one is below it, in shares of the relief.
    const float sine = std::fabs(place.direction.y);
    const float cold = ice_sine_ < 1.0F ? (sine * sine) / (ice_sine_ * ice_sine_) : 0.0F;
    const float line = snow_line_ * (1.0F - cold) + 0.05F * fine + 0.06F * wide;
    // Dry air sinks about 25 degrees from the equator.
    const float belt = 1.0F - smoothstep(0.0F, 0.30F, std::fabs(sine - 0.41F));
    const float dryness = clamp01(0.26F + 0.55F * belt + 0.75F * wide + 0.12F * fine - 0.35F * place.trees);
    return {line - std::max(place.share, 0.0F), dryness, fine};
}

glm::vec3 GroundCover::land(const Place& place, const Climate& c) const {
    const Palette& p = palette();
    glm::vec3 colour = ramp_colour(ramp_, place.share + 0.03F * c.patches);
    float forest = clamp01(place.trees * (1.0F + 0.5F * c.patches));
    if (has_climates_) {
        glm::vec3 lowland = mix(p.lush, p.savanna, smoothstep(0.12F, 0.50F, c.dryness));
        lowland = mix(lowland, p.sand, smoothstep(0.45F, 0.80F, c.dryness));
        const float cool = 1.0F - smoothstep(0.10F, 0.42F, c.warmth);
        lowland = mix(lowland, mix(p.taiga, p.tundra, smoothstep(0.3F, 0.9F, cool)), cool);
        colour = mix(lowland, colour, smoothstep(0.22F, 0.55F, place.share + 0.04F * c.patches));
        forest *= 1.0F - smoothstep(0.5F, 0.8F, c.dryness);
    }
    colour = mix(colour, p.forest, 0.75F * (1.0F - (1.0F - forest) * (1.0F - forest)));
    colour = mix(colour, has_climates_ ? p.rock : colour * 0.8F, 0.6F * smoothstep(0.5F, 1.8F, place.slope));
    // Hollows are darker and ridges brighter, as the eye expects of relief that is too small to see.
    colour = colour * std::clamp(1.0F - 6.0F * place.hollow, 0.72F, 1.22F);
    return mix(colour, p.snow,
               1.0F - smoothstep(-0.05F, 0.03F, c.warmth + 0.15F * smoothstep(0.6F, 2.0F, place.slope)));
}

glm::vec3 GroundCover::sea(float depth) const {
    const float shallow = 1.0F - smoothstep(0.0F, 0.12F, depth);
    const glm::vec3 shelf = mix(sea_colour_, palette().shelf, 0.55F);
    const glm::vec3 open = mix(sea_colour_ * 1.25F, sea_colour_ * 0.55F, smoothstep(0.1F, 0.9F, depth));
    return mix(open, shelf, shallow * shallow);
}

glm::vec4 GroundCover::at(const Place& place) const {
    const Palette& p = palette();
    const Climate c = climate(place);
    if (place.sea >= 0.0F) {
        // Sea ice keeps to colder water than snow on land.
        const float frozen = 1.0F - smoothstep(-0.12F, -0.05F, c.warmth + 0.05F * c.patches);
        return {mix(sea(place.sea), p.ice, frozen), 1.0F - 0.85F * frozen};
    }
    const glm::vec3 dry = land(place, c);
    const float frozen = 1.0F - smoothstep(-0.08F, 0.0F, c.warmth);
    float wet = 0.85F * smoothstep(0.25F, 0.75F, place.river);
    glm::vec3 colour = mix(dry, p.river, wet * (1.0F - frozen));
    const float lake = smoothstep(0.01F, 0.5F, place.lake_m);
    colour = mix(colour, mix(mix(p.lake, sea_colour_, 0.5F), p.ice, frozen), lake);
    wet = std::max(0.6F * wet, lake) * (1.0F - frozen);
    return {colour, wet};
}

}  // namespace terrain
