// A small bitmap font for the pictures that carry text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace terrain {

inline constexpr int kGlyphWidth = 5;
inline constexpr int kGlyphHeight = 7;
inline constexpr int kGlyphAdvance = 6;  ///< from one letter to the next

/// Rows from the top; bit 4 is the leftmost pixel.
using Glyph = std::array<std::uint8_t, kGlyphHeight>;

/// Digits, letters (small ones look like capitals) and . , : - + = % / ( ) ^ _ and space; a box for anything else.
const Glyph& glyph(char c);

/// Pixels from the first to the last letter's edge, at scale 1.
constexpr int text_width(std::string_view text) {
    return text.empty() ? 0 : static_cast<int>(text.size()) * kGlyphAdvance - (kGlyphAdvance - kGlyphWidth);
}

}  // namespace terrain
