#include "maps/routed_flow.h"

#include <catch2/catch.hpp>

#include "core/errors.h"
#include "maps/drainage_scale.h"
#include "maps/surfaces.h"
#include "routing/d8.h"

using namespace terrain;

namespace {

Routing routed(const Grid<float>& ground) {
    ThreadPool pool(1);
    RoutingInput input;
    input.height = &ground;
    input.seed = 5;
    return route(input, pool);
}

RoutedFlow flow_of(const Routing& routing, int reach = 4) {
    ThreadPool pool(2);
    return routed_flow(routing, reach, pool);
}

RoutedFlow multiple_flow_of(const Routing& routing, int reach = 4) {
    ThreadPool pool(2);
    return routed_flow(routing, multiple_flow(routing), reach, pool);
}

double length(glm::vec2 v) { return std::sqrt(static_cast<double>(v.x) * v.x + static_cast<double>(v.y) * v.y); }

}  // namespace

TEST_CASE("routed flow: unit vectors or nothing, on every size") {
    for (const Shape shape : surfaces::kShapes) {
        for (const Grid<float>& ground : {Grid<float>(shape, 3.0F), surfaces::rough(shape)}) {
            const Routing routing = routed(ground);
            for (const RoutedFlow& flow : {flow_of(routing), multiple_flow_of(routing)}) {
                for (std::size_t i = 0; i < ground.size(); ++i) {
                    const double l = length(flow.direction[i]);
                    CHECK((l == 0.0 || std::fabs(l - 1) < 1e-6));
                    if (routing.receiver[i] != 0) CHECK(l > 0.5);
                    CHECK(flow.strength[i] > 0.0F);
                    CHECK(flow.strength[i] <= 1.0F);
                }
            }
        }
    }
}

TEST_CASE("routed flow: without smoothing it is the receivers' eight directions") {
    const Routing routing = routed(surfaces::rough({40, 30}));
    const RoutedFlow flow = flow_of(routing, 0);
    for (std::size_t i = 0; i < routing.area.size(); ++i) {
        if (routing.receiver[i] == 0) continue;
        const int k = d8_direction(routing.receiver[i]);
        const double scale = k % 2 == 0 ? 1.0 : std::sqrt(0.5);
        CHECK(flow.direction[i].x == Approx(scale * kD8Dx[k]));
        CHECK(flow.direction[i].y == Approx(scale * kD8Dy[k]));
    }
}

TEST_CASE("routed flow: axes are east and south, outlets go on as the water comes") {
    const RoutedFlow east = flow_of(routed(surfaces::plane({12, 1}, -1.0, 0.0)));
    for (std::int32_t x = 1; x < 12; ++x) CHECK(length(east.direction(x, 0)) == 0.0);  // a single row is all outlets
    // A trough to the east: the middle row runs along it and out.
    const Grid<float> trough = surfaces::make({12, 5}, [](double x, double y) { return 5 * std::fabs(y - 2) - x; });
    const RoutedFlow flow = flow_of(routed(trough));
    for (std::int32_t x = 5; x < 12; ++x) CHECK(flow.direction(x, 2) == glm::vec2(1.0F, 0.0F));
    const Grid<float> south = surfaces::make({5, 12}, [](double x, double y) { return 5 * std::fabs(x - 2) - y; });
    for (std::int32_t y = 5; y < 12; ++y) CHECK(flow_of(routed(south)).direction(2, y) == glm::vec2(0.0F, 1.0F));
}

TEST_CASE("routed flow: smoothing turns the stairs of D8 towards the true direction") {
    // A trough that falls along (2, 1), between two of the eight directions.
    const Grid<float> trough = surfaces::make(
        {60, 40}, [](double x, double y) { return 4 * std::fabs((x - 10) - 2 * (y - 10)) - (2 * x + y); });
    const Routing routing = routed(trough);
    const auto error = [&](int reach) {
        const RoutedFlow flow = flow_of(routing, reach);
        double worst = 0;
        for (std::int32_t y = 14; y < 25; ++y) {
            const glm::vec2 d = flow.direction(2 * y - 10, y);
            worst = std::max(worst, 1 - (2 * d.x + d.y) / std::sqrt(5.0));
        }
        return worst;
    };
    CHECK(error(0) > 0.05);
    CHECK(error(4) < 0.005);
}

TEST_CASE("routed flow: multiple flow gives a plane its own direction") {
    const Routing routing = routed(surfaces::plane({30, 30}, -1.0, -1.0));
    const RoutedFlow flow = multiple_flow_of(routing);
    for (std::int32_t y = 1; y < 29; ++y) {
        for (std::int32_t x = 1; x < 29; ++x) {
            CHECK(flow.direction(x, y).x == Approx(std::sqrt(0.5)));
            CHECK(flow.direction(x, y).y == Approx(std::sqrt(0.5)));
        }
    }
}

TEST_CASE("routed flow: across the seam of a periodic map it is one flow") {
    Grid<float> ground = surfaces::make({16, 9}, [](double, double y) { return 5 * std::fabs(y - 4); });
    for (std::int32_t x = 0; x < 16; ++x) ground(x, 4) = static_cast<float>(-((x + 8) % 16));  // falls across the seam
    ThreadPool pool(1);
    RoutingInput input;
    input.height = &ground;
    input.topology.wrap_x = true;
    input.sea_level = -14.5F;  // the trough's end is an outlet
    const RoutedFlow flow = flow_of(route(input, pool));
    CHECK(flow.direction(15, 4) == glm::vec2(1.0F, 0.0F));
    CHECK(flow.direction(0, 4) == glm::vec2(1.0F, 0.0F));
}

TEST_CASE("routed flow: strength follows drainage area, nothing flows without data") {
    const Grid<float> ground = surfaces::rough({50, 40});
    Grid<std::uint8_t> no_data(ground.shape());
    for (std::int32_t x = 20; x < 30; ++x) no_data(x, 20) = 1;
    RoutingInput input;
    input.height = &ground;
    input.no_data = &no_data;
    ThreadPool pool(2);
    const Routing routing = route(input, pool);
    for (const RoutedFlow& flow : {flow_of(routing), multiple_flow_of(routing)}) {
        CHECK(flow.strength(25, 20) == 0.0F);
        CHECK(flow.direction(25, 20) == glm::vec2(0.0F));
    }
    const RoutedFlow flow = flow_of(routing);
    for (std::size_t i = 0; i < ground.size(); ++i) {
        CHECK(flow.strength[i] == static_cast<float>(drainage_scale(routing.area[i], 2000)));
    }
}

TEST_CASE("routed flow: threads change nothing, the reach is bounded") {
    const Routing routing = routed(surfaces::rough({61, 83}));
    const MultipleFlow multiple = multiple_flow(routing);
    CHECK(surfaces::same_for_all_threads([&](ThreadPool& p) { return routed_flow(routing, 4, p).direction; }));
    CHECK(
        surfaces::same_for_all_threads([&](ThreadPool& p) { return routed_flow(routing, multiple, 4, p).direction; }));
    CHECK_THROWS_AS(flow_of(routing, -1), UserError);
    CHECK_THROWS_AS(flow_of(routing, 65), UserError);
}
