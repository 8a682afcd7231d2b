#include "maps/geomorphons.h"

#include <array>
#include <catch2/catch.hpp>

#include "core/errors.h"
#include "maps/surfaces.h"

using namespace terrain;

namespace {

constexpr std::int32_t kMiddle = 15;
constexpr Shape kShape{31, 31};

Grid<Landform> forms(const Grid<float>& ground, GeomorphonParameters parameters = {10, 1.0}, double cell = 10.0) {
    ThreadPool pool(2);
    return geomorphons(ground, cell, parameters, pool);
}

/// The form in the middle of the ground f(x, y), x and y in cells from the middle, east and south.
template <class F>
Landform middle(const F& f) {
    const Grid<float> ground = surfaces::make(kShape, [&](double x, double y) { return f(x - kMiddle, y - kMiddle); });
    return forms(ground)(kMiddle, kMiddle);
}

Landform opposite(Landform form) {
    switch (form) {
        case Landform::summit:
            return Landform::pit;
        case Landform::pit:
            return Landform::summit;
        case Landform::ridge:
            return Landform::valley;
        case Landform::valley:
            return Landform::ridge;
        case Landform::shoulder:
            return Landform::footslope;
        case Landform::footslope:
            return Landform::shoulder;
        case Landform::spur:
            return Landform::hollow;
        case Landform::hollow:
            return Landform::spur;
        default:
            return form;
    }
}

}  // namespace

TEST_CASE("landforms: each of the ten on the ground it is named after") {
    CHECK(middle([](double, double) { return 5.0; }) == Landform::flat);
    CHECK(middle([](double x, double y) { return -3 * std::sqrt(x * x + y * y); }) == Landform::summit);
    CHECK(middle([](double x, double y) { return 3 * std::sqrt(x * x + y * y); }) == Landform::pit);
    CHECK(middle([](double x, double) { return -3 * std::fabs(x); }) == Landform::ridge);
    CHECK(middle([](double x, double) { return 3 * std::fabs(x); }) == Landform::valley);
    CHECK(middle([](double, double y) { return -3 * y; }) == Landform::slope);
    CHECK(middle([](double, double y) { return -3 * std::max(y, 0.0); }) == Landform::shoulder);
    CHECK(middle([](double, double y) { return 3 * std::max(-y, 0.0); }) == Landform::footslope);
    CHECK(middle([](double x, double y) { return -std::fabs(x) - 3 * y; }) == Landform::spur);
    CHECK(middle([](double x, double y) { return std::fabs(x) - 3 * y; }) == Landform::hollow);
}

TEST_CASE("landforms: the table is complete, and upside down it is its own opposite") {
    for (int lower = 0; lower <= 8; ++lower) {
        for (int higher = 0; lower + higher <= 8; ++higher) {
            CHECK(landform_of(lower, higher) == opposite(landform_of(higher, lower)));
        }
    }
    CHECK(landform_of(0, 0) == Landform::flat);
    CHECK(landform_of(8, 0) == Landform::summit);
    CHECK(landform_of(4, 4) == Landform::slope);
    CHECK(landform_of(2, 4) == Landform::hollow);
    CHECK(landform_of(5, 2) == Landform::spur);
    CHECK(landform_of(1, 7) == Landform::valley);
    CHECK(landform_of(3, 0) == Landform::shoulder);
}

TEST_CASE("landforms: rough ground upside down has the opposite forms") {
    const Grid<float> ground = surfaces::rough({47, 29});
    const Grid<Landform> up = forms(ground);
    const Grid<Landform> down = forms(surfaces::upside_down(ground));
    std::array<int, 11> count{};
    for (std::size_t i = 0; i < up.size(); ++i) {
        CHECK(down[i] == opposite(up[i]));
        ++count[static_cast<std::size_t>(up[i])];
    }
    CHECK(count[0] == 0);
    CHECK(count[static_cast<std::size_t>(Landform::summit)] > 0);
    CHECK(count[static_cast<std::size_t>(Landform::pit)] > 0);
}

TEST_CASE("landforms: level ground is flat and a plane is slope, borders included, at every size") {
    for (const Shape shape : surfaces::kShapes) {
        for (const Landform form : forms(Grid<float>(shape, 2.0F))) CHECK(form == Landform::flat);
        if (shape.width < 2 || shape.height < 2) continue;
        for (const Landform form : forms(surfaces::plane(shape, 2.0, -1.0))) CHECK(form == Landform::slope);
    }
}

TEST_CASE("landforms: the flatness threshold is the angle of the lines of sight") {
    // A cone of 10 % sees the same angle twice: 2 * atan(0.1) = 11.42 degrees.
    const Grid<float> cone = surfaces::make(
        kShape, [](double x, double y) { return -std::sqrt((x - 15) * (x - 15) + (y - 15) * (y - 15)); });
    CHECK(forms(cone, {10, 11.3})(kMiddle, kMiddle) == Landform::summit);
    CHECK(forms(cone, {10, 11.5})(kMiddle, kMiddle) == Landform::flat);
    // Beyond a right angle: 2 * atan(2) = 127 degrees.
    Grid<float> needle = cone;
    for (float& h : needle) h *= 20.0F;
    CHECK(forms(needle, {10, 45.0})(kMiddle, kMiddle) == Landform::summit);
}

TEST_CASE("landforms: the search radius decides what is seen") {
    const Grid<float> far_walls = surfaces::make(
        kShape, [](double x, double y) { return std::max(std::fabs(x - 15), std::fabs(y - 15)) > 6 ? 100.0 : 0.0; });
    CHECK(forms(far_walls, {6, 1.0})(kMiddle, kMiddle) == Landform::flat);
    CHECK(forms(far_walls, {7, 1.0})(kMiddle, kMiddle) == Landform::pit);
    CHECK(forms(far_walls, {1000000000, 1.0})(kMiddle, kMiddle) == Landform::pit);
}

TEST_CASE("landforms: the same for any number of threads and any unit, bad parameters are named") {
    const Grid<float> ground = surfaces::rough({61, 83});
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return geomorphons(ground, 10.0, {}, p); }));
    Grid<float> doubled = ground;
    for (float& h : doubled) h *= 2.0F;
    CHECK(surfaces::same(forms(ground), forms(doubled, {10, 1.0}, 20.0)));
    CHECK_THROWS_AS(forms(ground, {0, 1.0}), UserError);
    CHECK_THROWS_AS(forms(ground, {10, -1.0}), UserError);
    CHECK_THROWS_AS(forms(ground, {10, 46.0}), UserError);
    CHECK_THROWS_WITH(forms(ground, {10, std::nan("")}), Catch::Contains("flatness_degrees"));
}
