// Derived maps of maps without edges: a map that is rolled gives the rolled results, wherever the joint was.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/hash.h"
#include "core/math.h"
#include "core/metric.h"
#include "maps/ambient_occlusion.h"
#include "maps/aspect.h"
#include "maps/curvature.h"
#include "maps/geomorphons.h"
#include "maps/hillshade.h"
#include "maps/normals.h"
#include "maps/slope_maps.h"
#include "maps/steady_direction.h"
#include "maps/water_mask.h"

using namespace terrain;

namespace {

/// Smooth random ground, periodic in x.
Grid<float> ground(Shape shape) {
    const RandomStream random(5, "joined");
    Grid<float> g(shape);
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = 40.0F * unit_float(random(i));
    return g;
}

template <class T>
Grid<T> rolled(const Grid<T>& g, std::int32_t dx, std::int32_t dy) {
    Grid<T> out(g.shape());
    for (std::int32_t y = 0; y < g.height(); ++y) {
        for (std::int32_t x = 0; x < g.width(); ++x) {
            out((x + dx) % g.width(), (y + dy) % g.height()) = g(x, y);
        }
    }
    return out;
}

template <class T>
bool same(const Grid<T>& a, const Grid<T>& b) {
    return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

struct Case {
    Topology topology;
    std::int32_t dy;
};
const Case kCases[] = {{Topology(Projection::plane, Wrap::x), 0},
                       {Topology(Projection::plane, Wrap::xy), 9},
                       {Topology(Projection::planet, Wrap::none), 0}};

}  // namespace

TEST_CASE("derived maps know no joint: rolling the map rolls the result, to the bit") {
    const Shape shape{50, 25};
    const Grid<float> g = ground(shape);
    ThreadPool pool(2);
    for (const Case& c : kCases) {
        CAPTURE(c.topology.wrap_y, c.topology.poles);
        const Metric metric(10.0, c.topology, shape);
        const Grid<float> r = rolled(g, 13, c.dy);
        const auto law = [&](const auto& map) { return same(rolled(map(g), 13, c.dy), map(r)); };
        CHECK(law([&](const Grid<float>& h) { return surface_normals(h, metric, pool); }));
        CHECK(law([&](const Grid<float>& h) { return slope_degrees(h, metric, pool); }));
        CHECK(law([&](const Grid<float>& h) { return aspect_degrees(h, metric, pool); }));
        CHECK(law([&](const Grid<float>& h) { return curvature(h, metric, pool).plan; }));
        CHECK(law([&](const Grid<float>& h) { return curvature(h, metric, pool).profile; }));
        CHECK(law([&](const Grid<float>& h) { return ambient_occlusion(h, metric, {7, 16}, pool); }));
        CHECK(law([&](const Grid<float>& h) { return geomorphons(h, metric, {}, pool); }));
        CHECK(law([&](const Grid<float>& h) {
            const WaterMaskInput in{.height_m = &h, .sea_level_m = 15.0, .metric = metric};
            return water_coverage(in, water_mask(in, pool), pool);
        }));
        // With borders the law is broken: the joint shows.
        CHECK_FALSE(same(rolled(surface_normals(g, 10.0, pool), 13, c.dy), surface_normals(r, 10.0, pool)));
    }
}

TEST_CASE("the hillshade of a map without edges shows no joint") {
    ThreadPool pool(1);
    for (const Case& c : kCases) {
        Terrain t;
        t.shape = {80, 40};
        t.world.projection = c.topology.poles ? Projection::planet : Projection::plane;
        t.world.wrap = c.topology.poles ? Wrap::none : c.topology.wrap_y ? Wrap::xy : Wrap::x;
        t.world.sea_level_m = 8.0;
        t.height = ground(t.shape);
        const Grid<Rgb8> image = rolled(hillshade(t, pool), 31, c.dy);
        t.height = rolled(t.height, 31, c.dy);
        const Grid<Rgb8> other = hillshade(t, pool);
        int most = 0;  // running sums of the surroundings round differently
        for (std::size_t i = 0; i < image.size(); ++i) {
            for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(image[i][k] - other[i][k]));
        }
        CHECK(most <= 1);
    }
}

TEST_CASE("flow directions are steadied across the joint") {
    ThreadPool pool(1);
    const Shape shape{24, 12};
    Grid<glm::vec2> direction(shape);
    Grid<float> strength(shape, 0.5F);
    const RandomStream random(3, "directions");
    for (std::size_t i = 0; i < direction.size(); ++i) {
        direction[i] = {unit_float(random(i, 0)) - 0.4F, unit_float(random(i, 1)) - 0.5F};
    }
    for (const Case& c : kCases) {
        const Grid<glm::vec2> a = rolled(steady_direction(direction, strength, pool, c.topology), 5, c.dy);
        const Grid<glm::vec2> b =
            steady_direction(rolled(direction, 5, c.dy), rolled(strength, 5, c.dy), pool, c.topology);
        CHECK(same(a, b));
    }
}

TEST_CASE("a planet's normals are those of its metres: a plane through the pole tilts one way") {
    // Height = x metres of a tangent plane at the pole: the gradient has one length around the pole.
    const Shape shape{360, 180};
    const Topology planet(Projection::planet, Wrap::none);
    const Metric metric(1000.0, planet, shape);
    const double radius = 360 * 1000.0 / (2 * math::kPi);
    Grid<float> g(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            const double colatitude = (y + 0.5) * math::kPi / 180, longitude = (x + 0.5) * 2 * math::kPi / 360;
            g(x, y) = static_cast<float>(0.5 * radius * math::sin(colatitude) * math::cos(longitude));
        }
    }
    ThreadPool pool(1);
    const Grid<float> slope = slope_percent(g, metric, pool);
    for (std::int32_t y = 2; y < 12; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) REQUIRE(slope(x, y) == Approx(50.0).epsilon(0.03));
    }
    // At the equator the slope is one of longitude alone, at the meridian of longitude 90 degrees the full one.
    CHECK(slope(90, 90) == Approx(50.0).epsilon(0.01));
    CHECK(slope(0, 90) < 1.0);
}

TEST_CASE("a planet without water and plants is grey in the hillshade, one with a sea is not") {
    ThreadPool pool(1);
    Terrain t;
    t.shape = {64, 32};
    t.world.projection = Projection::planet;
    t.height = ground(t.shape);
    const auto colourful = [&] {
        int most = 0;
        for (const Rgb8& c : hillshade(t, pool)) most = std::max(most, std::abs(c.x - c.z));
        return most;
    };
    CHECK(colourful() < 30);
    t.world.sea_level_m = 10.0;
    CHECK(colourful() > 40);
}
