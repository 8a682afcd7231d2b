// The lakes of the filled surface.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/router.h"

namespace terrain {

/// A connected body of water (over edges and corners); all of it has one level.
struct FilledLake {
    float level_m = 0;
    float depth_m = 0;  ///< greatest
    std::uint32_t cells = 0;
    double area_m2 = 0;
    double volume_m3 = 0;
    /// The dry cell that takes most of the lake's flow, where it spills (equal flows: the least index).
    std::uint32_t outlet = 0;
};

struct FilledLakes {
    Grid<std::uint32_t> id;        ///< 1 + index into list; 0 on dry land
    std::vector<FilledLake> list;  ///< by index of their first cell
};

/// Where the filled surface of `routing` stands above the ground it was made from.
FilledLakes find_lakes(const Grid<float>& height_m, const Routing& routing, double cell_size_m);

/// filled - height: the depth of standing water, >= 0; 0 where there is no data.
Grid<float> lake_depth(const Grid<float>& height_m, const Routing& routing);

}  // namespace terrain
