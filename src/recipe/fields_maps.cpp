// The structured bindings name every member on purpose: a parameter that is added to a struct and not described here
// does not compile.
#include "recipe/fields.h"

namespace terrain {
namespace {

constexpr std::array<std::string_view, 2> kSplatAlpha{"forest", "snow"};

void describe_pair(FieldVisitor& v, const Field& field, double& from, double& full, Range<double> range) {
    std::array<double, 2> pair{from, full};
    v.numbers(field, pair, range, true);
    from = pair[0];
    full = pair[1];
}

void describe_splat(FieldVisitor& v, SplatParameters& p) {
    auto& [rock_from, rock_full, sediment_from_m, sediment_full_m, alpha, snow_from_m, snow_full_m] = p;
    describe_pair(v, {"rock", "slopes at which rock begins and covers all", "rise over run"}, rock_from, rock_full,
                  {0.0, 100.0});
    describe_pair(v, {"sediment", "depths laid down at which sediment begins and covers all", "m"}, sediment_from_m,
                  sediment_full_m, {0.0, 100000.0});
    std::string name(kSplatAlpha.at(static_cast<std::size_t>(alpha)));
    v.name({"alpha", "what the alpha channel stands for"}, name, {kSplatAlpha});
    alpha = name == kSplatAlpha[1] ? SplatAlpha::snow : SplatAlpha::forest;
    describe_pair(v, {"snow", "heights at which snow begins and covers all", "m"}, snow_from_m, snow_full_m,
                  {-100000.0, 100000.0});
}

}  // namespace

void describe_routing(FieldVisitor& v, RoutingParameters& p) {
    auto& [stream_area_m2, multiple_flow, exponent, flow_reach, lake_depth_m] = p;
    v.nullable({"stream_area_m2",
                "drainage area from which a cell is a stream; null: 1/4096 of the map, 16 cells at "
                "least",
                "m2"},
               stream_area_m2, {0.0, 1e18});
    v.boolean({"multiple_flow",
               "drainage, wetness and flow map by multiple-flow routing (Freeman 1991) in place of D8; streams, basins "
               "and receivers are D8's"},
              multiple_flow);
    v.number({"exponent", "of multiple flow: shares go with slope ^ exponent"}, exponent, {0.01, 100.0});
    v.integer({"flow_reach", "how far along the water's way the flow map's directions are smoothed; 0: the eight of D8",
               "cells"},
              flow_reach, {0, 64});
    v.number({"lake_depth_m", "lakes that are nowhere so deep are left out of lakes.geojson", "m"}, lake_depth_m,
             {0.0, 100000.0});
}

void describe_maps(FieldVisitor& v, MapParameters& p) {
    auto& [occlusion_radius, landform_radius, landform_flatness, least_slope, splat] = p;
    v.number({"occlusion_radius", "how far the ambient occlusion looks for the horizon", "reference cells"},
             occlusion_radius, {0.01, 256.0});
    v.number({"landform_radius", "how far the landforms look", "reference cells"}, landform_radius, {0.01, 256.0});
    v.number({"landform_flatness", "angle up to which landforms take a line of sight for level", "degrees"},
             landform_flatness, {0.0, 45.0});
    v.number({"least_slope", "slope that level ground counts as in the wetness index", "rise over run"}, least_slope,
             {1e-9, 100.0});
    (void)splat;
    v.object({"splat", "weights of the ground's textures"}, [&] { describe_splat(v, p.splat); });
}

}  // namespace terrain
