#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/hash.h"
#include "planet/camera.h"
#include "planet/cull.h"
#include "planet/lod.h"
#include "planet/sectors.h"
#include "planet/selection.h"
#include "planet/sphere.h"
#include "planet/test_scene.h"
#include "preview/mesh.h"

namespace terrain::planet {
namespace {

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

Key bits_of(const glm::vec3& p) {
    return {std::bit_cast<std::uint32_t>(p.x + 0.0F), std::bit_cast<std::uint32_t>(p.y + 0.0F),
            std::bit_cast<std::uint32_t>(p.z + 0.0F)};
}

/// Instances of all sectors with random factors; borders as select_sectors makes them, or unmatched.
std::vector<Instance> random_instances(const std::vector<Sector>& sectors, std::uint64_t seed, bool matched) {
    const RandomStream random(seed, "test factors");
    std::vector<std::int32_t> factor(sectors.size());
    for (std::size_t k = 0; k < sectors.size(); ++k) factor[k] = 1 << bounded(random(k), 5);
    std::vector<Instance> instances;
    for (std::size_t k = 0; k < sectors.size(); ++k) {
        Instance instance{static_cast<std::int32_t>(k), 0, factor[k], {}};
        for (std::size_t s = 0; s < 4; ++s) {
            const std::int32_t other = factor[static_cast<std::size_t>(sectors[k].neighbour[s])];
            instance.border[s] = matched ? std::min(factor[k], other) : factor[k];
        }
        instances.push_back(instance);
    }
    return instances;
}

struct MeshFigures {
    std::size_t unpaired = 0, slivers = 0;
    std::int64_t euler = 0;
};

MeshFigures figures_of(const std::vector<Sector>& sectors, const std::vector<Instance>& instances, std::int32_t grid) {
    std::map<Key, int> index;
    std::map<std::pair<int, int>, int> edges;
    MeshFigures figures;
    std::int64_t faces = 0;
    PatternCache patterns;
    const auto vertex = [&](const glm::vec3& p) {
        return index.try_emplace(bits_of(unit(p)), static_cast<int>(index.size())).first->second;
    };
    for (const Instance& instance : instances) {
        for_patches(sectors[static_cast<std::size_t>(instance.sector)], instance, grid, patterns,
                    [&](const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const PatchPattern& pattern) {
                        std::vector<int> at;
                        for (const glm::vec3& p : pattern.points) at.push_back(vertex(a * p.x + b * p.y + c * p.z));
                        for (const auto& t : pattern.triangles) {
                            ++faces;
                            const int v[3] = {at[t[0]], at[t[1]], at[t[2]]};
                            if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) ++figures.slivers;
                            for (int k = 0; k < 3; ++k) ++edges[{v[k], v[(k + 1) % 3]}];
                        }
                    });
    }
    for (const auto& [edge, count] : edges) {
        const auto back = edges.find({edge.second, edge.first});
        if (count != 1 || back == edges.end() || back->second != 1) ++figures.unpaired;
    }
    figures.euler = static_cast<std::int64_t>(index.size()) - static_cast<std::int64_t>(edges.size()) / 2 + faces;
    return figures;
}

TEST_CASE("The mesh is closed for any factors", "[planet]") {
    const auto sectors = make_sectors(4);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const MeshFigures f = figures_of(sectors, random_instances(sectors, seed, true), seed % 2 == 0 ? 1 : 2);
        CHECK(f.unpaired == 0);
        CHECK(f.slivers == 0);
        CHECK(f.euler == 2);
    }
    // The check itself bites: neighbours that do not agree leave open edges.
    CHECK(figures_of(sectors, random_instances(sectors, 1, false), 2).unpaired > 1000);
}

TEST_CASE("The pattern has the triangles of Direct3D's integer tessellation", "[planet]") {
    for (std::int32_t factor = 1; factor <= 64; factor *= 2) {
        const PatchPattern p = make_pattern({factor, factor, factor}, factor);
        CHECK(p.triangles.size() == static_cast<std::size_t>(factor == 1 ? 1 : 3 * factor * factor / 2));
        for (const glm::vec3& q : p.points) CHECK(q.x + q.y + q.z == Approx(1.0).margin(1e-6));
        for (const auto& t : p.triangles) {
            const glm::vec3 e = p.points[t[1]] - p.points[t[0]];
            const glm::vec3 f = p.points[t[2]] - p.points[t[0]];
            CHECK(e.y * f.z - e.z * f.y > 0.0F);
        }
    }
}

TEST_CASE("Every sector has four mutual neighbours in the right places", "[planet]") {
    for (const std::int32_t n : {2, 4, 8}) {
        const auto sectors = make_sectors(n);
        REQUIRE(sectors.size() == static_cast<std::size_t>(6 * n * n));
        int across = 0;
        for (std::size_t k = 0; k < sectors.size(); ++k) {
            const auto& near = sectors[k].neighbour;
            CHECK(std::set<std::int32_t>(near.begin(), near.end()).size() == 4);
            for (const std::int32_t other : near) {
                const auto& back = sectors[static_cast<std::size_t>(other)].neighbour;
                CHECK(std::count(back.begin(), back.end(), static_cast<std::int32_t>(k)) == 1);
                across += static_cast<std::size_t>(other) / static_cast<std::size_t>(n * n) !=
                                  k / static_cast<std::size_t>(n * n)
                              ? 1
                              : 0;
            }
            const auto in_face = static_cast<std::int32_t>(k) % (n * n);
            if (in_face / n + 1 < n) CHECK(near[kTop] == static_cast<std::int32_t>(k) + n);
            if (in_face % n + 1 < n) CHECK(near[kRight] == static_cast<std::int32_t>(k) + 1);
        }
        CHECK(across == 24 * n);
    }
    for (const Face& f : kFaces) CHECK(glm::cross(f.right, f.up) == -f.normal);
}

TEST_CASE("Displaced ground lies within its sector's sphere", "[planet]") {
    for (const std::int32_t n : {4, 16, 64}) {
        const auto sectors = make_sectors(n);
        for (const double high : {0.0, 0.03, 0.1}) {
            for (std::size_t k = 0; k < sectors.size(); k += 7) {
                const Sector& s = sectors[k];
                const glm::vec4 sphere = bounding_sphere(s.centre, static_cast<double>(s.angle), 0.98, 1.0 + high);
                for (const float x : {0.0F, 0.3F, 1.0F}) {
                    for (const float y : {0.0F, 0.6F, 1.0F}) {
                        const glm::vec3 d = unit(s.start + s.right * x + s.up * y);
                        for (const float r : {0.98F, 1.0F, static_cast<float>(1.0 + high)}) {
                            CHECK(glm::length(d * r - glm::vec3(sphere)) <= sphere.w);
                        }
                    }
                }
            }
        }
    }
}

TEST_CASE("No ground that shows over the horizon is culled", "[planet]") {
    const RandomStream random(7, "horizon");
    const auto sectors = make_sectors(8);
    std::size_t seen = 0;
    for (std::uint64_t k = 0; k < 40000; ++k) {
        const double distance = 1.001 + 9.0 * unit_double(random(k, 0)) * unit_double(random(k, 1));
        const double high = 1.0 + 0.1 * unit_double(random(k, 2));
        const Sector& s = sectors[bounded(random(k, 3), static_cast<std::uint32_t>(sectors.size()))];
        const auto x = unit_float(random(k, 4));
        const auto y = unit_float(random(k, 5));
        const glm::dvec3 p = glm::normalize(glm::dvec3(s.start + s.right * x + s.up * y)) * high;
        const glm::dvec3 dir =
            direction_of(180.0 * unit_double(random(k, 6)) - 90.0, 360.0 * unit_double(random(k, 7)));
        const glm::dvec3 eye = dir * std::max(distance, high);
        // Seen if the segment from the eye to the peak passes the unit sphere, which hides what is behind it.
        const glm::dvec3 along = glm::normalize(p - eye);
        const double t = -glm::dot(eye, along);
        const bool is_hidden = t > 0 && t < glm::length(p - eye) && glm::length(eye + along * t) < 1.0;
        if (is_hidden) continue;
        ++seen;
        const double least = horizon_cosine(glm::length(eye), 1.0, high, static_cast<double>(s.angle));
        CHECK(glm::dot(dir, glm::dvec3(s.centre)) >= least);
    }
    CHECK(seen > 5000);
}

TEST_CASE("Levels of detail cover every cosine once", "[planet]") {
    for (const std::int32_t n : {1, 2, 3, 4, 8}) {
        for (const double widest : {0.005, 0.02, 0.9, 2.0}) {
            const auto lower = geometric_ranges(widest, n);
            CHECK(lower.front() == Approx(1.0 - widest));
            for (std::size_t k = 1; k < lower.size(); ++k) CHECK(lower[k] > lower[k - 1]);
            CHECK(lower.back() < 1.0);
        }
    }
    Scene scene = test_scene(64, 32);
    for (const double distance : {1.00001, 1.02, 1.5, 3.0, 8.0, 500.0}) {
        for (const std::int32_t n : {1, 2, 3, 4, 6, 8}) {
            for (const float high : {0.0F, 0.03F, 0.2F}) {
                scene.geometry.levels = n;
                scene.geometry.highest = high;
                scene.views[0].eye = {0.0F, 0.0F, static_cast<float>(distance)};
                const auto levels = lod_levels(scene, scene.views[0]);
                CHECK(levels.size() <= static_cast<std::size_t>(n));
                CHECK(levels.front().dot_min == -1.0F);
                CHECK(levels.back().dot_max == 1.0F);
                for (std::size_t k = 1; k < levels.size(); ++k) {
                    CHECK(levels[k].dot_min == levels[k - 1].dot_max);
                    CHECK(levels[k].dot_min > levels[k - 1].dot_min);
                    CHECK(level_of(levels, levels[k].dot_min) == static_cast<std::int32_t>(k));
                }
                CHECK(level_of(levels, std::nextafter(1.0F, 2.0F)) == static_cast<std::int32_t>(levels.size()) - 1);
                CHECK(level_of(levels, -1.0F) == 0);
            }
        }
    }
    for (int x = 1; x <= 64; ++x) {
        CHECK(power_of_two_floor(x) == static_cast<int>(std::bit_floor(static_cast<unsigned>(x))));
        CHECK(power_of_two_ceiling(x) == static_cast<int>(std::bit_ceil(static_cast<unsigned>(x))));
        CHECK(power_of_two_floor(std::nextafter(x, 0.0)) <= x);
        CHECK(power_of_two_ceiling(std::nextafter(x, 100.0)) > x);
    }
}

TEST_CASE("Map coordinates agree with the library's arc tangent, and have no hole", "[planet]") {
    for (int i = -200; i <= 200; ++i) {
        for (int j = -99; j <= 99; ++j) {
            const double b = 3.141592653589793 * i / 200.0;
            const double e = 1.5707963267948966 * j / 100.0;
            const glm::vec3 d(std::cos(e) * std::cos(b), std::sin(e), std::cos(e) * std::sin(b));
            const glm::vec2 uv = map_coordinates(d);
            double u = std::atan2(static_cast<double>(d.z), static_cast<double>(d.x)) / 6.283185307179586;
            if (u < 0) u += 1;
            const double apart = std::fabs(static_cast<double>(uv.x) - u);
            CHECK(std::min(apart, 1.0 - apart) < 2e-7);
            const double v =
                std::atan2(std::hypot(static_cast<double>(d.x), static_cast<double>(d.z)), static_cast<double>(d.y)) /
                3.141592653589793;
            CHECK(std::fabs(static_cast<double>(uv.y) - v) < 2e-7);
        }
    }
    CHECK(map_coordinates({-1.0F, 0.0F, -0.0F}) == map_coordinates({-1.0F, 0.0F, 0.0F}));
    CHECK(map_coordinates({-1.0F, 0.0F, 0.0F}).x == Approx(0.5));
    CHECK(map_coordinates({0.0F, 0.0F, 1.0F}).x == Approx(0.25));
    CHECK(map_coordinates({0.0F, 1.0F, 0.0F}) == glm::vec2(0.0F, 0.0F));
    CHECK(map_coordinates({-0.0F, std::nextafter(1.0F, 2.0F), -0.0F}) == glm::vec2(0.0F, 0.0F));
    CHECK(map_coordinates({0.0F, -1.0F, 0.0F}) == glm::vec2(0.0F, 1.0F));
}

TEST_CASE("The walking camera keeps its frame over many steps", "[planet]") {
    WalkCamera camera(30, 40, 1.01, 75);
    const RandomStream random(3, "walk");
    for (std::uint64_t k = 0; k < 5000; ++k) {
        camera.turn(unit_double(random(k, 0)) - 0.5, unit_double(random(k, 1)) - 0.5);
        const glm::dvec3 before = camera.gaze();
        camera.step(0.0, 0.0, 1.01);
        // The turn went into the frame: the view does not jump.
        CHECK(glm::length(camera.gaze() - before) < 1e-9);
        camera.step(0.02 * (unit_double(random(k, 2)) - 0.3), 0.02 * (unit_double(random(k, 3)) - 0.5), 1.01);
        CHECK(glm::length(camera.position()) == Approx(1.01).epsilon(1e-12));
        for (const auto& [a, b] : {std::pair{camera.up(), camera.ahead()},
                                   {camera.up(), camera.right()},
                                   {camera.ahead(), camera.right()}}) {
            CHECK(std::fabs(glm::dot(a, b)) < 1e-9);
        }
        CHECK(glm::length(glm::cross(camera.up(), camera.ahead()) - camera.right()) < 1e-9);
    }
}

TEST_CASE("Headings of the walking camera are those of a compass", "[planet]") {
    const WalkCamera north(0, 0, 1, 0);
    CHECK(north.ahead().y == Approx(1.0));
    const WalkCamera east(0, 0, 1, 90);
    CHECK(glm::dot(east.ahead(), direction_of(0, 1)) > 0.01);
    CHECK(glm::dot(north.right(), east.ahead()) == Approx(1.0));
}

TEST_CASE("The orbit camera fits the planet and stands where it is told to", "[planet]") {
    const View view = orbit_view({.latitude = 90, .longitude = 0, .fov = 40, .distance = 3}, 1.0, 1.0, 1.02);
    CHECK(view.eye.y == Approx(3.0));
    CHECK(glm::length(view.up + glm::vec3(direction_of(0, 0))) < 1e-6F);
    // A sphere that spans `fill` of the half height touches that line exactly.
    const double d = fit_distance(1.0, 0.8, 35, 1.6);
    CHECK(disc_radius(d, 35) == Approx(0.8));
    CHECK(disc_radius(fit_distance(1.0, 0.8, 35, 0.5), 35) == Approx(0.4));
}

TEST_CASE("Adaptive levels draw a quarter of the uniform mesh", "[planet]") {
    Scene scene = test_scene(2048, 1024);
    scene.geometry.highest = 0.022F;
    scene.width = scene.height = 512;
    const auto sectors = make_sectors(scene.geometry.sectors);
    const auto triangles = [&](const Selection& selection) {
        std::size_t count = 0;
        PatternCache patterns;
        for (const Instance& i : selection.instances) {
            for_patches(sectors[static_cast<std::size_t>(i.sector)], i, scene.geometry.grid, patterns,
                        [&](const glm::vec3&, const glm::vec3&, const glm::vec3&, const PatchPattern& pattern) {
                            count += pattern.triangles.size();
                        });
        }
        return count;
    };
    for (const std::int32_t side : {256, 512, 1024, 2048}) {
        scene.width = scene.height = side;
        scene.geometry.adaptive = true;
        scene.cull = CullMode::cpu;
        scene.views[0] = orbit_view({.latitude = 20, .longitude = 30}, 1.0, 1.0, 1.022);
        const Selection adaptive = select_sectors(sectors, scene, scene.views[0]);
        std::int32_t finest = 1;
        for (const Instance& i : adaptive.instances) finest = std::max(finest, i.factor);
        scene.geometry.adaptive = false;
        scene.geometry.largest_factor = finest;
        scene.cull = CullMode::off;
        const std::size_t uniform = triangles(select_sectors(sectors, scene, scene.views[0]));
        scene.geometry.largest_factor = kMaximumFactor;
        INFO(side << " pixels, finest factor " << finest);
        if (finest > 1) CHECK(triangles(adaptive) * 4 <= uniform);
    }
}

}  // namespace
}  // namespace terrain::planet
