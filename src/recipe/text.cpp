#include "recipe/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

namespace terrain {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours cost 1 each.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

template <class Words>
std::string join(const Words& words, std::string_view separator) {
    std::string out;
    for (std::size_t k = 0; k < words.size(); ++k) {
        if (k > 0) out += separator;
        out += words[k];
    }
    return out;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    std::size_t i = 0;
    for (; i < text.size() && out.size() < limit; ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c < 0x20 || c == 0x7f) {
            out += "\\x";
            out += kHex[c >> 4];
            out += kHex[c & 15];
        } else {
            out += text[i];
        }
    }
    if (i == text.size()) return out;
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80) out.pop_back();
    if (!out.empty() && (static_cast<unsigned char>(out.back()) & 0x80) != 0) out.pop_back();
    return out + "...";
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        if (lead < 0x80) continue;
        const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4 || text.size() - i < static_cast<std::size_t>(more)) return false;
        std::uint32_t code = lead & (0x3fU >> more);
        for (int k = 0; k < more; ++k) {
            const auto c = static_cast<unsigned char>(text[i++]);
            if ((c & 0xc0) != 0x80) return false;
            code = (code << 6) | (c & 0x3fU);
        }
        const bool overlong = (more == 2 && code < 0x800) || (more == 3 && code < 0x10000);
        if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    }
    return true;
}

std::string number_text(double value) {
    std::array<char, 64> buffer{};
    char* const last = buffer.data() + buffer.size();
    const bool plain = value == 0 || (std::fabs(value) >= 1e-4 && std::fabs(value) < 1e15);
    const auto end = plain ? std::to_chars(buffer.data(), last, value, std::chars_format::fixed).ptr
                           : std::to_chars(buffer.data(), last, value).ptr;
    return {buffer.data(), end};
}

std::string joined(std::span<const std::string_view> words, std::string_view separator) {
    return join(words, separator);
}
std::string joined(std::span<const std::string> words, std::string_view separator) { return join(words, separator); }

std::string_view nearest(std::string_view wrong, std::span<const std::string_view> words) {
    if (wrong.size() > 64) return {};
    std::string_view best;
    std::size_t best_distance = std::max<std::size_t>(1, std::min<std::size_t>(3, wrong.size() / 2)) + 1;
    for (const std::string_view word : words) {
        const std::size_t distance = edit_distance(wrong, word);
        if (distance < best_distance) {
            best = word;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace terrain
