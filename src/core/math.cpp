#include "core/math.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace terrain::math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLog2E = 0x1.71547652b82fep+0;
// ln 2 and pi / 2 in pieces: the first ones are short, so that their products with small whole numbers are exact.
constexpr double kLn2A = 0x1.62e42fee00000p-1, kLn2B = 0x1.a39ef35793c76p-33;
constexpr double kHalfPiA = 0x1.921fb54400000p+0, kHalfPiB = 0x1.0b4611a600000p-34, kHalfPiC = 0x1.3198a2e000000p-69,
                 kHalfPiD = 0x1.b839a252049c1p-104;
constexpr double kHalfPi = 0x1.921fb54442d18p+0, kHalfPiLow = 0x1.1a62633145c07p-54;

/// An unevaluated sum of two doubles, |lo| at most half an ulp of hi (Dekker 1971).
struct Pair {
    double hi, lo;
};

Pair fast_sum(double a, double b) {  // |a| >= |b|
    const double s = a + b;
    return {s, b - (s - a)};
}

Pair exact_sum(double a, double b) {
    const double s = a + b;
    const double t = s - a;
    return {s, (a - (s - t)) + (b - t)};
}

Pair add(Pair a, Pair b) {
    const Pair s = exact_sum(a.hi, b.hi);
    return fast_sum(s.hi, s.lo + (a.lo + b.lo));
}

Pair multiply(Pair a, Pair b) {
    const ExactProduct p = exact_product(a.hi, b.hi);
    return fast_sum(p.value, p.error + (a.hi * b.lo + a.lo * b.hi));
}

/// Horner's scheme, the constant term first.
template <std::size_t N>
double polynomial(const std::array<double, N>& c, double x) {
    double sum = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + c[i];
    return sum;
}

double power_of_two(int k) { return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52); }

/// exp(x.hi + x.lo).
double exp_of(Pair x) {
    if (x.hi > 709.8) return kInfinity;
    if (x.hi < -745.2) return 0.0;
    static constexpr auto kTerms = [] {  // (e^r - 1 - r) / r^2
        std::array<double, 13> c{};
        double factorial = 2.0;
        for (std::size_t i = 0; i < c.size(); ++i) {
            c[i] = 1.0 / factorial;
            factorial *= static_cast<double>(i + 3);
        }
        return c;
    }();
    const double k = std::floor(x.hi * kLog2E + 0.5);
    const double a = x.hi - k * kLn2A;
    const double b = k * kLn2B;
    const double rough = a - b;
    const Pair r = exact_sum(rough, ((a - rough) - b) + x.lo);
    const double value = 1.0 + (r.hi + (r.lo + r.hi * r.hi * polynomial(kTerms, r.hi)));
    const int half = static_cast<int>(k) / 2;
    return value * power_of_two(half) * power_of_two(static_cast<int>(k) - half);
}

struct Binary {
    double mantissa;  // in [sqrt(1/2), sqrt(2))
    double exponent;
};

Binary split_exponent(double x) {  // x positive and finite
    double bias = 1023.0;
    if (x < std::numeric_limits<double>::min()) {
        x *= 0x1p54;
        bias += 54.0;
    }
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const double mantissa = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
    const double exponent = static_cast<double>(bits >> 52) - bias;
    return mantissa < 1.4142135623730951 ? Binary{mantissa, exponent} : Binary{mantissa * 0.5, exponent + 1.0};
}

// log m = 2 atanh(s) with s = (m - 1) / (m + 1): 2 s + s^3 (2/3 + 2/5 s^2 + ...).
template <std::size_t N>
constexpr std::array<double, N> atanh_terms(int first) {
    std::array<double, N> c{};
    for (std::size_t i = 0; i < N; ++i) c[i] = 2.0 / static_cast<double>(first + 2 * static_cast<int>(i));
    return c;
}

/// log x to about 64 bits.
Pair log_pair(double x) {
    const Binary b = split_exponent(x);
    const double f = b.mantissa - 1.0;
    const Pair d = exact_sum(b.mantissa, 1.0);
    const double q = f / d.hi;
    const ExactProduct back = exact_product(q, d.hi);
    const Pair s = fast_sum(q, (((f - back.value) - back.error) - q * d.lo) / d.hi);
    const Pair z = multiply(s, s);
    static constexpr auto kTerms = atanh_terms<10>(5);
    const Pair two_thirds{0x1.5555555555555p-1, 0x1.5555555555555p-55};
    const Pair factor = add(two_thirds, {z.hi * polynomial(kTerms, z.hi), 0.0});
    const Pair mantissa = add({2.0 * s.hi, 2.0 * s.lo}, multiply(multiply(z, s), factor));
    const Pair power = exact_sum(b.exponent * kLn2A, b.exponent * kLn2B);
    return add(power, mantissa);
}

double sine_near_zero(Pair r) {  // |r| <= pi / 4
    static constexpr std::array<double, 8> kTerms{-1.0 / 6,
                                                  1.0 / 120,
                                                  -1.0 / 5040,
                                                  1.0 / 362880,
                                                  -1.0 / 39916800.0,
                                                  1.0 / 6227020800.0,
                                                  -1.0 / 1307674368000.0,
                                                  1.0 / 355687428096000.0};
    const double z = r.hi * r.hi;
    return r.hi + (r.lo * (1.0 - 0.5 * z) + r.hi * z * polynomial(kTerms, z));
}

double cosine_near_zero(Pair r) {
    static constexpr std::array<double, 7> kTerms{
        1.0 / 24,          -1.0 / 720,           1.0 / 40320,           -1.0 / 3628800.0,
        1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};
    const double z = r.hi * r.hi;
    const double half = 0.5 * z;
    const double w = 1.0 - half;
    return w + (((1.0 - w) - half) + (z * z * polynomial(kTerms, z) - r.hi * r.lo));
}

/// x as quadrant * pi / 2 + rest (Cody & Waite 1980, with the rest as a pair).
std::pair<unsigned, Pair> reduce(double x) {
    const double k = std::floor(x * (1.0 / kHalfPi) + 0.5);
    const Pair a = exact_sum(x - k * kHalfPiA, -(k * kHalfPiB));
    const Pair b = exact_sum(a.hi, -(k * kHalfPiC));
    const Pair rest = fast_sum(b.hi, b.lo + (a.lo - k * kHalfPiD));
    return {static_cast<unsigned>(k - 4.0 * std::floor(k * 0.25)), rest};
}

double sine_of_quadrant(unsigned quadrant, Pair rest) {
    const double value = (quadrant & 1U) != 0 ? cosine_near_zero(rest) : sine_near_zero(rest);
    return (quadrant & 2U) != 0 ? -value : value;
}

/// atan(y / x) for 0 <= y <= x, x > 0, as a pair: the nearest table angle i / 8, and a series for what is left.
Pair atan_octant(double y, double x) {
    static constexpr std::array<Pair, 9> kAngles{{{0.0, 0.0},
                                                  {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                                  {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                                  {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                                  {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                                  {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                                  {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                                  {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                                  {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}}};
    static constexpr std::array<double, 7> kTerms{-1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13, -1.0 / 15};
    const double i = std::floor(y / x * 8.0 + 0.5);
    const double c = i * 0.125;
    const double t = i == 0.0 ? y / x : (y - c * x) / (x + c * y);
    const double z = t * t;
    const Pair angle = kAngles[static_cast<std::size_t>(i)];
    const Pair sum = exact_sum(angle.hi, t);
    return {sum.hi, sum.lo + (angle.lo + t * z * polynomial(kTerms, z))};
}

}  // namespace

ExactProduct exact_product(double a, double b) {
    constexpr double kSplit = 134217729.0;  // 2^27 + 1
    const double p = a * b;
    const double ca = kSplit * a, cb = kSplit * b;
    const double ah = ca - (ca - a), bh = cb - (cb - b);
    const double al = a - ah, bl = b - bh;
    return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

double sin(double x) {
    if (!std::isfinite(x)) return kNaN;
    if (x == 0.0) return x;
    const auto [quadrant, rest] = reduce(x);
    return sine_of_quadrant(quadrant, rest);
}

double cos(double x) {
    if (!std::isfinite(x)) return kNaN;
    const auto [quadrant, rest] = reduce(x);
    return sine_of_quadrant(quadrant + 1U, rest);
}

double atan2(double y, double x) {
    if (std::isnan(x) || std::isnan(y)) return kNaN;
    double ax = std::fabs(x), ay = std::fabs(y);
    if (std::isinf(ax) || std::isinf(ay)) {  // the directions of the axes and diagonals
        ax = std::isinf(ax) ? 1.0 : 0.0;
        ay = std::isinf(ay) ? 1.0 : 0.0;
    }
    const double largest = ax > ay ? ax : ay;
    if (largest > 0x1p1000) ax *= 0x1p-60, ay *= 0x1p-60;
    if (largest < 0x1p-900) ax *= 0x1p120, ay *= 0x1p120;
    Pair angle{0.0, 0.0};
    if (largest > 0.0) {
        const bool steep = ay > ax;
        angle = steep ? atan_octant(ax, ay) : atan_octant(ay, ax);
        if (steep) angle = add({kHalfPi, kHalfPiLow}, {-angle.hi, -angle.lo});
    }
    if (std::signbit(x)) angle = add({2.0 * kHalfPi, 2.0 * kHalfPiLow}, {-angle.hi, -angle.lo});
    return std::copysign(angle.hi + angle.lo, y);
}

double exp(double x) { return std::isnan(x) ? x : exp_of({x, 0.0}); }

double log(double x) {
    if (std::isnan(x) || x == kInfinity) return x;
    if (x <= 0.0) return x == 0.0 ? -kInfinity : kNaN;
    const Binary b = split_exponent(x);
    const double f = b.mantissa - 1.0;
    const double s = f / (2.0 + f);
    const double half_square = 0.5 * f * f;
    static constexpr auto kTerms = atanh_terms<10>(3);
    const double z = s * s;
    // 2 s = f - f^2 / 2 + s f^2 / 2, so that the error of the division weighs little.
    const double tail = s * (half_square + z * polynomial(kTerms, z)) + b.exponent * kLn2B;
    return b.exponent * kLn2A - ((half_square - tail) - f);
}

double pow(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (std::isnan(x) || std::isnan(y)) return kNaN;
    const double ax = std::fabs(x);
    const bool whole = std::floor(y) == y;
    const bool odd = whole && std::fabs(y) < 0x1p53 && std::floor(y * 0.5) != y * 0.5;
    const double sign = std::signbit(x) && odd ? -1.0 : 1.0;
    if (std::isinf(y)) return ax == 1.0 ? 1.0 : ((ax > 1.0) == (y > 0.0) ? kInfinity : 0.0);
    if (ax == 0.0 || std::isinf(ax)) return sign * ((ax == 0.0) == (y > 0.0) ? 0.0 : kInfinity);
    if (x < 0.0 && !whole) return kNaN;
    const Pair logarithm = log_pair(ax);
    const double rough = logarithm.hi * y;
    if (rough > 710.0) return sign * kInfinity;
    if (rough < -746.0) return sign * 0.0;
    const ExactProduct product = exact_product(logarithm.hi, y);
    return sign * exp_of(fast_sum(product.value, product.error + logarithm.lo * y));
}

}  // namespace terrain::math
