// Recipes in memory and the message they are refused with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "recipe/recipe.h"

namespace terrain::test {

inline Recipe parsed(std::string_view text, const std::vector<Override>& overrides = {}) {
    return parse_recipe(text, "test.json", overrides);
}

/// The message of the UserError, or empty if the recipe is taken.
inline std::string refusal(std::string_view text, const std::vector<Override>& overrides = {}) {
    try {
        parse_recipe(text, "test.json", overrides);
    } catch (const UserError& error) {
        return error.what();
    }
    return "";
}

inline Override set(const std::string& path, const std::string& value) {
    return {path, value, "--set " + path + "=" + value};
}

}  // namespace terrain::test
