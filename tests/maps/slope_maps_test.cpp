#include "maps/slope_maps.h"

#include <catch2/catch.hpp>

#include "maps/surfaces.h"

using namespace terrain;

TEST_CASE("slope: a plane has one slope up to the border") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{17, 6}}) {
        const Grid<float> ground = surfaces::plane(shape, 3.0, -4.0);  // 5 m in 10 m
        for (const float v : slope_percent(ground, 10.0, pool)) CHECK(v == 50.0F);
        for (const float v : slope_degrees(ground, 10.0, pool)) CHECK(v == Approx(26.56505));
        for (const float v : slope_degrees(ground, 5.0, pool)) CHECK(v == Approx(45.0));
    }
}

TEST_CASE("slope: level ground and single cells are level, rows slope along themselves") {
    ThreadPool pool(2);
    for (const Shape shape : surfaces::kShapes) {
        for (const float v : slope_percent(Grid<float>(shape, -3.0F), 10.0, pool)) CHECK(v == 0.0F);
        for (const float v : slope_degrees(Grid<float>(shape, -3.0F), 10.0, pool)) CHECK(v == 0.0F);
    }
    CHECK(slope_percent(surfaces::plane({5, 1}, 2.0, 9.0), 10.0, pool)(0, 0) == 20.0F);
    CHECK(slope_percent(surfaces::plane({1, 5}, 9.0, 2.0), 10.0, pool)(0, 4) == 20.0F);
    CHECK(slope_percent(Grid<float>(), 10.0, pool).empty());
}

TEST_CASE("slope: a cliff stays below 90 degrees or reaches it") {
    ThreadPool pool(1);
    for (const float v : slope_degrees(surfaces::plane({4, 4}, 1e6, 0.0), 1e-3, pool)) {
        CHECK(v > 89.9F);
        CHECK(v <= 90.0F);
    }
}

TEST_CASE("slope classes: limits of 3, 8 and 20 percent belong to the lower class") {
    CHECK(slope_class(0.0F) == SlopeClass::flat);
    CHECK(slope_class(3.0F) == SlopeClass::flat);
    CHECK(slope_class(3.001F) == SlopeClass::gentle);
    CHECK(slope_class(8.0F) == SlopeClass::gentle);
    CHECK(slope_class(8.001F) == SlopeClass::medium);
    CHECK(slope_class(20.0F) == SlopeClass::medium);
    CHECK(slope_class(20.001F) == SlopeClass::steep);
    CHECK(static_cast<int>(SlopeClass::flat) == 1);
    CHECK(static_cast<int>(SlopeClass::steep) == 4);
}

TEST_CASE("slope classes: those of the slope map, and all four occur") {
    ThreadPool pool(2);
    const Grid<float> ground = surfaces::make({61, 9}, [](double x, double) { return 0.004 * x * x * x / 60; });
    const Grid<float> percent = slope_percent(ground, 1.0, pool);
    const Grid<SlopeClass> classes = slope_classes(ground, 1.0, pool);
    int found[5] = {};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        CHECK(classes[i] == slope_class(percent[i]));
        ++found[static_cast<int>(classes[i])];
    }
    for (int c = 1; c <= 4; ++c) CHECK(found[c] > 0);
}

TEST_CASE("slope: set by metres alone, the same for any number of threads") {
    ThreadPool pool(2);
    const Grid<float> ground = surfaces::rough({61, 83});
    Grid<float> doubled = ground;
    for (float& h : doubled) h *= 2.0F;
    CHECK(surfaces::same(slope_percent(ground, 10.0, pool), slope_percent(doubled, 20.0, pool)));
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return slope_degrees(ground, 10.0, p); }));
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return slope_classes(ground, 90.0, p); }));
}
