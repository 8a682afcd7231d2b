#include "maps/steady_direction.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace terrain;

TEST_CASE("a steadied direction is a unit vector along the prevailing flow, and nothing where nothing flows") {
    ThreadPool pool(2);
    Grid<glm::vec2> direction(Shape{31, 17});
    Grid<float> strength(direction.shape());
    for (std::int32_t y = 4; y < 12; ++y) {
        for (std::int32_t x = 0; x < 31; ++x) {
            // East, with every third cell pointing back: the wandering of single drops.
            direction(x, y) = (x + y) % 3 == 0 ? glm::vec2(-0.4F, 0.3F) : glm::vec2(0.8F, 0.0F);
            strength(x, y) = 0.6F;
        }
    }
    const Grid<glm::vec2> steady = steady_direction(direction, strength, pool);
    for (std::int32_t y = 0; y < 17; ++y) {
        for (std::int32_t x = 0; x < 31; ++x) {
            const glm::vec2 d = steady(x, y);
            if (y < 4 || y >= 12) {
                REQUIRE((d.x == 0.0F && d.y == 0.0F));
            } else {
                REQUIRE(std::sqrt(d.x * d.x + d.y * d.y) == Approx(1.0));
                REQUIRE(d.x > 0.8F);
            }
        }
    }
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{1, 9}}) {
        const Grid<glm::vec2> tiny = steady_direction(Grid<glm::vec2>(shape), Grid<float>(shape, 1.0F), pool);
        REQUIRE((tiny.shape() == shape && tiny[0].x == 0.0F));
    }
}
