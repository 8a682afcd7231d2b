#include "export/quantise.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/errors.h"
#include "core/hash.h"
#include "export/layer_raster.h"
#include "support.h"

using namespace terrain;

namespace {

const OutputRange kMinMax{OutputRange::Kind::minmax, 0, 0};

OutputRange fixed(double lo, double hi) { return {OutputRange::Kind::fixed, lo, hi}; }

Grid<float> noise(Shape shape) {
    Grid<float> values(shape);
    const RandomStream random(5, "quantise test");
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = 2000.0F * unit_float(random(i)) - 500.0F;
    }
    return values;
}

template <class T>
const std::vector<T>& samples(const Raster& raster) {
    return std::get<std::vector<T>>(raster.samples);
}

}  // namespace

TEST_CASE("quantise: the least value is 0, the greatest the largest integer, the rest within half a step") {
    const Grid<float> values = noise({37, 23});
    const auto [lo, hi] = std::minmax_element(values.begin(), values.end());
    for (const int bits : {8, 16}) {
        const Quantised q = quantise(values, kMinMax, bits, OutputLayer::height);
        const double greatest = bits == 8 ? 255 : 65535;
        CHECK(q.range.lo == static_cast<double>(*lo));
        CHECK(q.range.hi == static_cast<double>(*hi));
        CHECK(q.range.clamped == 0);
        double least = greatest;
        double most = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double sample = bits == 8 ? samples<std::uint8_t>(q.raster)[i] : samples<std::uint16_t>(q.raster)[i];
            const double share = (static_cast<double>(values[i]) - q.range.lo) / (q.range.hi - q.range.lo);
            CHECK(std::fabs(sample / greatest - share) <= 0.5 / greatest + 1e-7);
            const double metres = q.range.lo + sample / greatest * (q.range.hi - q.range.lo);
            CHECK(std::fabs(metres - values[i]) <= 0.5 * (q.range.hi - q.range.lo) / greatest + 1e-3);
            least = std::min(least, sample);
            most = std::max(most, sample);
        }
        CHECK(least == 0);
        CHECK(most == greatest);
    }
}

TEST_CASE("quantise: monotone, so sorting by value sorts the samples") {
    const Grid<float> values = noise({50, 20});
    const Quantised q = quantise(values, kMinMax, 16, OutputLayer::height);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    const auto& s = samples<std::uint16_t>(q.raster);
    CHECK(std::is_sorted(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return s[a] < s[b]; }));
}

TEST_CASE("quantise: a fixed range clamps, and counts what it clamps") {
    Grid<float> values({5, 1});
    const float metres[5] = {-10.0F, 0.0F, 50.0F, 100.0F, 100.5F};
    std::copy(metres, metres + 5, values.begin());
    const Quantised q = quantise(values, fixed(0, 100), 16, OutputLayer::height);
    CHECK(samples<std::uint16_t>(q.raster) == std::vector<std::uint16_t>{0, 0, 32768, 65535, 65535});
    CHECK(q.range.clamped == 2);
    CHECK(q.range.lo == 0);
    CHECK(q.range.hi == 100);
}

TEST_CASE("quantise: two windows that share a column agree on it in a fixed range") {
    const Grid<float> whole = noise({41, 16});
    Grid<float> west({21, 16});
    Grid<float> east({21, 16});
    for (std::int32_t y = 0; y < 16; ++y) {
        for (std::int32_t x = 0; x < 21; ++x) {
            west(x, y) = whole(x, y);
            east(x, y) = whole(x + 20, y);
        }
    }
    const auto a = quantise(west, fixed(-500, 1500), 16, OutputLayer::height);
    const auto b = quantise(east, fixed(-500, 1500), 16, OutputLayer::height);
    for (std::size_t y = 0; y < 16; ++y) {
        CHECK(samples<std::uint16_t>(a.raster)[y * 21 + 20] == samples<std::uint16_t>(b.raster)[y * 21]);
    }
}

TEST_CASE("quantise: a flat layer is 0, whatever its height") {
    const Quantised q = quantise(Grid<float>({3, 3}, 812.5F), kMinMax, 16, OutputLayer::height);
    CHECK(samples<std::uint16_t>(q.raster) == std::vector<std::uint16_t>(9, 0));
    CHECK(q.range.lo == 812.5);
    CHECK(q.range.hi == 812.5);
    CHECK(q.range.clamped == 0);
}

TEST_CASE("quantise: the automatic range of shares is [0, 1], of metres the layer's own") {
    const Grid<float> values({2, 1}, 0.5F);
    CHECK(samples<std::uint8_t>(quantise(values, {}, 8, OutputLayer::stream).raster)[0] == 128);
    CHECK(samples<std::uint8_t>(quantise(values, {}, 8, OutputLayer::trees).raster)[0] == 128);
    CHECK(quantise(values, {}, 8, OutputLayer::pool).range.hi == 0.5);
}

TEST_CASE("quantise: what is not finite is an error that names layer and cell") {
    for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
        Grid<float> values({4, 3});
        values(2, 1) = bad;
        CHECK_THROWS_WITH(quantise(values, fixed(0, 1), 16, OutputLayer::pool),
                          Catch::Contains("pool") && Catch::Contains("(2, 1)"));
        Grid<glm::vec3> normals({4, 3}, {0, 0, 1});
        normals(3, 2).y = bad;
        CHECK_THROWS_AS(quantise_normals(normals, NormalY::plus, 8), RunError);
    }
}

TEST_CASE("normals: level ground is (128, 128, 255), the ends are 0 and 255") {
    const Grid<glm::vec3> level({2, 2}, {0.0F, 0.0F, 1.0F});
    CHECK(samples<std::uint8_t>(quantise_normals(level, NormalY::plus, 8)) ==
          std::vector<std::uint8_t>{128, 128, 255, 128, 128, 255, 128, 128, 255, 128, 128, 255});
    const Raster wide = quantise_normals(level, NormalY::plus, 16);
    CHECK(samples<std::uint16_t>(wide)[0] == 32768);
    CHECK(samples<std::uint16_t>(wide)[2] == 65535);
    const Grid<glm::vec3> wall({1, 1}, {-1.0F, 1.0F, 0.0F});
    CHECK(samples<std::uint8_t>(quantise_normals(wall, NormalY::plus, 8)) == std::vector<std::uint8_t>{0, 255, 128});
}

TEST_CASE("normals: y - is the complement of green and touches nothing else") {
    const Terrain t = test::sample_terrain({31, 17});
    for (const int bits : {8, 16}) {
        const Raster plus = quantise_normals(t.normal, NormalY::plus, bits);
        const Raster minus = quantise_normals(t.normal, NormalY::minus, bits);
        const auto value = [&](const Raster& r, std::size_t i) -> int {
            return bits == 8 ? samples<std::uint8_t>(r)[i] : samples<std::uint16_t>(r)[i];
        };
        for (std::size_t i = 0; i < sample_count(plus); i += 3) {
            CHECK(value(plus, i) == value(minus, i));
            CHECK(value(plus, i + 1) + value(minus, i + 1) == (bits == 8 ? 255 : 65535));
            CHECK(value(plus, i + 2) == value(minus, i + 2));
        }
    }
}

TEST_CASE("normals: 8 bits keep the angle within 0.6 degrees") {
    const Terrain t = test::sample_terrain({64, 64});
    const Raster raster = quantise_normals(t.normal, NormalY::plus, 8);
    const auto& bytes = samples<std::uint8_t>(raster);
    for (std::size_t i = 0; i < t.normal.size(); ++i) {
        const auto component = [&](std::size_t k) { return (bytes[3 * i + k] - 127.5) / 127.5; };
        const double x = component(0), y = component(1), z = component(2);
        const glm::vec3 n = t.normal[i];
        const double cosine = (x * n.x + y * n.y + z * n.z) / std::sqrt(x * x + y * y + z * z);
        CHECK(cosine > std::cos(0.6 * 3.14159265 / 180));
    }
}

TEST_CASE("flow: still water is (128, 128, 0)") {
    const Grid<glm::vec3> still({1, 1}, {0.5F, 0.5F, 0.0F});
    CHECK(samples<std::uint8_t>(quantise_colours(still, 8, "flow")) == std::vector<std::uint8_t>{128, 128, 0});
    CHECK(samples<std::uint16_t>(quantise_colours(still, 16, "flow")) == std::vector<std::uint16_t>{32768, 32768, 0});
}

TEST_CASE("layer raster: each layer yields its own values, a missing one is an error") {
    const Terrain t = test::sample_terrain({6, 5});
    for (const auto& [layer, grid] :
         std::vector<std::pair<OutputLayer, const Grid<float>*>>{{OutputLayer::height, &t.height},
                                                                 {OutputLayer::stream, &t.stream},
                                                                 {OutputLayer::pool, &t.pool},
                                                                 {OutputLayer::water_level, &t.water_level},
                                                                 {OutputLayer::trees, &t.trees},
                                                                 {OutputLayer::erosion, &t.erosion},
                                                                 {OutputLayer::deposition, &t.deposition}}) {
        OutputSpec spec;
        spec.layer = layer;
        spec.format = OutputFormat::tiff32f;
        const LayerRaster made = layer_raster(t, spec);
        CHECK(samples<float>(made.raster) == std::vector<float>(grid->begin(), grid->end()));
        Terrain bare;
        bare.shape = t.shape;
        CHECK_THROWS_WITH(layer_raster(bare, spec), Catch::Contains(std::string(name_of(layer))));
    }
}
