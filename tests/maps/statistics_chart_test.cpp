#include "maps/statistics_chart.h"

#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "maps/bitmap_font.h"
#include "maps/canvas.h"
#include "maps/landscape.h"

using namespace terrain;

namespace {

const Rgb8 kWhite{255, 255, 255};
const Rgb8 kBlack{0, 0, 0};

int count(const Grid<Rgb8>& picture, Rgb8 colour) {
    return static_cast<int>(std::count(picture.begin(), picture.end(), colour));
}

LandscapeStatistics statistics_of(const Grid<float>& height, double cell_size_m = 50.0) {
    ThreadPool pool(2);
    const Routing routing = surfaces::routed(height);
    return landscape_statistics({.height_m = &height, .routing = &routing, .cell_size_m = cell_size_m}, pool);
}

/// Pixels of a panel (0 to 2) that differ between two charts.
int differing(const Grid<Rgb8>& a, const Grid<Rgb8>& b, std::int32_t panel) {
    int different = 0;
    for (std::int32_t y = 0; y < a.height(); ++y) {
        for (std::int32_t x = 400 * panel; x < 400 * panel + 400; ++x) different += a(x, y) != b(x, y) ? 1 : 0;
    }
    return different;
}

}  // namespace

TEST_CASE("bitmap font: every sign has its own shape") {
    const std::string signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ .,:-+=%/()^";
    std::set<Glyph> shapes;
    for (const char c : signs) {
        shapes.insert(glyph(c));
        for (const std::uint8_t row : glyph(c)) CHECK(row < 32);
    }
    CHECK(shapes.size() == signs.size());
    CHECK(shapes.count(glyph('?')) == 0);
    CHECK(glyph('q') == glyph('Q'));
    CHECK(glyph('\xff') == glyph('?'));
    CHECK(text_width("") == 0);
    CHECK(text_width("AB") == 11);
}

TEST_CASE("canvas: fills, lines and text stay on the picture and where they belong") {
    Canvas canvas({20, 10}, kWhite);
    canvas.fill(-5, -5, 2, 3, kBlack);
    CHECK(count(canvas.picture(), kBlack) == 6);
    canvas.fill(18, 8, 100, 100, kBlack);
    CHECK(count(canvas.picture(), kBlack) == 10);
    canvas.fill(0, 0, 20, 10, kWhite);
    canvas.line(2, 1, 17, 8, kBlack);
    CHECK(count(canvas.picture(), kBlack) == 16);
    CHECK(canvas.picture()(2, 1) == kBlack);
    CHECK(canvas.picture()(17, 8) == kBlack);
    canvas.fill(0, 0, 20, 10, kWhite);
    canvas.line(5, 5, 5, 5, kBlack, 2);
    CHECK(count(canvas.picture(), kBlack) == 4);
    canvas.line(-100, 3, 100, 3, kBlack);
    CHECK(canvas.picture()(0, 3) == kBlack);
    CHECK(canvas.picture()(19, 3) == kBlack);
}

TEST_CASE("canvas: text upwards is the text turned a quarter left") {
    Canvas flat({30, 30}, kWhite);
    Canvas turned({30, 30}, kWhite);
    flat.text(3, 4, "7F", kBlack, 2);
    turned.text_upwards(4, 27, "7F", kBlack, 2);  // the bottom left corner
    CHECK(count(flat.picture(), kBlack) > 40);
    for (std::int32_t y = 0; y < 30; ++y) {
        for (std::int32_t x = 0; x < 30; ++x) CHECK(turned.picture()(y, 29 - x) == flat.picture()(x, y));
    }
}

TEST_CASE("statistics chart: every panel shows its figures") {
    const Grid<float> height = surfaces::steady_state({96, 80}, 50.0, 0.5);
    LandscapeStatistics s = statistics_of(height);
    const Grid<Rgb8> chart = statistics_chart(s);
    REQUIRE(chart.shape() == kStatisticsChartShape);
    LandscapeStatistics other = s;
    other.hypsometry.curve[25] *= 0.5;
    CHECK(differing(chart, statistics_chart(other), 0) > 20);
    CHECK(differing(chart, statistics_chart(other), 1) + differing(chart, statistics_chart(other), 2) == 0);
    other = s;
    std::swap(other.slope.by_degree[3], other.slope.by_degree[30]);
    CHECK(differing(chart, statistics_chart(other), 1) > 20);
    CHECK(differing(chart, statistics_chart(other), 0) + differing(chart, statistics_chart(other), 2) == 0);
    other = s;
    other.slope_area.bins[4].median *= 2;
    CHECK(differing(chart, statistics_chart(other), 2) > 20);
    CHECK(differing(chart, statistics_chart(other), 0) + differing(chart, statistics_chart(other), 1) == 0);
    CHECK(surfaces::same(chart, statistics_chart(s)));
}

TEST_CASE("statistics chart: nothing to show on empty, level and single-cell maps, and it says so") {
    const Grid<Rgb8> nothing = statistics_chart({});
    CHECK(nothing.shape() == kStatisticsChartShape);
    const Grid<Rgb8> full = statistics_chart(statistics_of(surfaces::steady_state({64, 48}, 50.0, 0.5)));
    for (std::int32_t panel = 0; panel < 3; ++panel) CHECK(differing(nothing, full, panel) > 100);
    for (const Shape shape : surfaces::kShapes) {
        const Grid<Rgb8> level = statistics_chart(statistics_of(Grid<float>(shape, 4.0F)));
        CHECK(differing(level, nothing, 0) == 0);
        CHECK(differing(level, nothing, 1) > 100);  // all of it is flat
        CHECK(differing(level, nothing, 2) == 0);
    }
    CHECK(statistics_chart(statistics_of(surfaces::plane({9, 9}, 1e30, 1e30), 1e-3)).shape() == kStatisticsChartShape);
    CHECK(statistics_chart(statistics_of(surfaces::plane({9, 9}, 1e-4, 1e-4), 1e6)).shape() == kStatisticsChartShape);
}
