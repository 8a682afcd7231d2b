// Grounds and checks that the tests of the maps share.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/grid.h"
#include "core/hash.h"
#include "core/parallel.h"

namespace terrain::surfaces {

inline constexpr std::array<Shape, 10> kShapes{
    {{1, 1}, {2, 2}, {3, 3}, {1, 7}, {7, 1}, {2, 5}, {5, 2}, {1, 2}, {9, 5}, {17, 6}}};

/// f(x, y) at every cell.
template <class F>
Grid<float> make(Shape shape, const F& f) {
    Grid<float> height(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            height(x, y) = static_cast<float>(f(static_cast<double>(x), static_cast<double>(y)));
        }
    }
    return height;
}

inline Grid<float> plane(Shape shape, double east, double south) {
    return make(shape, [&](double x, double y) { return 100.0 + east * x + south * y; });
}

inline Grid<float> rough(Shape shape, double relief = 50.0) {
    const RandomStream random(1, "maps test");
    Grid<float> height(shape);
    for (std::size_t i = 0; i < height.size(); ++i) height[i] = static_cast<float>(relief) * unit_float(random(i));
    return height;
}

/// The map with every height turned to its negative.
inline Grid<float> upside_down(Grid<float> height) {
    for (float& h : height) h = -h;
    return height;
}

template <class T>
bool same(const Grid<T>& a, const Grid<T>& b) {
    return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

/// Whether make_map(pool) is the same with one thread and with eight.
template <class MakeMap>
bool same_for_all_threads(const MakeMap& make_map) {
    ThreadPool one(1);
    ThreadPool eight(8);
    return same(make_map(one), make_map(eight));
}

inline bool all_finite(const Grid<float>& map) {
    return std::all_of(map.begin(), map.end(), [](float v) { return std::isfinite(v); });
}

}  // namespace terrain::surfaces
