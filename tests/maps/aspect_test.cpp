#include "maps/aspect.h"

#include <catch2/catch.hpp>

#include "maps/surfaces.h"

using namespace terrain;

namespace {

/// The aspect of a plane that falls by `east` and `south` metres a cell; it must be one everywhere.
float aspect_falling(double east, double south, Shape shape = {4, 3}) {
    ThreadPool pool(2);
    const Grid<float> aspect = aspect_degrees(surfaces::plane(shape, -east, -south), 10.0, pool);
    for (const float a : aspect) CHECK(a == aspect[0]);
    return aspect[0];
}

}  // namespace

TEST_CASE("aspect: the compass point that the slope faces") {
    CHECK(aspect_falling(0, -1) == 0.0F);
    CHECK(aspect_falling(1, -1) == Approx(45.0));
    CHECK(aspect_falling(1, 0) == Approx(90.0));
    CHECK(aspect_falling(1, 1) == Approx(135.0));
    CHECK(aspect_falling(0, 1) == Approx(180.0));
    CHECK(aspect_falling(-1, 1) == Approx(225.0));
    CHECK(aspect_falling(-1, 0) == Approx(270.0));
    CHECK(aspect_falling(-1, -1) == Approx(315.0));
    CHECK(aspect_falling(0, 5, {1, 6}) == Approx(180.0));
    CHECK(aspect_falling(-5, 0, {6, 1}) == Approx(270.0));
}

TEST_CASE("aspect: level ground has the value of none") {
    ThreadPool pool(1);
    for (const Shape shape : surfaces::kShapes) {
        for (const float a : aspect_degrees(Grid<float>(shape, 4.0F), 10.0, pool)) CHECK(a == kFlatAspect);
    }
}

TEST_CASE("aspect: below 360 and turned half round when the ground is turned upside down") {
    ThreadPool pool(2);
    const Grid<float> ground = surfaces::rough({41, 37});
    const Grid<float> up = aspect_degrees(ground, 10.0, pool);
    const Grid<float> down = aspect_degrees(surfaces::upside_down(ground), 10.0, pool);
    for (std::size_t i = 0; i < up.size(); ++i) {
        CHECK(up[i] >= 0.0F);
        CHECK(up[i] < 360.0F);
        CHECK(std::fabs(up[i] - down[i]) == Approx(180.0));
    }
    // A hair west of north rounds to 360 and must read as north.
    CHECK(aspect_falling(-1e-9, -100.0, {2, 2}) == 0.0F);
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return aspect_degrees(ground, 10.0, p); }));
}
