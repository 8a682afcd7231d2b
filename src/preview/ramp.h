// Colours of dry ground by height.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace terrain {

struct RampStop {
    float share = 0;         ///< of the relief: 0 the sea (or the lowest ground), 1 the highest ground
    glm::vec3 colour{0.0F};  ///< linear light
};
using Ramp = std::vector<RampStop>;

/// earth, desert, moon or ice. earth has climates (ground_cover.h) besides.
bool is_named_ramp(std::string_view name);

/// Stops "share:#colour,share:#colour,...": at least two, at most 32, shares from 0 to 1, rising. Nothing if it is
/// none.
std::optional<Ramp> parse_ramp(std::string_view text);

/// Of a name or of stops; the text must be right.
Ramp ramp_of(std::string_view text);

/// Linear between stops, constant beyond the ends.
glm::vec3 ramp_colour(const Ramp& ramp, float share);

}  // namespace terrain
