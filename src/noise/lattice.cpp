#include "noise/lattice.h"

#include "core/math.h"

namespace terrain {

const std::array<Gradient, 256>& gradient_table() {
    static const auto table = [] {
        std::array<Gradient, 256> t{};
        constexpr double kLength = 1.4142135623730951;
        for (std::size_t i = 0; i < t.size(); ++i) {
            const double angle = (static_cast<double>(i) + 0.5) * (2.0 * math::kPi / 256.0);
            t[i] = {static_cast<float>(kLength * math::cos(angle)), static_cast<float>(kLength * math::sin(angle))};
        }
        return t;
    }();
    return table;
}

}  // namespace terrain
