#include "core/math.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/hash.h"

using namespace terrain;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// |value - truth| in units of the last place of a double near truth.
double ulps(double value, long double truth) {
    const double near = static_cast<double>(truth);
    const long double ulp = std::nextafter(std::fabs(near), kInf) - std::fabs(near);
    return static_cast<double>(std::fabs(static_cast<long double>(value) - truth) / ulp);
}

/// The worst error of `f` against `truth` over `count` draws from [low, high].
template <class F, class T>
double worst(F f, T truth, double low, double high, int count = 200000) {
    const RandomStream stream(7, "math test");
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        const double x = low + (high - low) * unit_double(stream(static_cast<std::uint64_t>(i)));
        most = std::max(most, ulps(f(x), truth(static_cast<long double>(x))));
    }
    return most;
}

}  // namespace

TEST_CASE("sin and cos are right to 1.5 units in the last place") {
    const auto s = [](long double x) { return std::sin(x); };
    const auto c = [](long double x) { return std::cos(x); };
    for (const double reach : {1e-6, 0.8, 7.0, 1000.0, 1e6}) {
        INFO(reach);
        REQUIRE(worst(math::sin, s, -reach, reach) < 1.5);
        REQUIRE(worst(math::cos, c, -reach, reach) < 1.5);
    }
    for (int k = 1; k < 1000; ++k) {  // next to the zeros, where the range reduction shows
        const double x = k * 1.5707963267948966;
        REQUIRE(ulps(math::sin(x), std::sin(static_cast<long double>(x))) < 1.5);
        REQUIRE(ulps(math::cos(x), std::cos(static_cast<long double>(x))) < 1.5);
    }
    REQUIRE(math::sin(0.0) == 0.0);
    REQUIRE(math::cos(0.0) == 1.0);
    REQUIRE(std::isnan(math::sin(kInf)));
}

TEST_CASE("exp and log are right to one unit in the last place") {
    const auto e = [](long double x) { return std::exp(x); };
    const auto l = [](long double x) { return std::log(x); };
    for (const double reach : {1e-9, 0.5, 10.0, 700.0}) REQUIRE(worst(math::exp, e, -reach, reach) < 1.0);
    REQUIRE(worst(math::log, l, 0.5, 2.0) < 1.0);
    REQUIRE(worst(math::log, l, 0.999, 1.001) < 1.0);
    REQUIRE(worst(math::log, l, 1e-300, 1e-290) < 1.0);
    REQUIRE(worst(math::log, l, 0.0, 1e300) < 1.0);
    REQUIRE(ulps(math::log(0x1p-1070), std::log(0x1p-1070L)) < 1.0);
    REQUIRE(math::exp(0.0) == 1.0);
    REQUIRE(math::exp(-kInf) == 0.0);
    REQUIRE(math::exp(1000.0) == kInf);
    REQUIRE(math::exp(-745.0) == 0x1p-1074);
    REQUIRE(math::log(1.0) == 0.0);
    REQUIRE(math::log(0.0) == -kInf);
    REQUIRE(std::isnan(math::log(-1.0)));
}

TEST_CASE("pow is right to one unit in the last place over its whole range") {
    const RandomStream stream(11, "math test");
    double most = 0.0;
    for (std::uint64_t i = 0; i < 300000; ++i) {
        const double x = std::exp(60.0 * (unit_double(stream(i, 0)) - 0.5));
        const double y = 40.0 * (unit_double(stream(i, 1)) - 0.5);
        const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
        if (truth > 1e300L || truth < 1e-300L) continue;
        most = std::max(most, ulps(math::pow(x, y), truth));
    }
    REQUIRE(most < 1.0);
    REQUIRE(math::pow(2.0, 10.0) == 1024.0);
    REQUIRE(math::pow(-2.0, 3.0) == -8.0);
    REQUIRE(math::pow(-2.0, 4.0) == 16.0);
    REQUIRE(std::isnan(math::pow(-2.0, 0.5)));
    REQUIRE(math::pow(0.0, 2.0) == 0.0);
    REQUIRE(math::pow(0.0, -2.0) == kInf);
    REQUIRE(math::pow(10.0, 400.0) == kInf);
    REQUIRE(math::pow(10.0, -400.0) == 0.0);
    REQUIRE(math::pow(5.0, 0.0) == 1.0);
}

TEST_CASE("atan2 is right to 1.5 units in the last place all the way round") {
    const RandomStream stream(13, "math test");
    double most = 0.0;
    for (std::uint64_t i = 0; i < 300000; ++i) {
        const double size = std::exp(40.0 * (unit_double(stream(i, 0)) - 0.5));
        const double x = 2.0 * unit_double(stream(i, 1)) - 1.0;
        const double y = size * (2.0 * unit_double(stream(i, 2)) - 1.0);
        most = std::max(most,
                        ulps(math::atan2(y, x), std::atan2(static_cast<long double>(y), static_cast<long double>(x))));
    }
    REQUIRE(most < 1.5);
    for (const double y : {-kInf, -1.0, -0.0, 0.0, 1.0, 1e308, 1e-320, kInf}) {
        for (const double x : {-kInf, -1.0, -0.0, 0.0, 1.0, 1e308, 1e-320, kInf}) {
            INFO(y << " " << x);
            const double truth = std::atan2(y, x);
            REQUIRE(std::fabs(math::atan2(y, x) - truth) <= 1e-15 * std::fabs(truth) + 1e-320);
            REQUIRE(std::signbit(math::atan2(y, x)) == std::signbit(truth));
        }
    }
}

TEST_CASE("exact_product loses nothing") {
    const double a = 1.0 + 0x1p-40, b = 1.0 + 0x1p-45;
    const math::ExactProduct p = math::exact_product(a, b);
    REQUIRE(p.value == 1.0 + 0x1p-40 + 0x1p-45);
    REQUIRE(p.error == 0x1p-85);
    REQUIRE(math::exact_product(3.0, 0.0).error == 0.0);
}
