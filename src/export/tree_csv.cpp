#include "export/tree_csv.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "core/errors.h"

namespace terrain {

namespace {

void append_number(std::string& out, float value) {
    std::array<char, 64> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<double>(value),
                                            std::chars_format::fixed, 3);
    std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
    if (text == "-0.000") {
        text.remove_prefix(1);
    }
    out += text;
}

}  // namespace

Bytes encode_tree_csv(const std::vector<Tree>& trees) {
    std::string out = "x_m,y_m,ground_m,size\n";
    for (std::size_t i = 0; i < trees.size(); ++i) {
        const std::array<float, 4> values{trees[i].x_m, trees[i].y_m, trees[i].ground_m, trees[i].size};
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (!std::isfinite(values[k])) {
                throw RunError("tree " + std::to_string(i) + " has a value that is not finite: nothing was written");
            }
            append_number(out, values[k]);
            out += k + 1 < values.size() ? ',' : '\n';
        }
    }
    return Bytes(out.begin(), out.end());
}

}  // namespace terrain
