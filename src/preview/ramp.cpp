#include "preview/ramp.h"

#include <array>
#include <charconv>
#include <utility>

#include "planet/scalar.h"
#include "preview/parameters.h"

namespace terrain {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNamed{{
    {"earth", "0:#55682f,0.18:#6f7541,0.42:#8a7a55,0.68:#857668,1:#a39b94"},
    {"desert", "0:#7a4a2c,0.25:#a5673c,0.55:#c48a58,0.8:#d8ab7c,1:#ecd3b0"},
    {"moon", "0:#4a4a4d,0.3:#6a6a6c,0.6:#8e8d8c,1:#c9c7c3"},
    {"ice", "0:#8fb4c8,0.3:#b9d3df,0.7:#dfeaf0,1:#ffffff"},
}};

constexpr std::size_t kMostStops = 32;

}  // namespace

bool is_named_ramp(std::string_view name) {
    for (const auto& [known, stops] : kNamed) {
        if (known == name) return true;
    }
    return false;
}

std::optional<Ramp> parse_ramp(std::string_view text) {
    Ramp ramp;
    while (!text.empty()) {
        std::string_view item = text.substr(0, text.find(','));
        text.remove_prefix(item.size() < text.size() ? item.size() + 1 : text.size());
        RampStop stop;
        const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), stop.share);
        if (error != std::errc{} || !(stop.share >= 0.0F && stop.share <= 1.0F)) return std::nullopt;
        item.remove_prefix(static_cast<std::size_t>(end - item.data()));
        if (!item.starts_with(':') || color_problem(item.substr(1))) return std::nullopt;
        if (!ramp.empty() && stop.share <= ramp.back().share) return std::nullopt;
        stop.colour = linear_color(item.substr(1));
        ramp.push_back(stop);
    }
    if (ramp.size() < 2 || ramp.size() > kMostStops) return std::nullopt;
    return ramp;
}

Ramp ramp_of(std::string_view text) {
    for (const auto& [name, stops] : kNamed) {
        if (name == text) text = stops;
    }
    return parse_ramp(text).value_or(Ramp{{0.0F, glm::vec3(0.2F)}, {1.0F, glm::vec3(0.8F)}});
}

glm::vec3 ramp_colour(const Ramp& ramp, float share) {
    if (!(share > ramp.front().share)) return ramp.front().colour;
    for (std::size_t k = 1; k < ramp.size(); ++k) {
        if (share <= ramp[k].share) {
            const RampStop& a = ramp[k - 1];
            return planet::mix(a.colour, ramp[k].colour, (share - a.share) / (ramp[k].share - a.share));
        }
    }
    return ramp.back().colour;
}

}  // namespace terrain
