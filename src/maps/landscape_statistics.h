// The figures by which a landscape can be held against real ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/grid.h"
#include "core/parallel.h"
#include "maps/channel_scaling.h"
#include "maps/horton_laws.h"
#include "maps/hypsometry.h"
#include "maps/slope_statistics.h"
#include "maps/water_mask.h"
#include "routing/router.h"

namespace terrain {

struct LandscapeInput {
    const Grid<float>* height_m = nullptr;   ///< the ground
    const Routing* routing = nullptr;        ///< of that ground, with its topological order
    double cell_size_m = 10.0;               ///< > 0
    const Grid<WaterCode>* water = nullptr;  ///< sea and lakes; without, see LandscapeStatistics
    std::optional<double> sea_level_m = std::nullopt;
    std::uint32_t stream_threshold = 0;  ///< drainage area of streams in cells; 0: default_stream_threshold
};

struct LakeStatistics {
    std::uint64_t count = 0;  ///< bodies of cells that touch at edges or corners
    double area_m2 = 0;
    double largest_m2 = 0;
};

/// Land is what has data and is not sea (without a water mask: ground above the sea level); lakes belong to it (without
/// a mask: where the filled surface stands more than 1 cm above the ground). What cannot be told has no value.
struct LandscapeStatistics {
    std::uint64_t land_cells = 0;
    double land_area_m2 = 0;
    Hypsometry hypsometry;            ///< of the land
    std::vector<BasinRelief> basins;  ///< of the ten largest basins
    SlopeStatistics slope;            ///< of the land
    std::uint32_t stream_threshold = 1;
    double stream_length_m = 0;
    std::optional<double> drainage_density_per_km;  ///< stream length over land area, km / km^2
    HortonLaws horton;
    ScalingLaw hack;                  ///< exponent: Hack's
    ScalingLaw slope_area;            ///< exponent: minus the concavity
    std::optional<double> concavity;  ///< theta of S ~ A^-theta
    LakeStatistics lakes;
};

/// 1/4096 of the map's cells, at least 16: the same network at every resolution of a landscape.
std::uint32_t default_stream_threshold(Shape shape);

/// @throws std::invalid_argument without height or routing, for another shape, or a routing without order.
LandscapeStatistics landscape_statistics(const LandscapeInput& input, ThreadPool& pool);

}  // namespace terrain
