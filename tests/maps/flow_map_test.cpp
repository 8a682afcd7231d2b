#include "maps/flow_map.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

using namespace terrain;

namespace {

glm::vec3 encoded(glm::vec2 direction, float strength) {
    ThreadPool pool(1);
    return flow_map(Grid<glm::vec2>({1, 1}, direction), Grid<float>({1, 1}, strength), pool)[0];
}

}  // namespace

TEST_CASE("flow map: the axes are the image's") {
    CHECK(encoded({1.0F, 0.0F}, 1.0F) == glm::vec3(1.0F, 0.5F, 1.0F));     // east: red up
    CHECK(encoded({0.0F, 1.0F}, 0.5F) == glm::vec3(0.5F, 1.0F, 0.5F));     // south: green up
    CHECK(encoded({-1.0F, 0.0F}, 0.25F) == glm::vec3(0.0F, 0.5F, 0.25F));  // west
    CHECK(encoded({0.0F, -0.5F}, 1.0F) == glm::vec3(0.5F, 0.25F, 1.0F));   // half-hearted north keeps its length
}

TEST_CASE("flow map: nothing flows without direction or without strength") {
    const glm::vec3 still(0.5F, 0.5F, 0.0F);
    CHECK(encoded({0.0F, 0.0F}, 0.0F) == still);
    CHECK(encoded({0.0F, 0.0F}, 0.7F) == still);
    CHECK(encoded({1.0F, 0.0F}, 0.0F) == still);
}

TEST_CASE("flow map: values beyond the unit are cut to it, direction kept") {
    const glm::vec3 v = encoded({3.0F, 4.0F}, 2.0F);
    CHECK(v.x == Approx(0.8));
    CHECK(v.y == Approx(0.9));
    CHECK(v.z == 1.0F);
}

TEST_CASE("flow map: shape kept, shapes must agree") {
    ThreadPool pool(3);
    Grid<glm::vec2> direction({5, 3});
    direction(4, 2) = {0.0F, 1.0F};
    const Grid<glm::vec3> map = flow_map(direction, Grid<float>({5, 3}, 1.0F), pool);
    REQUIRE(map.shape() == Shape{5, 3});
    CHECK(map(4, 2).y == 1.0F);
    CHECK(map(3, 2).y == 0.5F);
    CHECK_THROWS_AS(flow_map(direction, Grid<float>({3, 5}), pool), std::invalid_argument);
}
