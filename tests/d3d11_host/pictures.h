// Renderers and comparisons for the tests of pictures.
#pragma once

#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "core/parallel.h"
#include "d3d11_host/d3d11_renderer.h"
#include "preview/backend.h"

namespace terrain {

/// Where Direct3D 11 can be had; else says so in the words by which CTest knows a skipped test.
inline std::optional<D3d11Environment> d3d11_or_skip() {
    D3d11Search search = find_d3d11(program_folder());
    if (!search.found) {
        if (std::getenv("TERRAIN_REQUIRE_D3D11") != nullptr) FAIL(search.missing);
        std::cout << "Direct3D 11 is skipped: " << search.missing << std::endl;
    }
    return search.found;
}

struct Rendered {
    std::vector<planet::Picture> pictures;
    std::vector<D3d11Figures> figures;
};

inline Rendered render(D3d11Renderer& renderer, const planet::Scene& scene) {
    Rendered result;
    Progress progress;
    renderer.render(
        scene, progress,
        [&](std::size_t view, planet::Picture&& picture, const D3d11Figures& figures) {
            REQUIRE(view == result.pictures.size());
            result.pictures.push_back(std::move(picture));
            result.figures.push_back(figures);
        },
        true);
    REQUIRE(result.pictures.size() == scene.views.size());
    return result;
}

inline std::vector<planet::Picture> render_reference(const planet::Scene& scene) {
    std::vector<planet::Picture> result;
    Progress progress;
    ThreadPool pool(0);
    make_reference_backend()->render(
        scene, pool, progress, [&](std::size_t, planet::Picture&& picture) { result.push_back(std::move(picture)); });
    return result;
}

struct Difference {
    double mean = 0;       ///< levels of 255, over all channels
    double off_share = 0;  ///< of the pixels: more than 16 levels off in a channel
};

inline Difference difference(const planet::Picture& a, const planet::Picture& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    double sum = 0, off = 0;
    for (std::size_t k = 0; k < a.pixels.size(); ++k) {
        int most = 0;
        for (int c = 0; c < 4; ++c) {
            const int step = std::abs(int(a.pixels[k][c]) - int(b.pixels[k][c]));
            sum += step;
            most = std::max(most, step);
        }
        off += most > 16 ? 1 : 0;
    }
    const auto count = static_cast<double>(a.pixels.size());
    return {sum / count / 4.0, off / count};
}

}  // namespace terrain
