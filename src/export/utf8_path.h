// Paths are UTF-8 on every side of the program; these two are the only conversions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace terrain {

inline std::filesystem::path utf8_path(std::string_view text) {
    return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

inline std::string utf8_text(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return std::string(text.begin(), text.end());
}

}  // namespace terrain
