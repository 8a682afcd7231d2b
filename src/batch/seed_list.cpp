#include "batch/seed_list.h"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <string_view>

#include "core/errors.h"
#include "recipe/text.h"

namespace terrain {
namespace {

template <class T>
bool read_whole(std::string_view text, T& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

[[noreturn]] void wrong_seeds(const std::string& text, const std::string& what) {
    throw UserError(fmt::format(
        "--seeds {}: {}; allowed: seeds from 0 to 18446744073709551615 and ranges, such as 1..100 or 3,7,20..29",
        printable(text), what));
}

}  // namespace

std::vector<std::uint64_t> parse_seeds(const std::string& text) {
    std::vector<std::uint64_t> seeds;
    std::set<std::uint64_t> seen;
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        const std::size_t dots = part.find("..");
        std::uint64_t first = 0, last = 0;
        if (!read_whole(part.substr(0, dots), first) ||
            !read_whole(dots == std::string_view::npos ? part : part.substr(dots + 2), last)) {
            wrong_seeds(text, fmt::format("\"{}\" is neither a seed nor a range", printable(part)));
        }
        if (first > last) wrong_seeds(text, fmt::format("the range {} runs backwards", part));
        if (last - first >= kMostPacks || seeds.size() + (last - first) >= kMostPacks) {
            wrong_seeds(text, fmt::format("more than {} seeds", kMostPacks));
        }
        for (std::uint64_t seed = first;; ++seed) {
            if (!seen.insert(seed).second) wrong_seeds(text, fmt::format("the seed {} stands there twice", seed));
            seeds.push_back(seed);
            if (seed == last) break;
        }
        if (comma == std::string_view::npos) return seeds;
        rest.remove_prefix(comma + 1);
    }
}

Shard parse_shard(const std::string& text) {
    Shard shard;
    const std::string_view all = text;
    const std::size_t slash = all.find('/');
    if (slash == std::string_view::npos || !read_whole(all.substr(0, slash), shard.index) ||
        !read_whole(all.substr(slash + 1), shard.count) || shard.index < 1 || shard.index > shard.count ||
        shard.count > kMostPacks) {
        throw UserError(
            fmt::format("--shard {}: allowed: i/n with 1 <= i <= n <= {}, such as 2/8", printable(text), kMostPacks));
    }
    return shard;
}

}  // namespace terrain
