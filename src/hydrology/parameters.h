// Parameters of the hydrology. Lengths are in cells of a map 256 cells across (the reference map), so that one set of
// values gives one landscape at every size; scaling.h turns them into the values of a level.
#pragma once

namespace terrain {

struct DropParameters {
    double gravity = 1.0;            ///< acceleration factor along the surface
    double friction = 0.2;           ///< share of the speed lost a cell
    double evaporation = 0.0006;     ///< share of the volume lost a reference cell
    double capacity = 1.0;           ///< sediment a drop of unit volume carries at unit speed on unit slope
    double stream_capacity = 4.0;    ///< how many times more in a full stream
    double deposition = 0.06;        ///< share of the gap between load and capacity closed a reference cell
    double limit = 0.25;             ///< share of the height difference to the neighbourhood that one step may change
    double minimum_volume = 0.01;    ///< a drop ends below this share of its first volume
    double momentum_transfer = 0.8;  ///< pull of the stream's mean motion on a drop's direction
    int spill_rounds = 60;           ///< how often one drop may go on from a lake's outlet
    int batch = 64;                  ///< drops that walk on one frozen terrain
};

struct StreamParameters {
    bool enabled = true;
    double rate = 0.08;        ///< share of the running mean renewed a cycle
    double half_share = 0.02;  ///< share of the map's rain through one reference cell at which the stream map reads 0.5
};

struct PoolParameters {
    bool enabled = true;
    double volume = 0.6;           ///< reference cells cubed of lake water that a drop of unit volume brings
    double aridity = 3.0;          ///< cells of catchment whose water a cell of lake loses; 0: lakes are the drops'
    double seepage = 0.016;        ///< depth lost a cycle, reference cells
    double sediment_passed = 0.1;  ///< share of a lake's suspended load that an overflow takes along
};

struct TreeParameters {
    bool enabled = true;
    double density = 1.0;         ///< factor on seeding and spreading
    double maximum_slope = 0.75;  ///< rise over run above which none grows
    double maximum_stream = 0.2;  ///< stream map above which none grows
    double tree_line = 0.8;       ///< share of the height range above which none grows
    double soil_binding = 1.0;    ///< how strongly roots slow erosion and deposition; 0 not at all
};

struct TalusParameters {
    bool enabled = true;
    double repose_slope = 1.0;  ///< rise over run above which ground creeps
    double creep = 0.8;         ///< share of the excess moved a cycle
    double relax = 0.05;        ///< single-cell peaks and dry pits beyond this (cells) are halved a cycle
};

struct ValleyParameters {
    bool enabled = true;
    double strength = 0.4;        ///< erodibility times time of the stream-power solve, on the coarsest level
    double renewal = 0.02;        ///< likewise on each finer one
    double area_exponent = 0.5;   ///< of the drainage area
    double hollow_depth = 0.004;  ///< hollows no deeper than this share of the height range are filled until they drain
};

struct HydrologyParameters {
    int cycles = 300;  ///< over all levels; 0 leaves the source as it is
    /// Water sees heights so many times as high: the slopes of a continent or planet are too gentle for it otherwise.
    double vertical_scale = 1.0;
    double drops_per_cell = 4.0;  ///< over all cycles, counted on the cells of the level they fall on
    ValleyParameters valleys;
    DropParameters drop;
    StreamParameters streams;
    PoolParameters pools;
    TreeParameters trees;
    TalusParameters talus;
};

}  // namespace terrain
