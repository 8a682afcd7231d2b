#include "maps/wetness_index.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "core/errors.h"
#include "maps/surfaces.h"

using namespace terrain;

TEST_CASE("wetness index: ln(a / tan beta)") {
    ThreadPool pool(2);
    const Grid<float> ground = surfaces::plane({5, 4}, -2.0, 0.0);  // 20 % at 10 m
    Grid<std::uint32_t> area(ground.shape(), 1);
    area(3, 2) = 500;
    const Grid<float> index = wetness_index(area, ground, 10.0, 0.001, pool);
    CHECK(index(0, 0) == Approx(std::log(10.0 / 0.2)));
    CHECK(index(3, 2) == Approx(std::log(500 * 10.0 / 0.2)));
    area(4, 3) = 0;
    CHECK(wetness_index(area, ground, 10.0, 0.001, pool)(4, 3) == 0.0F);
}

TEST_CASE("wetness index: level ground is bounded and wetter than any slope") {
    ThreadPool pool(1);
    for (const Shape shape : surfaces::kShapes) {
        for (const float v : wetness_index(Grid<std::uint32_t>(shape, 7), Grid<float>(shape), 10.0, 0.01, pool)) {
            CHECK(v == Approx(std::log(7000.0)));
        }
    }
}

TEST_CASE("wetness index: parts of cells count, less than one as one") {
    ThreadPool pool(1);
    const Grid<float> ground = surfaces::plane({3, 3}, 1.0, 1.0);
    const auto index = [&](double area) {
        return wetness_index(Grid<double>(ground.shape(), area), ground, 1.0, 0.01, pool)[4];
    };
    CHECK(index(2.5) == Approx(std::log(2.5 / std::sqrt(2.0))));
    CHECK(index(0.999999) == index(1.0));
    CHECK(index(0.0) == 0.0F);
    CHECK(index(3.0) == wetness_index(Grid<std::uint32_t>(ground.shape(), 3), ground, 1.0, 0.01, pool)[4]);
}

TEST_CASE("wetness index: bad input is refused, threads change nothing") {
    ThreadPool pool(1);
    const Grid<float> ground = surfaces::rough({40, 50});
    const Grid<std::uint32_t> area(ground.shape(), 3);
    CHECK_THROWS_AS(wetness_index(area, ground, 10.0, 0.0, pool), UserError);
    CHECK_THROWS_AS(wetness_index(area, ground, 10.0, std::nan(""), pool), UserError);
    CHECK_THROWS_AS(wetness_index(Grid<double>({50, 40}), ground, 10.0, 0.1, pool), std::invalid_argument);
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return wetness_index(area, ground, 10.0, 0.01, p); }));
}
