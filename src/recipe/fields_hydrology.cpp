// The structured bindings name every member on purpose: a parameter that is added to a struct and not described here
// does not compile.
#include "recipe/fields.h"

namespace terrain {
namespace {

constexpr Range<double> kShare{0.0, 1.0};
constexpr Range<double> kFactor{0.0, 100.0};

void describe_valleys(FieldVisitor& v, ValleyParameters& p) {
    auto& [enabled, strength, renewal, area_exponent, hollow_depth] = p;
    v.boolean({"enabled", "whether stream power cuts valleys before the drops come"}, enabled);
    v.number({"strength", "erodibility times time of that cut, on the coarsest level"}, strength, {0.0, 100.0});
    v.number({"renewal", "the same on each finer level"}, renewal, {0.0, 100.0});
    v.number({"area_exponent", "exponent of the drainage area in the stream-power law"}, area_exponent, kShare);
    v.number({"hollow_depth", "share of the height range; hollows no deeper are filled until they drain"}, hollow_depth,
             kShare);
}

void describe_drop(FieldVisitor& v, DropParameters& p) {
    auto& [gravity, friction, evaporation, capacity, stream_capacity, deposition, limit, minimum_volume,
           momentum_transfer, spill_rounds, batch] = p;
    v.number({"gravity", "acceleration along the surface"}, gravity, kFactor);
    v.number({"friction", "share of the speed lost a cell"}, friction, kShare);
    v.number({"evaporation", "share of the volume lost a reference cell"}, evaporation, kShare);
    v.number({"capacity", "sediment that a drop of unit volume carries at unit speed on unit slope"}, capacity,
             kFactor);
    v.number({"stream_capacity", "how many times more it carries in a full stream"}, stream_capacity, kFactor);
    v.number({"deposition", "share of the gap between load and capacity closed a reference cell"}, deposition, kShare);
    v.number({"limit", "share of the height difference to the neighbourhood that one step may change"}, limit, kShare);
    v.number({"minimum_volume", "a drop ends below this share of its first volume"}, minimum_volume, {1e-6, 1.0});
    v.number({"momentum_transfer", "pull of the stream's mean motion on a drop's direction"}, momentum_transfer,
             kFactor);
    v.integer({"spill_rounds", "how often one drop may go on from a lake's outlet"}, spill_rounds, {0, 100});
    v.integer({"batch", "drops that walk on one frozen terrain", "drops"}, batch, {1, 65536});
}

void describe_streams(FieldVisitor& v, StreamParameters& p) {
    auto& [enabled, rate, half_share] = p;
    v.boolean({"enabled", "whether drops gather to streams"}, enabled);
    v.number({"rate", "share of the running mean renewed a cycle"}, rate, kShare);
    v.number({"half_share", "share of the map's rain through one reference cell at which the stream map reads 0.5"},
             half_share, {1e-9, 1.0});
}

void describe_pools(FieldVisitor& v, PoolParameters& p) {
    auto& [enabled, volume, aridity, seepage, sediment_passed] = p;
    v.boolean({"enabled", "whether hollows fill to lakes"}, enabled);
    v.number({"volume", "lake water that a drop of unit volume brings", "reference cells cubed"}, volume,
             {0.0, 1000.0});
    v.number(
        {"aridity",
         "cells of catchment whose water a cell of lake loses: lakes are as large as their catchments feed; 0 leaves "
         "them to the drops"},
        aridity, kFactor);
    v.number({"seepage", "depth lost a cycle", "reference cells"}, seepage, kFactor);
    v.number({"sediment_passed", "share of a lake's suspended load that an overflow takes along"}, sediment_passed,
             kShare);
}

void describe_trees(FieldVisitor& v, TreeParameters& p) {
    auto& [enabled, density, maximum_slope, maximum_stream, tree_line, soil_binding] = p;
    v.boolean({"enabled", "whether trees grow"}, enabled);
    v.number({"density", "factor on seeding and spreading"}, density, kFactor);
    v.number({"maximum_slope", "slope above which none grows", "rise over run"}, maximum_slope, kFactor);
    v.number({"maximum_stream", "stream map above which none grows"}, maximum_stream, kShare);
    v.number({"tree_line", "share of the height range above which none grows"}, tree_line, kShare);
    v.number({"soil_binding", "how strongly roots slow erosion and deposition; 0: not at all"}, soil_binding, kShare);
}

void describe_talus(FieldVisitor& v, TalusParameters& p) {
    auto& [enabled, repose_slope, creep, relax] = p;
    v.boolean({"enabled", "whether slopes that are too steep slide"}, enabled);
    v.number({"repose_slope", "slope above which ground creeps", "rise over run"}, repose_slope, {0.01, 100.0});
    v.number({"creep", "share of the excess moved a cycle"}, creep, kShare);
    v.number({"relax", "single-cell peaks and dry pits beyond this are halved a cycle", "cells"}, relax, kFactor);
}

}  // namespace

void describe_hydrology(FieldVisitor& v, HydrologyParameters& p) {
    auto& [cycles, vertical_scale, drops_per_cell, valleys, drop, streams, pools, trees, talus] = p;
    v.integer({"cycles", "of rain, over all levels; 0 leaves the source as it is", "cycles"}, cycles, {0, 100000});
    v.number({"vertical_scale",
              "so many times as high as they are heights count for the water and for slopes: planets and continents "
              "are too flat for it otherwise"},
             vertical_scale, {0.001, 100000.0});
    v.number({"drops_per_cell", "over all cycles, on the cells of the level they fall on", "drops"}, drops_per_cell,
             {0.0, 1000.0});
    (void)valleys, (void)drop, (void)streams, (void)pools, (void)trees, (void)talus;
    v.object({"valleys", "the first cut of the valleys"}, [&] { describe_valleys(v, p.valleys); });
    v.object({"drop", "one drop on its way down"}, [&] { describe_drop(v, p.drop); });
    v.object({"streams", "running water"}, [&] { describe_streams(v, p.streams); });
    v.object({"pools", "standing water"}, [&] { describe_pools(v, p.pools); });
    v.object({"trees", "vegetation"}, [&] { describe_trees(v, p.trees); });
    v.object({"talus", "landslides"}, [&] { describe_talus(v, p.talus); });
}

}  // namespace terrain
