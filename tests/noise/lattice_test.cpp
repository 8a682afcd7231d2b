#include "noise/lattice.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/hash.h"
#include "noise/octave.h"

using namespace terrain;

TEST_CASE("gradients are evenly spread and of one length") {
    double x = 0.0, y = 0.0;
    for (const Gradient g : gradient_table()) {
        x += static_cast<double>(g.x), y += static_cast<double>(g.y);
        REQUIRE(std::hypot(g.x, g.y) == Approx(std::sqrt(2.0)));
    }
    REQUIRE(std::fabs(x) < 1e-5);
    REQUIRE(std::fabs(y) < 1e-5);
}

TEST_CASE("the lattice hash keeps its values") {
    // The hash is fixed by the version of the noise: a change here changes every map.
    const auto keys = [](std::uint64_t seed) {
        const Lattice lattice(RandomStream(seed, "perlin"), 0);
        std::vector<std::uint32_t> k;
        for (const std::int64_t i : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 40}) {
            k.push_back(lattice.column_key(i));
            k.push_back(lattice.row_key(i));
        }
        return k;
    };
    REQUIRE(keys(0) == std::vector<std::uint32_t>{0xf6a8afadU, 0x7d9e2e73U, 0xb0682086U, 0xb1275de4U, 0x7d5febdeU,
                                                  0x54e0e123U, 0xd484ce37U, 0xba1da4d1U});
    REQUIRE(keys(1) == std::vector<std::uint32_t>{0xac884257U, 0xb60b6ef5U, 0x69cf9973U, 0x3e6291efU, 0x531c5990U,
                                                  0x46fa8634U, 0xc594bc90U, 0x67be381fU});
    REQUIRE(keys(4294967297ULL) == std::vector<std::uint32_t>{0xd88c29ebU, 0x32eb48dfU, 0x55aa8e42U, 0xfe85d774U,
                                                              0x01671dcaU, 0xf5d162c0U, 0xdb54c901U, 0x92e4d60bU});
    const Lattice lattice(RandomStream(1, "perlin"), 0);
    const Gradient* table = gradient_table().data();
    std::vector<long> entries;
    for (std::int64_t x = 0; x < 16; ++x) {
        const Gradient g = lattice.gradient(lattice.column_key(x), lattice.row_key(3));
        for (long i = 0; i < 256; ++i) {
            if (table[i].x == g.x && table[i].y == g.y) entries.push_back(i);
        }
    }
    REQUIRE(entries == std::vector<long>{109, 244, 139, 78, 91, 154, 184, 215, 208, 199, 41, 237, 190, 23, 144, 117});
}

TEST_CASE("neighbouring gradients are uncorrelated and all directions are used") {
    const Lattice lattice(RandomStream(1, "perlin"), 0);
    const int n = 200;
    const auto at = [&](std::int64_t x, std::int64_t y) {
        return lattice.gradient(lattice.column_key(x), lattice.row_key(y));
    };
    std::vector<int> used(16);
    double along = 0.0, across = 0.0, diagonal = 0.0;
    for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
            const Gradient g = at(x, y);
            const auto dot = [&](Gradient h) { return static_cast<double>(g.x * h.x + g.y * h.y) / (2.0 * n * n); };
            along += dot(at(x + 1, y));
            across += dot(at(x, y + 1));
            diagonal += dot(at(x + 1, y + 1));
            const double turn = (std::atan2(static_cast<double>(g.y), static_cast<double>(g.x)) / M_PI + 1.0) * 8.0;
            ++used[static_cast<std::size_t>(turn) % 16];
        }
    }
    // Standard error of each mean: 1 / sqrt(2 n^2) = 0.0035.
    REQUIRE(std::fabs(along) < 0.015);
    REQUIRE(std::fabs(across) < 0.015);
    REQUIRE(std::fabs(diagonal) < 0.015);
    for (const int count : used) REQUIRE(std::abs(count - n * n / 16) < 300);
}

TEST_CASE("noise is 0 on lattice points, continuous across cells, within [-1, 1]") {
    const Lattice lattice(RandomStream(2, "perlin"), 3);
    PointSampler noise(lattice);
    float most = 0.0F;
    for (std::int64_t y = -20; y < 20; ++y) {
        for (std::int64_t x = -20; x < 20; ++x) {
            REQUIRE(noise(x, y, 0.0F, 0.0F) == 0.0F);
            for (const float t : {0.0F, 0.3F, 0.9F}) {
                REQUIRE(noise(x, y, 1.0F, t) == Approx(noise(x + 1, y, 0.0F, t)).margin(1e-6));
                REQUIRE(noise(x, y, t, 1.0F) == Approx(noise(x, y + 1, t, 0.0F)).margin(1e-6));
                most = std::max(most, std::fabs(noise(x, y, t, 0.5F)));
            }
        }
    }
    REQUIRE(most <= 1.0F);
    REQUIRE(most > 0.5F);
}

TEST_CASE("a row at once, by either kernel, and point by point are the same bits") {
    const RandomStream stream(3, "perlin");
    for (const double cells_per_sample : {0.001, 0.09, 0.51, 0.899, 0.9, 1.0, 7.3}) {
        for (const std::int32_t width : {1, 7, 8, 9, 64, 301}) {
            const NoiseWindow window{{width, 5}, {cells_per_sample, cells_per_sample}, {-3.25, 1e9 + 0.5}};
            const OctaveWindow octave(make_octave(stream, 1, 1.0), window);
            OctaveRows rows(octave), scalar(octave), points(octave);
            const auto n = static_cast<std::size_t>(width);
            std::vector<float> a(n), b(n), c(n);
            std::vector<double> x(n), y(n);
            for (std::int32_t r = 0; r < 5; ++r) {
                for (std::int32_t i = 0; i < width; ++i) {
                    x[static_cast<std::size_t>(i)] = window.local(0, i);
                    y[static_cast<std::size_t>(i)] = window.local(1, r);
                }
                rows.straight(r, a.data(), Simd::automatic);
                scalar.straight(r, b.data(), Simd::scalar);
                points.at(x.data(), y.data(), c.data());
                INFO(cells_per_sample << " width " << width << " row " << r);
                REQUIRE(a == b);
                REQUIRE(a == c);
            }
        }
    }
}

TEST_CASE("samples in step with the lattice stay off its lines") {
    for (std::uint64_t index = 0; index < 50; ++index) {
        for (const double cells_per_sample : {1.0, 2.0, 3.0}) {
            const NoiseWindow window{{64, 64}, {cells_per_sample, cells_per_sample}, {0.0, 0.0}};
            const OctaveWindow octave(make_octave(RandomStream(5, "perlin"), index, 1.0), window);
            OctaveRows rows(octave);
            std::vector<float> row(64);
            double squares = 0.0;
            for (std::int32_t y = 0; y < 64; ++y) {
                rows.straight(y, row.data(), Simd::automatic);
                for (const float v : row) squares += static_cast<double>(v * v) / (64.0 * 64.0);
            }
            REQUIRE(std::sqrt(squares) > 0.3 * 0.305);  // of the noise's own root mean square
        }
    }
}

TEST_CASE("rows may be asked for in any order") {
    const NoiseWindow window{{50, 50}, {0.13, 0.13}, {0.0, 0.0}};
    const OctaveWindow octave(make_octave(RandomStream(4, "perlin"), 0, 1.0), window);
    OctaveRows down(octave), up(octave);
    std::vector<std::vector<float>> first(50, std::vector<float>(50)), second = first;
    for (std::int32_t y = 0; y < 50; ++y) down.straight(y, first[static_cast<std::size_t>(y)].data(), Simd::automatic);
    for (std::int32_t y = 49; y >= 0; --y) up.straight(y, second[static_cast<std::size_t>(y)].data(), Simd::automatic);
    REQUIRE(first == second);
}

TEST_CASE("cells and fractions follow the floor below 0") {
    for (const double offset : {-7.0, -0.25, 0.0, 1e9}) {
        const AxisMap map(2.0, 0.25, offset);
        for (const double local : {-3.0, -0.7, -0.125, 0.0, 0.3, 5.5}) {
            const double place = 2.0 * (std::floor(offset) + local) + 0.25;
            INFO(offset << " " << local);
            REQUIRE(map(local).cell == static_cast<std::int64_t>(std::floor(place)));
            REQUIRE(map(local).fraction == Approx(place - std::floor(place)).margin(1e-6));
        }
    }
}
