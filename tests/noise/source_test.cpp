#include "noise/source.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "core/errors.h"

using namespace terrain;

namespace {

Grid<float> sample(const PerlinParameters& p, std::uint64_t seed, Shape shape, int octaves = 64, int threads = 1,
                   Simd simd = Simd::automatic) {
    ThreadPool pool(threads);
    Progress silent;
    PerlinSource source(p, seed);
    source.use_simd(simd);
    return source.sample(shape, octaves, pool, silent);
}

bool same_bits(const Grid<float>& a, const Grid<float>& b) {
    return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

double largest_difference(const Grid<float>& a, const Grid<float>& b) {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(static_cast<double>(a[i] - b[i])));
    return most;
}

double deviation(const Grid<float>& g) {
    double sum = 0.0, squares = 0.0;
    for (const float v : g) sum += static_cast<double>(v), squares += static_cast<double>(v) * static_cast<double>(v);
    const auto n = static_cast<double>(g.size());
    return std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
}

/// Standard deviation of the differences between neighbours along x.
double roughness(const Grid<float>& g) {
    Grid<float> d({g.width() - 1, g.height()});
    for (std::int32_t y = 0; y < d.height(); ++y) {
        for (std::int32_t x = 0; x < d.width(); ++x) d(x, y) = g(x + 1, y) - g(x, y);
    }
    return deviation(d);
}

std::size_t distinct_16_bit(const Grid<float>& g) {
    std::set<int> seen;
    for (const float v : g) seen.insert(static_cast<int>(std::floor(v * 65535.0F)));
    return seen.size();
}

PerlinParameters of_type(FractalType type, double warp = 0.0) {
    PerlinParameters p;
    p.type = type;
    p.warp = warp;
    return p;
}

constexpr FractalType kTypes[] = {FractalType::fbm, FractalType::ridged, FractalType::billow};

}  // namespace

TEST_CASE("a map is not flat when samples and lattice cells march in step") {
    for (const double cells_per_sample : {1.0, 2.0, 3.0, 0.5}) {
        PerlinParameters p;
        p.octaves = 1;
        p.frequency = 128.0 * cells_per_sample;
        PerlinParameters usual = p;
        usual.frequency = 128.0 * 0.137;
        INFO(cells_per_sample);
        REQUIRE(deviation(sample(p, 1, {128, 128})) > 0.05 * deviation(sample(usual, 1, {128, 128})));
        std::set<float> values;
        for (const float v : sample(p, 1, {128, 128})) values.insert(v);
        REQUIRE(values.size() > 100);
    }
}

TEST_CASE("nothing repeats after 256 cells or other powers of two") {
    PerlinParameters p;
    p.octaves = 1;
    p.frequency = 16.0;
    const Grid<float> here = sample(p, 1, {64, 64});
    for (const double shift : {256.0, 65536.0, 4294967296.0, 281474976710656.0}) {
        PerlinParameters x = p, y = p;
        x.offset = {shift, 0.0};
        y.offset = {0.0, shift};
        INFO(shift);
        REQUIRE(largest_difference(here, sample(x, 1, {64, 64})) > 0.1);
        REQUIRE(largest_difference(here, sample(y, 1, {64, 64})) > 0.1);
    }
}

TEST_CASE("there is no crease and no mirror at coordinate 0") {
    for (const FractalType type : kTypes) {
        PerlinParameters p = of_type(type);
        p.octaves = 3;
        p.frequency = 4.0;
        p.offset = {-2.0, -2.0};  // 0 lies between samples 127 and 128
        const Grid<float> g = sample(p, 3, {256, 256});
        const auto step = [&](std::int32_t x) {
            float most = 0.0F;
            for (std::int32_t y = 0; y < 256; ++y) most = std::max(most, std::fabs(g(x + 1, y) - g(x, y)));
            return most;
        };
        float usual = 0.0F;
        for (std::int32_t x = 117; x < 138; ++x) usual = x == 127 ? usual : std::max(usual, step(x));
        REQUIRE(step(127) <= usual * 1.2F);
        double mirrored = 0.0;
        for (std::int32_t y = 0; y < 256; ++y) {
            for (std::int32_t x = 0; x < 128; ++x) {
                mirrored = std::max(mirrored, std::fabs(static_cast<double>(g(127 - x, y) - g(128 + x, y))));
            }
        }
        REQUIRE(mirrored > 0.2);
    }
}

TEST_CASE("far windows are as rough and as fine as the one at the origin") {
    for (const double warp : {0.0, 0.2}) {
        for (const double lacunarity : {2.0, 1.93}) {
            PerlinParameters p;
            p.frequency = 24.0;
            p.warp = warp;
            p.lacunarity = lacunarity;
            const Grid<float> here = sample(p, 5, {256, 256});
            for (const double far : {1e5, 1e7, 1e9, -1e9}) {
                PerlinParameters q = p;
                q.offset = {far, far};
                const Grid<float> there = sample(q, 5, {256, 256});
                INFO(far << " warp " << warp << " lacunarity " << lacunarity);
                REQUIRE(roughness(there) == Approx(roughness(here)).epsilon(0.1));
                REQUIRE(static_cast<double>(distinct_16_bit(there)) ==
                        Approx(static_cast<double>(distinct_16_bit(here))).epsilon(0.1));
            }
        }
    }
}

TEST_CASE("a window moved by whole cells shows the same samples") {
    for (const FractalType type : kTypes) {
        for (const double warp : {0.0, 0.3}) {
            PerlinParameters p = of_type(type, warp);
            p.frequency = 4.0;
            const auto check = [&](Shape shape, std::int32_t dx, std::int32_t dy, double tolerance) {
                const double step = p.frequency / std::max(shape.width, shape.height);
                PerlinParameters moved = p;
                moved.offset = {p.offset[0] + dx * step, p.offset[1] + dy * step};
                const Grid<float> a = sample(p, 9, shape), b = sample(moved, 9, shape);
                double most = 0.0;
                for (std::int32_t y = dy; y < shape.height; ++y) {
                    for (std::int32_t x = dx; x < shape.width; ++x) {
                        most = std::max(most, std::fabs(static_cast<double>(a(x, y) - b(x - dx, y - dy))));
                    }
                }
                INFO(shape.width << "x" << shape.height << " by " << dx << ", " << dy);
                REQUIRE(most <= tolerance);
            };
            check({128, 128}, 127, 0, 0.0);
            check({128, 64}, 5, 63, 0.0);
            check({129, 100}, 128, 0, 1e-5);
            check({101, 129}, 3, 128, 1e-5);
            p.offset = {1e9, -1e9};
            check({128, 128}, 127, 0, 0.0);
            p.lacunarity = 2.17;
            p.offset = {0.0, 0.0};
            check({128, 128}, 127, 0, 1e-5);
        }
    }
}

TEST_CASE("ten awkward seeds give ten different maps") {
    std::vector<Grid<float>> maps;
    for (const std::uint64_t seed : {0ULL, 1ULL, 255ULL, 256ULL, 65535ULL, 65536ULL, 4294967296ULL, 9007199254740992ULL,
                                     9007199254740993ULL, 18446744073709551615ULL}) {
        maps.push_back(sample({}, seed, {32, 32}));
    }
    for (std::size_t i = 0; i < maps.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) REQUIRE(largest_difference(maps[i], maps[j]) > 0.1);
    }
}

TEST_CASE("threads and kernels do not change a bit") {
    for (const FractalType type : kTypes) {
        for (const double warp : {0.0, 0.4}) {
            PerlinParameters p = of_type(type, warp);
            p.curve = {{0.0, 0.0}, {0.4, 0.1}, {1.0, 1.0}};
            for (const Shape shape : {Shape{200, 120}, Shape{120, 200}, Shape{1, 1}, Shape{2, 2}, Shape{3, 3},
                                      Shape{257, 3}, Shape{5, 301}}) {
                const Grid<float> one = sample(p, 2, shape);
                INFO(shape.width << "x" << shape.height);
                REQUIRE(same_bits(one, sample(p, 2, shape, 64, 2)));
                REQUIRE(same_bits(one, sample(p, 2, shape, 64, 8)));
                REQUIRE(same_bits(one, sample(p, 2, shape, 64, 1, Simd::scalar)));
                for (const float v : one) REQUIRE(std::isfinite(v));
            }
        }
    }
}

TEST_CASE("typical maps fill most of the nominal range and stay near it") {
    for (const FractalType type : kTypes) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const Grid<float> g = sample(of_type(type), seed, {512, 512});
            const auto [low, high] = std::minmax_element(g.begin(), g.end());
            INFO(static_cast<int>(type) << " seed " << seed);
            REQUIRE(*high - *low > 0.75F);
            REQUIRE(*low > -0.05F);
            REQUIRE(*high < 1.05F);
        }
    }
}

TEST_CASE("a map of another size shows the same landscape") {
    for (const FractalType type : kTypes) {
        for (const double warp : {0.0, 0.4}) {
            PerlinParameters p = of_type(type, warp);
            p.octaves = 5;
            const Grid<float> coarse = sample(p, 4, {96, 64}), fine = sample(p, 4, {288, 192});
            // An odd ratio puts the centre of every third fine cell on a coarse one's.
            double most = 0.0;
            for (std::int32_t y = 0; y < 64; ++y) {
                for (std::int32_t x = 0; x < 96; ++x) {
                    most = std::max(most, std::fabs(static_cast<double>(coarse(x, y) - fine(3 * x + 1, 3 * y + 1))));
                }
            }
            REQUIRE(most < 1e-5);
        }
    }
}

TEST_CASE("fewer octaves give the same landscape with less detail, at the same height") {
    for (const FractalType type : kTypes) {
        const Grid<float> all = sample(of_type(type), 6, {256, 256}), four = sample(of_type(type), 6, {256, 256}, 4);
        double shift = 0.0, most = 0.0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double d = static_cast<double>(all[i] - four[i]);
            shift += d / static_cast<double>(all.size());
            most = std::max(most, std::fabs(d));
        }
        INFO(static_cast<int>(type));
        REQUIRE(std::fabs(shift) < 0.02);
        REQUIRE(most < 0.2);
        REQUIRE(most > 0.001);
        REQUIRE(roughness(four) < roughness(all));
    }
}

TEST_CASE("parameters change what they say") {
    const PerlinParameters p;
    const Grid<float> base = sample(p, 7, {128, 128});
    const auto differs = [&](const PerlinParameters& q) {
        return largest_difference(base, sample(q, 7, {128, 128})) > 0.01;
    };
    PerlinParameters q = p;
    q.lacunarity = 2.3;
    REQUIRE(differs(q));
    q = p;
    q.persistence = 0.6;
    REQUIRE(differs(q));
    REQUIRE(roughness(sample(q, 7, {128, 128})) > roughness(base));
    q = p;
    q.warp = 0.1;
    REQUIRE(differs(q));
    q = p;
    q.frequency = 6.0;
    REQUIRE(differs(q));
    q = p;
    q.curve = {{0.0, 0.0}, {0.5, 0.2}, {1.0, 1.0}};
    REQUIRE(differs(q));
    REQUIRE(differs(of_type(FractalType::ridged)));
    REQUIRE(differs(of_type(FractalType::billow)));
}

TEST_CASE("band_limit counts the octaves that a map can show") {
    const PerlinSource source({}, 1);  // frequency 3, 8 octaves of lacunarity 2
    REQUIRE(source.band_limit({1, 1}) == 1);
    REQUIRE(source.band_limit({128, 100}) == 5);  // 128 / 48 = 2.7 samples, 128 / 96 = 1.3
    REQUIRE(source.band_limit({100, 128}) == 5);
    REQUIRE(source.band_limit({256, 256}) == 6);
    REQUIRE(source.band_limit({4096, 4096}) == 8);
}

TEST_CASE("parameters out of range are refused by name") {
    const auto message = [](PerlinParameters p) -> std::string {
        try {
            const PerlinSource source(p, 1);
        } catch (const UserError& e) {
            return e.what();
        }
        return "accepted";
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    PerlinParameters p;
    p.octaves = 0;
    REQUIRE_THAT(message(p), Catch::Contains("source.perlin.octaves is 0"));
    p = {};
    p.frequency = 0.0;
    REQUIRE_THAT(message(p), Catch::Contains("source.perlin.frequency"));
    p.frequency = nan;
    REQUIRE_THAT(message(p), Catch::Contains("source.perlin.frequency"));
    p = {};
    p.octaves = 50;
    REQUIRE_THAT(message(p), Catch::Contains("noise cells across the map"));
    p = {};
    p.offset = {0.0, 1e18};
    REQUIRE_THAT(message(p), Catch::Contains("source.perlin.offset"));
    p = {};
    p.curve = {{0.5, 0.5}, {0.5, 0.6}};
    REQUIRE_THAT(message(p), Catch::Contains("source.perlin.curve[1]"));
}

TEST_CASE("a stage that is interrupted stops") {
    struct Stop : Progress {
        void check() const override { throw Interrupted(); }
    } stop;
    ThreadPool pool(2);
    REQUIRE_THROWS_AS(PerlinSource({}, 1).sample({64, 64}, 8, pool, stop), Interrupted);
}
