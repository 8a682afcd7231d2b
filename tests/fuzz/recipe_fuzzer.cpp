// Recipes: any text is refused by a UserError, or read; and what was read, written out, reads back as the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "core/errors.h"
#include "recipe/recipe.h"

namespace {

[[noreturn]] void fail(const char* what, const std::string& detail) {
    std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
    std::abort();
}

}  // namespace

// A first line of "path=value" before a NUL is an override.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace terrain;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<Override> overrides;
    const std::size_t nul = text.find('\0');
    if (nul != std::string_view::npos && text.substr(0, nul).find('=') != std::string_view::npos) {
        const std::size_t equals = text.find('=');
        overrides.push_back({std::string(text.substr(0, equals)),
                             std::string(text.substr(equals + 1, nul - equals - 1)),
                             "--set " + std::string(text.substr(0, nul))});
        text.remove_prefix(nul + 1);
    }
    Recipe recipe;
    try {
        recipe = parse_recipe(text, "a.json", overrides);
    } catch (const UserError& error) {
        if (*error.what() == '\0') fail("an error without a message", std::string(text));
        return 0;
    }
    const std::string written = to_json(recipe);
    try {
        const std::string again = to_json(parse_recipe(written, "b.json"));
        if (again != written) fail("read back, the recipe is another", written + again);
    } catch (const UserError& error) {
        fail("the recipe written out is refused", error.what() + ("\n" + written));
    }
    return 0;
}
