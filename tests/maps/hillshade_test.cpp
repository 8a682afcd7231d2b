#include "maps/hillshade.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "core/hash.h"
#include "maps/local_mean.h"
#include "maps/relief_light.h"
#include "maps/relief_statistics.h"
#include "core/srgb.h"

using namespace terrain;

namespace {

Terrain cone(Shape shape, float top_m) {
    Terrain t;
    t.shape = shape;
    t.height = Grid<float>(shape);
    const float cx = 0.5F * static_cast<float>(shape.width - 1);
    const float cy = 0.5F * static_cast<float>(shape.height - 1);
    const float reach = std::max(1.0F, std::max(cx, cy));
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            const float dx = static_cast<float>(x) - cx;
            const float dy = static_cast<float>(y) - cy;
            t.height(x, y) = top_m * std::max(0.0F, 1.0F - std::sqrt(dx * dx + dy * dy) / reach);
        }
    }
    return t;
}

Grid<Rgb8> shaded(const Terrain& t, int threads = 2) {
    ThreadPool pool(threads);
    return hillshade(t, pool);
}

int brightness(const Rgb8& c) { return c.x + c.y + c.z; }

}  // namespace

TEST_CASE("hillshade: any size, with height alone") {
    for (const Shape shape : {Shape{1, 1}, Shape{2, 2}, Shape{3, 3}, Shape{1, 9}, Shape{13, 7}}) {
        CHECK(shaded(cone(shape, 300.0F)).shape() == shape);
    }
    CHECK(shaded(Terrain{}).empty());
}

TEST_CASE("hillshade: light comes from the north-west and no slope is black") {
    Terrain t = cone({101, 101}, 900.0F);
    const Grid<Rgb8> image = shaded(t);
    CHECK(brightness(image(30, 30)) > brightness(image(70, 70)) + 60);
    t.world.cell_size_m = 0.1;  // walls
    for (const Rgb8& c : shaded(t)) {
        CHECK(std::min({c.x, c.y, c.z}) > 20);
    }
}

TEST_CASE("hillshade: water is flat, whatever its bed") {
    Terrain t;
    t.shape = {40, 20};
    t.height = Grid<float>(t.shape);
    for (std::int32_t y = 0; y < 20; ++y) {
        for (std::int32_t x = 0; x < 40; ++x) {
            // Two lakes over beds that fall to opposite sides.
            t.height(x, y) = x < 20 ? 100.0F - 2.0F * static_cast<float>(x) : 62.0F + 2.0F * static_cast<float>(x - 20);
        }
    }
    t.water_level = t.height;
    for (float& level : t.water_level) {
        level = std::max(level, 80.0F);
    }
    const Grid<Rgb8> image = shaded(t);
    CHECK(t.height(15, 10) == t.height(24, 10));
    CHECK(image(15, 10) == image(24, 10));
    CHECK(image(15, 10).z > image(15, 10).x + 40);                 // and blue
    CHECK(brightness(image(12, 10)) > brightness(image(19, 10)));  // deeper is darker
    CHECK(image(2, 10).z < image(2, 10).x);                        // ground is not
}

TEST_CASE("hillshade: the sea level alone makes a sea, in other colours than a lake") {
    Terrain t = cone({64, 64}, 400.0F);
    t.world.sea_level_m = 120.0;
    const Grid<Rgb8> sea = shaded(t);
    CHECK(sea(0, 0).z > sea(0, 0).x + 40);
    CHECK(sea(32, 32).z < sea(32, 32).x);
    t.water_level = t.height;
    for (float& level : t.water_level) {
        level = std::max(level, 120.0F);
    }
    CHECK(shaded(t)(5, 5) == sea(5, 5));
    t.world.sea_level_m.reset();
    CHECK(shaded(t)(5, 5) != sea(5, 5));
}

TEST_CASE("hillshade: the shore is drawn between cells") {
    Terrain t = cone({64, 64}, 640.0F);
    t.world.sea_level_m = 200.0;
    const Grid<Rgb8> image = shaded(t);
    std::int32_t shore = 0;
    while (t.height(shore, 32) < 200.0F) {
        ++shore;
    }
    const auto blueness = [&](std::int32_t x) { return image(x, 32).z - image(x, 32).x; };
    CHECK(blueness(shore - 2) > blueness(shore) - 5);
    CHECK(blueness(shore) > blueness(shore + 2));
    const int middle =
        std::min(std::abs(blueness(shore) - blueness(shore - 2)), std::abs(blueness(shore - 1) - blueness(shore + 2)));
    CHECK(middle > 0);
}

TEST_CASE("hillshade: rivers, forest, rock and snow show") {
    Terrain t = cone({65, 65}, 2000.0F);
    t.world.cell_size_m = 100.0;
    const Grid<Rgb8> bare = shaded(t);
    CHECK(std::min({bare(32, 32).x, bare(32, 32).y, bare(32, 32).z}) > 190);  // snow on the top
    CHECK(bare(0, 0).y > bare(0, 0).z + 20);                                  // meadow below
    Terrain river = t;
    river.stream = Grid<float>(t.shape);
    river.stream(10, 32) = 1.0F;
    CHECK(shaded(river)(10, 32).z > bare(10, 32).z + 20);
    CHECK(shaded(river)(11, 32) != bare(11, 32));  // a strong river spills over the next cell
    CHECK(shaded(river)(12, 32) == bare(12, 32));
    Terrain forest = t;
    forest.trees = Grid<float>(t.shape);
    forest.trees(8, 8) = 1.0F;
    CHECK(brightness(shaded(forest)(8, 8)) < brightness(bare(8, 8)) - 60);
    CHECK(shaded(forest)(9, 9) == bare(9, 9));
    Terrain low = cone({65, 65}, 500.0F);
    low.world.cell_size_m = 100.0;
    CHECK(shaded(low)(32, 32).z < 200);  // no snow on a hill
}

TEST_CASE("hillshade: the same bytes for any number of threads") {
    Terrain t = cone({150, 97}, 1500.0F);
    const RandomStream random(3, "hillshade test");
    t.trees = Grid<float>(t.shape);
    t.stream = Grid<float>(t.shape);
    for (std::size_t i = 0; i < t.height.size(); ++i) {
        t.height[i] += 20.0F * unit_float(random(i));
        t.trees[i] = unit_float(random(i, 1));
        t.stream[i] = unit_float(random(i, 2));
    }
    t.world.sea_level_m = 200.0;
    const Grid<Rgb8> one = shaded(t, 1);
    const Grid<Rgb8> eight = shaded(t, 8);
    CHECK(std::equal(one.begin(), one.end(), eight.begin()));
}

TEST_CASE("hillshade: layers must agree in shape") {
    Terrain t = cone({8, 8}, 10.0F);
    t.stream = Grid<float>({8, 7});
    CHECK_THROWS_AS(shaded(t), std::invalid_argument);
}

TEST_CASE("relief light: level ground is near 1, more to the light, never 0") {
    const glm::vec3 level = relief_light({0.0, 0.0});
    CHECK(level.x == Approx(1.0).margin(0.05));
    CHECK(relief_light({0.5, 0.5}).x > level.x);    // falls to the north-west
    CHECK(relief_light({-0.5, -0.5}).x < level.x);  // falls to the south-east
    for (const double east : {-1e6, -3.0, 0.0, 3.0, 1e6}) {
        for (const double south : {-1e6, -3.0, 0.0, 3.0, 1e6}) {
            CHECK(relief_light({east, south}).x > 0.05F);
        }
    }
}

TEST_CASE("slope factor: raises plains, tames ranges, leaves level ground") {
    CHECK(slope_factor(0.0) == 1.0);
    CHECK(slope_factor(1e-9) == 4.0);
    CHECK(slope_factor(0.55) == Approx(1.0));
    CHECK(slope_factor(50.0) == 0.5);
}

TEST_CASE("local mean: against the plain sum") {
    ThreadPool pool(2);
    for (const Shape shape : {Shape{1, 1}, Shape{3, 2}, Shape{20, 300}}) {
        Grid<float> values(shape);
        const RandomStream random(9, "mean test");
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = unit_float(random(i));
        }
        for (const std::int32_t radius : {0, 1, 4, 50}) {
            const Grid<float> means = local_mean(values, radius, pool);
            for (std::int32_t y = 0; y < shape.height; y += 7) {
                for (std::int32_t x = 0; x < shape.width; ++x) {
                    double sum = 0;
                    int count = 0;
                    for (std::int32_t v = y - radius; v <= y + radius; ++v) {
                        for (std::int32_t u = x - radius; u <= x + radius; ++u) {
                            if (shape.contains(u, v)) {
                                sum += values(u, v);
                                ++count;
                            }
                        }
                    }
                    CHECK(means(x, y) == Approx(sum / count).epsilon(1e-5));
                }
            }
        }
    }
}

TEST_CASE("sRGB: against std::pow, and every code comes back") {
    for (int code = 0; code < 256; ++code) {
        const double s = code / 255.0;
        const double expected = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
        CHECK(srgb_to_linear(s) == Approx(expected).epsilon(1e-13));
        CHECK(linear_to_srgb8(static_cast<float>(srgb_to_linear(s))) == code);
        const double below = srgb_to_linear((code - 0.49) / 255.0);
        const double above = srgb_to_linear((code + 0.49) / 255.0);
        CHECK(linear_to_srgb8(static_cast<float>(below)) == code);
        CHECK(linear_to_srgb8(static_cast<float>(above)) == code);
    }
    CHECK(linear_to_srgb8(-1.0F) == 0);
    CHECK(linear_to_srgb8(7.0F) == 255);
    CHECK(linear_to_srgb8(std::nanf("")) == 0);
}
