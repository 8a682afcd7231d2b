#include "maps/slope_statistics.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "maps/slope_maps.h"
#include "maps/surfaces.h"

using namespace terrain;

namespace {

SlopeStatistics of(const Grid<float>& height, double cell = 10.0) {
    ThreadPool pool(2);
    return slope_statistics(height, Grid<std::uint8_t>(height.shape(), 1), cell, pool);
}

}  // namespace

TEST_CASE("slope statistics: a plane is one bar of the histogram") {
    for (const double degrees : {0.0, 0.5, 7.5, 44.5, 45.5, 88.5, 89.5}) {
        const double tangent = std::tan(degrees / 180 * 3.14159265358979);
        const SlopeStatistics s = of(surfaces::plane({6, 5}, 10 * tangent, 0.0));
        CHECK(s.cells == 30);
        CHECK(s.by_degree[static_cast<std::size_t>(degrees)] == 30);
        CHECK(s.mean_percent == Approx(100 * tangent).epsilon(1e-4));
    }
    CHECK(of(surfaces::plane({6, 5}, 1e9, 0.0)).by_degree[89] == 30);
}

TEST_CASE("slope statistics: counts are those of the slope maps") {
    const Grid<float> ground = surfaces::rough({61, 47}, 9.0);
    ThreadPool pool(2);
    const Grid<float> degrees = slope_degrees(ground, 30.0, pool);
    const Grid<SlopeClass> classes = slope_classes(ground, 30.0, pool);
    SlopeStatistics expected;
    for (std::size_t i = 0; i < ground.size(); ++i) {
        ++expected.by_degree[static_cast<std::size_t>(degrees[i])];
        ++expected.by_class[static_cast<std::size_t>(classes[i]) - 1];
    }
    const SlopeStatistics s = of(ground, 30.0);
    CHECK(s.by_degree == expected.by_degree);
    CHECK(s.by_class == expected.by_class);
    CHECK(std::accumulate(s.by_class.begin(), s.by_class.end(), std::uint64_t{0}) == s.cells);
    ThreadPool one(1);
    const Grid<std::uint8_t> all(ground.shape(), 1);
    CHECK(slope_statistics(ground, all, 30.0, one).mean_percent == s.mean_percent);
}

TEST_CASE("slope statistics: any size, and only masked cells") {
    ThreadPool pool(1);
    for (const Shape shape : surfaces::kShapes) {
        CHECK(of(Grid<float>(shape, 3.0F)).by_class[0] == shape.cells());
        const SlopeStatistics none = slope_statistics(Grid<float>(shape), Grid<std::uint8_t>(shape), 10.0, pool);
        CHECK(none.cells == 0);
        CHECK(none.mean_percent == 0.0);
    }
}
