// Georeferences: the same places, whatever the shape and the form of the tags.
#include "core/georeference.h"

#include <catch2/catch.hpp>

using namespace terrain;

namespace {

GeoReference scaled(bool point) {
    GeoReference geo;
    geo.pixel_scale = {25, 20, 0};
    geo.tie_points = {2, 3, 0, 1000, 5000, 0};
    geo.keys = {1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, static_cast<std::uint16_t>(point ? 2 : 1), 3072, 0, 1, 32632};
    return geo;
}

GeoReference turned(bool point) {
    GeoReference geo = scaled(point);
    geo.pixel_scale.clear();
    geo.tie_points.clear();
    geo.transformation = {15, 20, 0, 1000, 20, -15, 0, 5000, 0, 0, 0, 0, 0, 0, 0, 1};
    return geo;
}

}  // namespace

TEST_CASE("georeference: places in cells become places on the map") {
    REQUIRE(*scaled(false).to_map({2, 3}) == glm::dvec2(1000, 5000));
    REQUIRE(*scaled(false).to_map({4, 4}) == glm::dvec2(1050, 4980));
    REQUIRE(*scaled(true).to_map({2.5, 3.5}) == glm::dvec2(1000, 5000));
    REQUIRE(*turned(false).to_map({1, 1}) == glm::dvec2(1035, 5005));
    REQUIRE_FALSE(GeoReference{}.to_map({0, 0}).has_value());
    REQUIRE(scaled(false).epsg() == 32632);
    REQUIRE_FALSE(GeoReference{}.epsg().has_value());
}

TEST_CASE("georeference: another shape covers the same ground") {
    const Shape from{60, 40}, to{17, 90};
    for (const GeoReference& geo : {scaled(false), scaled(true), turned(false), turned(true)}) {
        const GeoReference other = geo.at(from, to);
        for (const glm::dvec2 share : {glm::dvec2(0, 0), glm::dvec2(1, 1), glm::dvec2(0.25, 0.5)}) {
            const glm::dvec2 a = *geo.to_map({share.x * from.width, share.y * from.height});
            const glm::dvec2 b = *other.to_map({share.x * to.width, share.y * to.height});
            REQUIRE(a.x == Approx(b.x));
            REQUIRE(a.y == Approx(b.y));
        }
        REQUIRE(geo.at(from, from) == geo);
    }
    REQUIRE(scaled(true).cell_size_m(from)->x == Approx(25));
    REQUIRE(scaled(true).cell_size_m(from)->y == Approx(20));
    REQUIRE(turned(false).cell_size_m(from)->x == Approx(25));
    GeoReference feet = scaled(false);
    feet.keys[3] = 4;
    feet.keys.insert(feet.keys.end(), {3076, 0, 1, 9002});
    REQUIRE(feet.cell_size_m(from)->x == Approx(25 * 0.3048));
}
