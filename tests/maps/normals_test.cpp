#include "maps/normals.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/hash.h"

using namespace terrain;

namespace {

Grid<float> plane(Shape shape, float east, float south) {
    Grid<float> height(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            height(x, y) = 100.0F + east * static_cast<float>(x) + south * static_cast<float>(y);
        }
    }
    return height;
}

Grid<float> rough(Shape shape) {
    Grid<float> height(shape);
    const RandomStream random(1, "normals test");
    for (std::size_t i = 0; i < height.size(); ++i) {
        height[i] = 50.0F * unit_float(random(i));
    }
    return height;
}

}  // namespace

TEST_CASE("normals: level ground points up at every size") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{1, 7}, Shape{7, 1}, Shape{9, 5}}) {
        for (const glm::vec3& n : surface_normals(Grid<float>(shape, 7.0F), 10.0, pool)) {
            CHECK(n == glm::vec3(0.0F, 0.0F, 1.0F));
        }
    }
}

TEST_CASE("normals: a plane has one normal, borders and corners included") {
    ThreadPool pool(2);
    const double cell = 4.0;
    for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{2, 5}, Shape{17, 6}}) {
        const Grid<glm::vec3> normals = surface_normals(plane(shape, 2.0F, -1.0F), cell, pool);
        const double length = std::sqrt(0.5 * 0.5 + 0.25 * 0.25 + 1.0);
        for (const glm::vec3& n : normals) {
            CHECK(n.x == static_cast<float>(-0.5 / length));   // rises to the east
            CHECK(n.y == static_cast<float>(-0.25 / length));  // rises to the north
            CHECK(n.z == static_cast<float>(1.0 / length));
        }
    }
}

TEST_CASE("normals: an axis of one cell has no slope") {
    ThreadPool pool(1);
    for (const glm::vec3& n : surface_normals(plane({1, 6}, 5.0F, 3.0F), 3.0, pool)) {
        CHECK(n.x == 0.0F);
        CHECK(n.y == Approx(1.0 / std::sqrt(2.0)));  // falls to the north
    }
    for (const glm::vec3& n : surface_normals(plane({6, 1}, 3.0F, 5.0F), 3.0, pool)) {
        CHECK(n.x == Approx(-1.0 / std::sqrt(2.0)));
        CHECK(n.y == 0.0F);
    }
}

TEST_CASE("normals: Sobel's weights inside, one-sided differences on the border") {
    ThreadPool pool(1);
    Grid<float> height({5, 5});
    height(2, 2) = 8.0F;
    const Grid<glm::vec3> n = surface_normals(height, 1.0, pool);
    const auto east_slope = [&](std::int32_t x, std::int32_t y) { return -n(x, y).x / n(x, y).z; };
    CHECK(east_slope(1, 2) == Approx(2.0));
    CHECK(east_slope(1, 1) == Approx(1.0));
    CHECK(east_slope(1, 3) == Approx(1.0));
    CHECK(east_slope(3, 2) == Approx(-2.0));
    CHECK(east_slope(2, 2) == Approx(0.0));
    Grid<float> corner({3, 3});
    corner(0, 0) = 1.0F;
    const Grid<glm::vec3> c = surface_normals(corner, 1.0, pool);
    CHECK(-c(0, 0).x / c(0, 0).z == Approx(-1.0));  // the whole drop within one cell, not half of it
    CHECK(c(0, 0).y / c(0, 0).z == Approx(-1.0));
}

TEST_CASE("normals: unit length, the same for any number of threads, and set by metres alone") {
    ThreadPool one(1);
    ThreadPool many(8);
    const Grid<float> height = rough({61, 83});
    const Grid<glm::vec3> normals = surface_normals(height, 10.0, one);
    const Grid<glm::vec3> again = surface_normals(height, 10.0, many);
    Grid<float> doubled = height;
    for (float& h : doubled) {
        h *= 2.0F;
    }
    const Grid<glm::vec3> scaled = surface_normals(doubled, 20.0, many);
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const glm::vec3 n = normals[i];
        CHECK(std::fabs(n.x * n.x + n.y * n.y + n.z * n.z - 1.0F) < 1e-6F);
        CHECK(n == again[i]);
        CHECK(n == scaled[i]);
    }
}
