// Text in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace terrain {

/// Text of the user's as it may go into a message: control characters escaped, at most `limit` bytes and then "...".
std::string printable(std::string_view text, std::size_t limit = 60);

/// Whether the text is well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::string_view text);

/// A finite number in the fewest digits that read back the same, without ".0" for whole numbers.
std::string number_text(double value);

/// "a, b, c".
std::string joined(std::span<const std::string_view> words, std::string_view separator = ", ");
std::string joined(std::span<const std::string> words, std::string_view separator = ", ");

/// The word nearest to `wrong` by edit distance without regard to case, or empty if none is near.
std::string_view nearest(std::string_view wrong, std::span<const std::string_view> words);

}  // namespace terrain
