#include <catch2/catch.hpp>
#include <map>

#include "maps/channel_scaling.h"
#include "maps/horton_laws.h"
#include "maps/landscape.h"
#include "maps/least_squares.h"
#include "routing/rivers.h"
#include "routing/streams.h"

using namespace terrain;

TEST_CASE("least squares: the line through points on a line, none through one") {
    const std::optional<Line> line = fit_line({1, 2, 5}, {5, 7, 13});
    REQUIRE(line.has_value());
    CHECK(line->slope == Approx(2.0));
    CHECK(line->intercept == Approx(3.0));
    CHECK(fit_line({0, 1, 2}, {0, 3, 0})->slope == Approx(0.0).margin(1e-12));
    CHECK(fit_line({0, 1, 2}, {0, 1, 50}, {1, 1, 1e-9})->slope == Approx(1.0));  // hardly any weight
    CHECK_FALSE(fit_line({}, {}).has_value());
    CHECK_FALSE(fit_line({4}, {1}).has_value());
    CHECK_FALSE(fit_line({4, 4}, {1, 2}).has_value());
}

TEST_CASE("Horton's laws: two streams that meet make one of the next order") {
    Grid<float> z({7, 8}, 90.0F);
    z(1, 1) = 50, z(2, 2) = 40, z(5, 1) = 50, z(4, 2) = 40, z(3, 3) = 30;
    z(3, 4) = 25, z(3, 5) = 20, z(3, 6) = 15, z(3, 7) = 10;
    const Routing routing = surfaces::routed(z);
    const std::uint32_t threshold = routing.area(2, 2);  // the arms alone
    const HortonLaws laws = horton_laws(routing, std::min(threshold, routing.area(4, 2)), 10.0);
    REQUIRE(laws.orders.size() == 2);
    CHECK(laws.orders[0].streams == 2);
    CHECK(laws.orders[1].streams == 1);
    CHECK(laws.orders[1].length_m == Approx(40.0));
    CHECK(*laws.bifurcation_ratio == Approx(2.0));
    CHECK(*laws.length_ratio == Approx(80.0 / laws.orders[0].length_m));
}

TEST_CASE("Horton's laws: counts and lengths are those of the rivers' reaches") {
    const Grid<float> z = surfaces::make({90, 70}, [random = RandomStream(2, "horton")](double x, double y) {
        return x + 12 * unit_float(random(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y)));
    });
    const Routing routing = surfaces::routed(z);
    const std::vector<Reach> reaches = find_rivers(routing, 8, 10.0);
    std::map<int, double> length;
    std::map<int, std::uint64_t> streams;
    std::vector<bool> goes_on(reaches.size());
    for (const Reach& reach : reaches) {
        if (reach.next >= 0 && reaches[static_cast<std::size_t>(reach.next)].order == reach.order) {
            goes_on[static_cast<std::size_t>(reach.next)] = true;
        }
    }
    for (std::size_t r = 0; r < reaches.size(); ++r) {
        length[reaches[r].order] += reaches[r].length_m;
        streams[reaches[r].order] += goes_on[r] ? 0 : 1;
    }
    const HortonLaws laws = horton_laws(routing, 8, 10.0);
    REQUIRE(laws.orders.size() >= 3);
    for (const StreamOrder& order : laws.orders) {
        CHECK(order.length_m == Approx(length[order.order]));
        CHECK(order.streams == streams[order.order]);
    }
}

TEST_CASE("river laws: nothing to tell on small, level and dry maps") {
    for (const Shape shape : surfaces::kShapes) {
        const Grid<float> level(shape, 3.0F);
        const Routing routing = surfaces::routed(level);
        CHECK(horton_laws(routing, 1000, 10.0).orders.empty());
        CHECK_FALSE(horton_laws(routing, 1000, 10.0).bifurcation_ratio.has_value());
        CHECK_FALSE(hack_law(routing, 1000, 10.0).exponent.has_value());
        CHECK(slope_area_law(level, routing, 1, 10.0).bins.empty());
        CHECK_FALSE(slope_area_law(level, routing, 1, 10.0).exponent.has_value());
    }
}

TEST_CASE("Hack's law: parallel channels have the exponent 1") {
    // Corrugated: each channel drains its own strip, so that length and area grow together.
    const Grid<float> strips = surfaces::make(
        {64, 400}, [](double x, double y) { return 10 * std::fabs(std::fmod(x, 8.0) - 4) + 0.5 * (1000 - y); });
    const ScalingLaw law = hack_law(surfaces::routed(strips), 512, 10.0);
    REQUIRE(law.exponent.has_value());
    CHECK(*law.exponent == Approx(1.0).margin(0.06));
}

TEST_CASE("Hack's law: the length is that of the longest way") {
    const Grid<float> row = surfaces::make({300, 3}, [](double x, double y) { return y == 1 ? 300 - x : 1000.0; });
    const Routing routing = surfaces::routed(row);
    const ScalingLaw law = hack_law(routing, 1, 5.0);
    double longest = 0;
    for (const AreaBin& bin : law.bins) longest = std::max(longest, bin.median);
    CHECK(longest > 5.0);
    CHECK(longest <= 300 * 5.0);
    std::uint64_t cells = 0;
    for (const AreaBin& bin : law.bins) cells += bin.cells;
    CHECK(cells == row.size());
}

TEST_CASE("slope-area law: a steady-state landscape shows the exponent it was made with") {
    const Shape shape{160, 128};
    for (const double m : {0.4, 0.5}) {
        const Grid<float> height = surfaces::steady_state(shape, 50.0, m);
        const ScalingLaw law = slope_area_law(height, surfaces::routed(height), 8, 50.0);
        REQUIRE(law.exponent.has_value());
        CHECK(*law.exponent == Approx(-m).margin(0.04));
        for (std::size_t k = 1; k < law.bins.size(); ++k) CHECK(law.bins[k].area_m2 > law.bins[k - 1].area_m2);
        CHECK(law.bins[0].area_m2 == 2500.0);
    }
}

TEST_CASE("river laws: a steady-state landscape has a real landscape's networks") {
    const Grid<float> height = surfaces::steady_state({192, 192}, 50.0, 0.5);
    const Routing routing = surfaces::routed(height);
    const HortonLaws horton = horton_laws(routing, 16, 50.0);
    REQUIRE(horton.orders.size() >= 4);
    CHECK(*horton.bifurcation_ratio > 3.0);
    CHECK(*horton.bifurcation_ratio < 5.5);
    CHECK(*horton.length_ratio > 1.5);
    CHECK(*horton.length_ratio < 3.5);
    const ScalingLaw hack = hack_law(routing, 16, 50.0);
    CHECK(*hack.exponent > 0.5);
    CHECK(*hack.exponent < 0.68);
}
