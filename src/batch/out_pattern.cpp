#include "batch/out_pattern.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.h"
#include "export/utf8_path.h"
#include "recipe/text.h"

namespace terrain {
namespace {

std::string replaced(std::string text, std::string_view what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

}  // namespace

OutPattern::OutPattern(std::string pattern) : pattern_(std::move(pattern)) {
    for (std::size_t open = pattern_.find('{'); open != std::string::npos; open = pattern_.find('{', open + 1)) {
        const std::size_t close = pattern_.find('}', open);
        if (close == std::string::npos) return;
        const std::string word = pattern_.substr(open + 1, close - open - 1);
        const bool letters = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        });
        if (letters && word != "name" && word != "seed") {
            throw UserError(fmt::format("--out {}: {{{}}} stands for nothing; allowed: {{name}} and {{seed}}",
                                        printable(pattern_), word));
        }
    }
}

bool OutPattern::varies() const {
    return pattern_.find("{name}") != std::string::npos || pattern_.find("{seed}") != std::string::npos;
}

OutPattern OutPattern::with_folders() const { return OutPattern(utf8_text(utf8_path(pattern_) / "{name}-{seed}")); }

std::filesystem::path OutPattern::folder(const std::string& name, std::uint64_t seed) const {
    // The seed first: a name may hold braces.
    return utf8_path(replaced(replaced(pattern_, "{seed}", std::to_string(seed)), "{name}", name));
}

std::filesystem::path OutPattern::root() const {
    const std::size_t first = std::min(pattern_.find("{name}"), pattern_.find("{seed}"));
    if (first == std::string::npos) return utf8_path(pattern_);
    const std::size_t slash = pattern_.rfind('/', first);
    return slash == std::string::npos ? std::filesystem::path()
                                      : utf8_path(pattern_.substr(0, std::max<std::size_t>(slash, 1)));
}

}  // namespace terrain
