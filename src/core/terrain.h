// What flows through the pipeline: the layers of one terrain over one grid shape, and the metres they are in.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/georeference.h"
#include "core/grid.h"
#include "core/topology.h"

namespace terrain {

using Rgb8 = glm::u8vec3;
using Rgba8 = glm::u8vec4;

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

/// Of the picture of the landscape statistics (maps/statistics_chart.h).
inline constexpr Shape kStatisticsChartShape{1200, 400};

/// A river between its head or a confluence and the next confluence or its end.
struct River {
    std::vector<std::uint32_t> cells;  ///< row-major indices, downstream; the last one is the first of the next river
    int order = 1;                     ///< Strahler
    double length_m = 0;
    double area_m2 = 0;      ///< drainage area at its lower end
    std::int64_t next = -1;  ///< index of the river it flows into, or -1
};

/// Corners of cells (column, row; whole numbers from the north-west corner) around an area, the last joined to the
/// first: with y downwards, clockwise is the outline of an area and anticlockwise that of a hole in it.
using Ring = std::vector<glm::ivec2>;
/// An outline and its holes.
using Polygon = std::vector<Ring>;

struct Lake {
    double area_m2 = 0, volume_m3 = 0, level_m = 0, deepest_m = 0;
    std::uint32_t outlet = 0;       ///< the dry cell that it spills to
    std::vector<Polygon> outlines;  ///< one for each part whose cells touch at edges
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

    Grid<std::uint8_t> no_data;  ///< 1 = the source knows nothing there; empty: it knows all
    GeoReference geo;            ///< of the source, for this shape; empty for noise

    // Made from the ground (maps/).
    Grid<float> slope;              ///< percent
    Grid<float> slope_degrees;      ///< degrees
    Grid<float> aspect;             ///< degrees, -1 on level ground (maps/aspect.h)
    Grid<float> profile_curvature;  ///< 1/m
    Grid<float> plan_curvature;     ///< 1/m
    Grid<float> ambient_occlusion;  ///< 0 to 1
    Grid<float> wetness;            ///< topographic wetness index
    Grid<std::uint8_t> slope_class, landform;
    Grid<std::uint8_t> water, water_routed;  ///< codes (maps/water_mask.h), by the hydrology and by the routing
    Grid<Rgba8> splat, splat_routed;
    Grid<Rgb8> statistics_chart;  ///< a shape of its own
    std::string statistics;       ///< JSON

    // Made by the routing (routing/).
    Grid<glm::vec3> flow_map_routed;
    Grid<float> drainage_scale;  ///< drainage area, 0 to 1 on a logarithmic scale (maps/drainage_scale.h)
    Grid<double> drainage;       ///< cells and parts of cells; of multiple flow
    Grid<std::uint32_t> drainage_cells;
    Grid<std::uint32_t> basins;  ///< 1 and up; 0 without data
    Grid<std::uint8_t> stream_mask, stream_order, receivers;
    Grid<float> filled;      ///< metres
    Grid<float> lake_depth;  ///< metres: filled - height
    std::vector<River> rivers;
    std::vector<Lake> lakes;
};

}  // namespace terrain
