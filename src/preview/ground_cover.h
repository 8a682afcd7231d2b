// What covers the planet at a place, as the surface map's texel.
#pragma once

#include <glm/vec3.hpp>

#include "planet/scene.h"
#include "preview/parameters.h"
#include "preview/ramp.h"

namespace terrain {

/// A place before it has a colour.
struct Place {
    glm::vec3 direction;  ///< unit
    float share = 0;      ///< height above the sea, 0 to 1 for the whole relief
    float slope = 0;      ///< as the light sees it, rise over run
    float hollow = 0;     ///< how much lower than its surroundings, shares of the relief
    float trees = 0;      ///< density, 0 to 1
    float river = 0;      ///< strength of a stream, 0 to 1
    float lake_m = 0;     ///< depth of standing water inland
    float sea = -1;       ///< depth below the sea as a share of the deepest; negative: land
};

class GroundCover {
  public:
    GroundCover(const PreviewSurface& surface, std::uint64_t seed);

    /// Linear light, and the share of open water.
    [[nodiscard]] glm::vec4 at(const Place& place) const;

  private:
    struct Climate {
        float warmth;   ///< 1 hot, 0 where snow begins
        float dryness;  ///< 0 lush to 1 desert
        float patches;  ///< fine noise, about -1 to 1
    };
    [[nodiscard]] Climate climate(const Place& place) const;
    [[nodiscard]] glm::vec3 land(const Place& place, const Climate& climate) const;
    [[nodiscard]] glm::vec3 sea(float depth) const;

    Ramp ramp_;
    bool has_climates_;
    glm::vec3 sea_colour_;
    float snow_line_, ice_sine_;
    std::uint32_t seed_;
};

}  // namespace terrain
