#include "preview/parameters.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/srgb.h"
#include "preview/ramp.h"

namespace terrain {
namespace {

std::optional<int> hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return std::nullopt;
}

std::optional<std::array<double, 5>> walk_numbers(std::string_view text) {
    constexpr std::string_view kPrefix = "walk:";
    if (!text.starts_with(kPrefix)) return std::nullopt;
    text.remove_prefix(kPrefix.size());
    std::array<double, 5> numbers{};
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), numbers[k]);
        if (error != std::errc{}) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (k + 1 == numbers.size()) break;
        if (!text.starts_with(',')) return std::nullopt;
        text.remove_prefix(1);
    }
    if (!text.empty()) return std::nullopt;
    return numbers;
}

}  // namespace

std::optional<std::string> color_problem(std::string_view text) {
    const bool right = (text.size() == 4 || text.size() == 7) && text[0] == '#' &&
                       std::all_of(text.begin() + 1, text.end(), [](char c) { return hex_digit(c).has_value(); });
    if (right) return std::nullopt;
    return "a colour such as #0a2a4e or #fff";
}

glm::vec3 linear_color(std::string_view text) {
    glm::vec3 out(0.0F);
    for (int c = 0; c < 3; ++c) {
        const auto at = static_cast<std::size_t>(c);
        const bool is_short = text.size() == 4;
        const int high = hex_digit(text[is_short ? 1 + at : 1 + 2 * at]).value_or(0);
        const int low = is_short ? high : hex_digit(text[2 + 2 * at]).value_or(0);
        out[c] = static_cast<float>(srgb_to_linear((16 * high + low) / 255.0));
    }
    return out;
}

std::optional<std::string> ramp_problem(std::string_view text) {
    if (is_named_ramp(text) || parse_ramp(text)) return std::nullopt;
    return "earth, desert, moon or ice, or at least two stops share:#colour, shares rising from 0 to 1, such as "
           "0:#2a5a30,1:#ffffff";
}

std::optional<std::string> walk_problem(std::string_view text) {
    const auto n = walk_numbers(text);
    const auto within = [&](std::size_t k, double low, double high) { return (*n)[k] >= low && (*n)[k] <= high; };
    if (n && within(0, -90, 90) && within(1, -360, 360) && within(2, 1e-5, 4) && within(3, -360, 360) &&
        within(4, -89, 89)) {
        return std::nullopt;
    }
    return "walk:latitude,longitude,height,heading,pitch: -90 to 90, -360 to 360, 0.00001 to 4 radii above the ground, "
           "-360 to 360, -89 (up) to 89 (down)";
}

WalkPose walk_pose(std::string_view text) {
    const auto n = walk_numbers(text).value_or(std::array<double, 5>{});
    return {n[0], n[1], n[2], n[3], n[4]};
}

}  // namespace terrain
