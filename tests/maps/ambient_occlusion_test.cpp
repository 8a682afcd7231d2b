#include "maps/ambient_occlusion.h"

#include <catch2/catch.hpp>

#include "core/errors.h"
#include "maps/surfaces.h"

using namespace terrain;

namespace {

Grid<float> openness(const Grid<float>& ground, AmbientOcclusionParameters parameters = {}, double cell = 1.0) {
    ThreadPool pool(2);
    return ambient_occlusion(ground, cell, parameters, pool);
}

}  // namespace

TEST_CASE("ambient occlusion: level ground is wholly open at every size") {
    for (const Shape shape : surfaces::kShapes) {
        for (const int directions : {8, 16}) {
            for (const float v : openness(Grid<float>(shape, 5.0F), {3, directions})) CHECK(v == 1.0F);
        }
    }
}

TEST_CASE("ambient occlusion: summits are open, pits closed to the angle of their walls") {
    const auto cone = [](double slope) {
        return surfaces::make(
            {41, 41}, [&](double x, double y) { return slope * std::sqrt((x - 20) * (x - 20) + (y - 20) * (y - 20)); });
    };
    for (const int directions : {8, 16}) {
        CHECK(openness(cone(-2.0), {10, directions})(20, 20) == 1.0F);
        for (const double slope : {0.25, 1.0, 4.0}) {
            const double sine = slope / std::sqrt(1 + slope * slope);
            CHECK(openness(cone(slope), {10, directions})(20, 20) == Approx(1 - sine));
            CHECK(openness(cone(slope), {10, directions}, slope)(20, 20) == Approx(1 - std::sqrt(0.5)));
        }
    }
}

TEST_CASE("ambient occlusion: a wall hides the quadrant behind it, up to the radius") {
    Grid<float> wall({21, 21});
    for (std::int32_t y = 0; y < 21; ++y) wall(15, y) = 1e6F;
    // 5 cells away to the east, 7.1 along the diagonals.
    CHECK(openness(wall, {5, 8})(10, 10) == Approx(7.0 / 8).epsilon(1e-4));
    CHECK(openness(wall, {8, 8})(10, 10) == Approx(5.0 / 8).epsilon(1e-4));
    CHECK(openness(wall, {4, 8})(10, 10) == 1.0F);
    CHECK(openness(wall, {5, 8})(9, 10) == 1.0F);
}

TEST_CASE("ambient occlusion: between 0 and 1, never more open with a longer look") {
    const Grid<float> ground = surfaces::rough({45, 38}, 30.0);
    Grid<float> last(ground.shape(), 1.0F);
    for (const std::int32_t radius : {1, 3, 8, 20, 1000000}) {
        const Grid<float> now = openness(ground, {radius, 8});
        for (std::size_t i = 0; i < now.size(); ++i) {
            CHECK(now[i] >= 0.0F);
            CHECK(now[i] <= last[i]);
        }
        last = now;
    }
}

TEST_CASE("ambient occlusion: the mirror image of the ground has the mirror image of the map") {
    const Grid<float> ground = surfaces::rough({24, 33}, 30.0);
    const Grid<float> mirrored = surfaces::make(
        ground.shape(), [&](double x, double y) { return ground(23 - static_cast<int>(x), static_cast<int>(y)); });
    const Grid<float> a = openness(ground, {7, 16});
    const Grid<float> b = openness(mirrored, {7, 16});
    for (std::int32_t y = 0; y < 33; ++y) {
        for (std::int32_t x = 0; x < 24; ++x) CHECK(a(x, y) == Approx(b(23 - x, y)).margin(1e-6));
    }
}

TEST_CASE("ambient occlusion: threads change nothing, bad parameters are refused") {
    const Grid<float> ground = surfaces::rough({61, 83});
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return ambient_occlusion(ground, 10.0, {}, p); }));
    CHECK_THROWS_AS(openness(ground, {0, 8}), UserError);
    CHECK_THROWS_WITH(openness(ground, {5, 12}), Catch::Contains("12") && Catch::Contains("8 and 16"));
}
