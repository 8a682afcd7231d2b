// What flows through the pipeline: the layers of one terrain over one grid shape, and the metres they are in.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <vector>

#include "core/grid.h"
#include "core/topology.h"

namespace terrain {

using Rgb8 = glm::u8vec3;

/// Metres of a map. The x axis points east, the y axis south (row 0 is north).
struct World {
    double cell_size_m = 10.0;  ///< on a planet: from north to south, and from west to east at the equator
    double low_m = 0.0;         ///< the height that the source's low end is mapped to
    double high_m = 2400.0;     ///< and its high end
    std::optional<double> sea_level_m;
    Projection projection = Projection::plane;
    Wrap wrap = Wrap::none;  ///< of a plane

    [[nodiscard]] Topology topology() const { return {projection, wrap}; }
};

struct Tree {
    float x_m = 0;       ///< metres east of the map's west edge
    float y_m = 0;       ///< metres south of the map's north edge
    float ground_m = 0;  ///< height of the ground there
    float size = 0;      ///< 0 (seedling) to 1 (full grown)
};

/// Layers of one shape; an empty grid is a layer that was not made.
struct Terrain {
    Shape shape;
    World world;
    Grid<float> height;        ///< ground, metres
    Grid<float> water_level;   ///< metres: surface of sea or lake where there is one, else the ground
    Grid<float> pool;          ///< depth of standing water, metres: water_level - height
    Grid<float> stream;        ///< stream map, 0 to 1
    Grid<glm::vec2> flow;      ///< mean direction of the water's motion (unit or shorter; 0 where none flows)
    Grid<float> trees;         ///< plant density, 0 to 1
    Grid<float> erosion;       ///< metres taken away by the hydrology, >= 0
    Grid<float> deposition;    ///< metres laid down by the hydrology, >= 0
    Grid<glm::vec3> normal;    ///< tangent space: x east, y north (OpenGL), z up
    Grid<glm::vec3> flow_map;  ///< flow and stream as colour, 0 to 1 (maps/flow_map.h)
    Grid<Rgb8> hillshade;      ///< coloured relief, sRGB
    std::vector<Tree> tree_list;
};

}  // namespace terrain
