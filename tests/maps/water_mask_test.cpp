#include "maps/water_mask.h"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "core/errors.h"
#include "maps/surfaces.h"

using namespace terrain;

namespace {

Grid<WaterCode> mask_of(const WaterMaskInput& input) {
    ThreadPool pool(2);
    return water_mask(input, pool);
}

Grid<float> coverage_of(const WaterMaskInput& input) {
    ThreadPool pool(2);
    return water_coverage(input, water_mask(input, pool), pool);
}

}  // namespace

TEST_CASE("water mask: sea, lake, river and land have their codes") {
    Grid<float> height({6, 1}, 50.0F);
    height(0, 0) = -4.0F;  // sea
    height(1, 0) = -4.0F;  // a lake below the sea level, but higher than it
    Grid<float> surface = height;
    surface(0, 0) = 0.0F;
    surface(1, 0) = 2.0F;
    surface(2, 0) = 51.0F;    // lake
    surface(3, 0) = 50.005F;  // a wet spot
    Grid<float> river(height.shape());
    river(4, 0) = 0.5F;
    river(5, 0) = 0.49F;
    river(2, 0) = 1.0F;  // the lake hides it
    const WaterMaskInput input{&height, &surface, 0.0, &river};
    const Grid<WaterCode> mask = mask_of(input);
    CHECK(mask(0, 0) == WaterCode::sea);
    CHECK(mask(1, 0) == WaterCode::lake);
    CHECK(mask(2, 0) == WaterCode::lake);
    CHECK(mask(3, 0) == WaterCode::land);
    CHECK(mask(4, 0) == WaterCode::river);
    CHECK(mask(5, 0) == WaterCode::land);
    CHECK(coverage_of(input)(5, 0) >= 0.49F);
}

TEST_CASE("water mask: height alone is land, the sea level alone makes a sea") {
    for (const Shape shape : surfaces::kShapes) {
        const Grid<float> height(shape, 5.0F);
        for (const WaterCode code : mask_of({.height_m = &height})) CHECK(code == WaterCode::land);
        for (const WaterCode code : mask_of({.height_m = &height, .sea_level_m = 5.0})) CHECK(code == WaterCode::land);
        const WaterMaskInput flood{.height_m = &height, .sea_level_m = 5.5};
        for (const WaterCode code : mask_of(flood)) CHECK(code == WaterCode::sea);
        for (const float v : coverage_of(flood)) CHECK(v == 1.0F);
        for (const float v : coverage_of({.height_m = &height})) CHECK(v == 0.0F);
    }
}

TEST_CASE("water coverage: the waterline runs between cells") {
    // 1 m a cell to the east; the waterline lies at column `sea`.
    const Grid<float> beach = surfaces::plane({20, 5}, 1.0, 0.0);
    for (const double sea : {6.5, 6.75, 7.0}) {
        const WaterMaskInput input{.height_m = &beach, .sea_level_m = 100.0 + sea};
        const Grid<float> coverage = coverage_of(input);
        double wet = 0;
        for (std::int32_t x = 0; x < 20; ++x) wet += coverage(x, 2);
        CHECK(wet == Approx(sea + 0.5));  // cell x reaches from x - 0.5 to x + 0.5
        CHECK(coverage(0, 2) == 1.0F);
        CHECK(coverage(19, 2) == 0.0F);
    }
}

TEST_CASE("water coverage: within 0 and 1, rivers by their strength, codes agree") {
    const Grid<float> height = surfaces::rough({41, 33});
    Grid<float> river = surfaces::rough({41, 33}, 2.0);
    const WaterMaskInput input{.height_m = &height, .sea_level_m = 10.0, .river = &river, .river_from = 0.8F};
    const Grid<WaterCode> mask = mask_of(input);
    const Grid<float> coverage = coverage_of(input);
    for (std::size_t i = 0; i < mask.size(); ++i) {
        CHECK(coverage[i] >= std::min(river[i], 1.0F));
        CHECK(coverage[i] <= 1.0F);
        if (mask[i] == WaterCode::sea) CHECK(coverage[i] >= 0.5F);
        if (mask[i] == WaterCode::river) CHECK(coverage[i] >= 0.8F);
    }
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return water_coverage(input, mask, p); }));
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return water_mask(input, p); }));
}

TEST_CASE("water mask: bad input is refused") {
    const Grid<float> height({4, 4});
    const Grid<float> other({4, 5});
    CHECK_THROWS_AS(mask_of({}), std::invalid_argument);
    CHECK_THROWS_AS(mask_of({.height_m = &height, .surface_m = &other}), std::invalid_argument);
    CHECK_THROWS_AS(mask_of({.height_m = &height, .river = &other}), std::invalid_argument);
    CHECK_THROWS_AS(mask_of({.height_m = &height, .river = &height, .river_from = 0.0F}), UserError);
}
