#include "noise/height_curve.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/errors.h"

using namespace terrain;

TEST_CASE("no points are the identity, two ends are a line") {
    const HeightCurve none({}), line({{0.0, 0.0}, {1.0, 1.0}});
    REQUIRE(none.is_identity());
    for (const double x : {-0.5, 0.0, 0.3, 1.0, 1.2}) {
        REQUIRE(none(x) == x);
        REQUIRE(line(x) == Approx(x).margin(1e-12));
    }
}

TEST_CASE("the curve meets its points, is smooth and turns only where they do") {
    const std::vector<glm::dvec2> points{{0.0, 0.1}, {0.2, 0.12}, {0.3, 0.8}, {0.6, 0.8}, {0.9, 0.2}, {1.0, 1.0}};
    const HeightCurve curve(points);
    for (const glm::dvec2 p : points) REQUIRE(curve(p.x) == Approx(p.y).margin(1e-12));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const double way = points[i + 1].y - points[i].y;
        double before = points[i].y;
        for (int k = 1; k <= 100; ++k) {
            const double x = points[i].x + (points[i + 1].x - points[i].x) * k / 100.0;
            const double value = curve(x);
            REQUIRE((value - before) * (way == 0.0 ? 1.0 : way) >= -1e-12);
            REQUIRE(std::fabs(value - before) <= std::fabs(way));
            before = value;
        }
    }
    for (const glm::dvec2 p : points) {
        const double h = 1e-7;
        if (p.x == 0.0 || p.x == 1.0) continue;
        REQUIRE((curve(p.x + h) - curve(p.x)) / h == Approx((curve(p.x) - curve(p.x - h)) / h).margin(1e-3));
    }
}

TEST_CASE("outside its points the curve is level, outside [0, 1] it goes on straight") {
    const HeightCurve inner({{0.3, 0.2}, {0.6, 0.9}});
    REQUIRE(inner(0.1) == Approx(0.2));
    REQUIRE(inner(-0.1) == Approx(0.2));
    REQUIRE(inner(0.95) == Approx(0.9));
    const HeightCurve whole({{0.0, 0.0}, {0.5, 0.25}, {1.0, 1.0}});
    REQUIRE(whole(1.1) == Approx(1.0 + 0.1 * 1.5));
    REQUIRE(whole(-0.1) == Approx(-0.1 * 0.5));
    const HeightCurve single({{0.5, 0.4}});
    REQUIRE(single(0.0) == Approx(0.4));
    REQUIRE(single(1.0) == Approx(0.4));
}

TEST_CASE("points that do not ascend or leave [0, 1] are refused") {
    REQUIRE_THROWS_AS(HeightCurve({{0.5, 0.0}, {0.4, 1.0}}), UserError);
    REQUIRE_THROWS_AS(HeightCurve({{0.5, 0.0}, {0.5, 1.0}}), UserError);
    REQUIRE_THROWS_AS(HeightCurve({{-0.1, 0.0}, {1.0, 1.0}}), UserError);
    REQUIRE_THROWS_AS(HeightCurve({{0.0, std::nan("")}}), UserError);
}
