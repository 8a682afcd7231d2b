// The elementary functions that results may depend on. A C library's own differ from one version to the next; these
// use only IEEE +, -, *, / and floor, and so give the same bits everywhere.
#pragma once

namespace terrain::math {

inline constexpr double kPi = 3.141592653589793;

// Errors are below 2 units in the last place (1 for exp and log). Special values follow C's Annex F.

/// Sine and cosine of x radians; x within +-1,000,000 (farther out the error grows with |x|).
[[nodiscard]] double sin(double x);
[[nodiscard]] double cos(double x);

/// Angle of the vector (x, y) from the x axis, in (-pi, pi].
[[nodiscard]] double atan2(double y, double x);

[[nodiscard]] double exp(double x);
[[nodiscard]] double log(double x);

/// x to the power of y; a negative x takes whole y only (else NaN).
[[nodiscard]] double pow(double x, double y);

/// a * b as value + error, exactly (Dekker 1971); for factors and products between 2^-900 and 2^900.
struct ExactProduct {
    double value, error;
};
[[nodiscard]] ExactProduct exact_product(double a, double b);

}  // namespace terrain::math
