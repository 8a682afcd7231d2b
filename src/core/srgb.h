// The sRGB transfer function (IEC 61966-2-1) from arithmetic alone, so that every platform agrees to the bit.
#pragma once

#include <cstdint>

namespace terrain {

/// The positive fifth root of a in (0, 1], by Newton's method from above.
constexpr double fifth_root(double a) {
    double r = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double r4 = r * r * r * r;
        const double next = (4.0 * r + a / r4) / 5.0;
        if (!(next < r)) {
            break;
        }
        r = next;
    }
    return r;
}

/// Linear light of an sRGB value, both in [0, 1]: the power 2.4 is t^2 * (t^2)^(1/5).
constexpr double srgb_to_linear(double s) {
    if (s <= 0.04045) {
        return s / 12.92;
    }
    const double t = (s + 0.055) / 1.055;
    return t * t * fifth_root(t * t);
}

/// The 8-bit sRGB code nearest to linear light in [0, 1]; clamped outside.
std::uint8_t linear_to_srgb8(float linear);

}  // namespace terrain
