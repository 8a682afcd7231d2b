// Runs every stage that makes samples on fixed inputs and prints one line a layer: its name and the hash of its
// samples. Builds by other compilers and flags, and runs with other numbers of threads, must print the same.
// Usage: sample_hashes THREADS
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "core/math.h"
#include "core/resample.h"
#include "determinism/layer_hash.h"
#include "hydrology/hydrology.h"
#include "maps/ambient_occlusion.h"
#include "maps/aspect.h"
#include "maps/curvature.h"
#include "maps/drainage_scale.h"
#include "maps/flow_map.h"
#include "maps/geomorphons.h"
#include "maps/hillshade.h"
#include "maps/landscape_statistics.h"
#include "maps/normals.h"
#include "maps/routed_flow.h"
#include "maps/slope_maps.h"
#include "maps/splat.h"
#include "maps/statistics_chart.h"
#include "maps/water_mask.h"
#include "maps/wetness_index.h"
#include "noise/source.h"
#include "routing/lakes.h"
#include "routing/multiple_flow.h"
#include "routing/router.h"
#include "routing/stream_power.h"
#include "routing/streams.h"
#include "routing/watersheds.h"

namespace terrain::test {
namespace {

constexpr std::uint64_t kSeed = 0x5eed0123456789abULL;
constexpr Shape kOdd{201, 117};

void print(const std::string& layer, const LayerHash& hash) {
    std::printf("%s %016" PRIx64 "\n", layer.c_str(), hash.value());
}

template <class Values>
void print(const std::string& layer, const Values& values) {
    LayerHash hash;
    for (const auto& value : values) hash.add(value);
    print(layer, hash);
}

void print_math() {
    constexpr std::uint64_t kCount = 20000;
    const RandomStream random(kSeed, "determinism");
    LayerHash sin, cos, atan2, exp, log, pow;
    for (std::uint64_t i = 0; i < kCount; ++i) {
        const double a = unit_double(random(i, 0));
        const double b = unit_double(random(i, 1));
        sin.add(math::sin(2000 * a - 1000));
        cos.add(math::cos(2000 * a - 1000));
        atan2.add(math::atan2(a - 0.5, b - 0.5));
        exp.add(math::exp(200 * a - 100));
        log.add(math::log(1e6 * a + 1e-6));
        pow.add(math::pow(100 * a, 8 * b - 4));
    }
    print("math.sin", sin);
    print("math.cos", cos);
    print("math.atan2", atan2);
    print("math.exp", exp);
    print("math.log", log);
    print("math.pow", pow);
}

Grid<float> noise(const PerlinParameters& parameters, Shape shape, ThreadPool& pool, Simd simd = Simd::automatic,
                  const NoiseDomain& domain = {}) {
    PerlinSource source(parameters, kSeed, domain);
    source.use_simd(simd);
    Progress silent;
    return source.sample(shape, parameters.octaves, pool, silent);
}

void print_noise(ThreadPool& pool) {
    PerlinParameters parameters;
    print("noise.fbm", noise(parameters, kOdd, pool));
    print("noise.fbm_scalar", noise(parameters, kOdd, pool, Simd::scalar));
    parameters.type = FractalType::ridged;
    print("noise.ridged", noise(parameters, kOdd, pool));
    parameters.type = FractalType::billow;
    print("noise.billow", noise(parameters, kOdd, pool));
    parameters.type = FractalType::fbm;
    parameters.warp = 0.7;
    print("noise.warp", noise(parameters, kOdd, pool));
    print("noise.planet",
          noise(parameters, {202, 101}, pool, Simd::automatic, {Projection::planet, Wrap::none, {202, 101}}));
    print("noise.repeats", noise(parameters, kOdd, pool, Simd::automatic, {Projection::plane, Wrap::xy, kOdd}));
    parameters.offset = {-1e9, 1e9 + 0.375};
    parameters.curve = {{0.0, 0.0}, {0.3, 0.1}, {0.6, 0.75}, {1.0, 1.0}};
    print("noise.warp_curve_far", noise(parameters, kOdd, pool));
}

void print_resampling(ThreadPool& pool) {
    const Grid<float> ground = noise({}, kOdd, pool);
    print("resample.down", resample_box(ground, {77, 50}));
    print("resample.up", resample_box(ground, {319, 250}));
    print("resample.mixed", resample_box(ground, {64, 300}));
}

void print_routing(ThreadPool& pool) {
    const Grid<float> ground = noise({}, {301, 203}, pool);
    RoutingInput input;
    input.height = &ground;
    input.seed = kSeed;
    input.with_order = true;
    const Routing routing = route(input, pool);
    print("routing.filled", routing.filled);
    print("routing.receiver", routing.receiver);
    print("routing.area", routing.area);
    print("routing.order", routing.order);
    print("routing.strahler", strahler_order(routing, 50));
    print("routing.watersheds", find_watersheds(routing).id);
    print("routing.lakes", find_lakes(ground, routing, 10.0).id);
    const MultipleFlow flow = multiple_flow(routing);
    print("routing.multiple_area", flow.area);
    print("routing.multiple_direction", flow.direction);
    Grid<float> incised = ground;
    stream_power_step(incised, routing, 10.0, 1000.0, {});
    print("routing.stream_power", incised);
    input.sea_level = 0.4F;
    input.topology.wrap_x = true;
    const Routing sea = route(input, pool);
    print("routing.sea_filled", sea.filled);
    print("routing.sea_receiver", sea.receiver);
    print("routing.sea_area", sea.area);
    input.topology = Topology(Projection::plane, Wrap::xy);
    print("routing.torus_receiver", route(input, pool).receiver);
    const Grid<float> globe =
        noise({}, {202, 101}, pool, Simd::automatic, {Projection::planet, Wrap::none, {202, 101}});
    input.height = &globe;
    input.topology = Topology(Projection::planet, Wrap::none);
    const Routing planet = route(input, pool);
    print("routing.planet_filled", planet.filled);
    print("routing.planet_receiver", planet.receiver);
    print("routing.planet_area", planet.area);
}

template <class Code>
void print_codes(const std::string& layer, const Grid<Code>& codes) {
    LayerHash hash;
    for (const Code code : codes) hash.add(static_cast<std::uint8_t>(code));
    print(layer, hash);
}

void print_laws(const Grid<float>& ground, const Routing& routing, ThreadPool& pool) {
    LandscapeInput input;
    input.height_m = &ground;
    input.routing = &routing;
    input.stream_threshold = 30;
    const LandscapeStatistics s = landscape_statistics(input, pool);
    LayerHash hash;
    for (const double share : s.hypsometry.curve) hash.add(share);
    for (const auto& figure : {s.drainage_density_per_km, s.horton.bifurcation_ratio, s.horton.length_ratio,
                               s.hack.exponent, s.concavity, s.hypsometry.range.integral}) {
        hash.add(figure.value_or(-1.0));
    }
    hash.add(s.slope.mean_percent);
    print("maps.statistics", hash);
    print("maps.statistics_chart", statistics_chart(s));
}

/// The maps of relief and of drainage.
void print_derived(ThreadPool& pool) {
    Grid<float> ground = noise({}, kOdd, pool);
    for (float& h : ground) h *= 2400.0F;
    constexpr double kCell = 20.0;
    print("maps.slope", slope_percent(ground, kCell, pool));
    print("maps.slope_degrees", slope_degrees(ground, kCell, pool));
    print_codes("maps.slope_class", slope_classes(ground, kCell, pool));
    print("maps.aspect", aspect_degrees(ground, kCell, pool));
    const Curvature bends = curvature(ground, kCell, pool);
    print("maps.profile_curvature", bends.profile);
    print("maps.plan_curvature", bends.plan);
    print_codes("maps.landform", geomorphons(ground, kCell, {}, pool));
    print("maps.ambient_occlusion", ambient_occlusion(ground, kCell, {}, pool));
    RoutingInput input;
    input.height = &ground;
    input.seed = kSeed;
    input.with_order = true;
    const Routing routing = route(input, pool);
    const MultipleFlow multiple = multiple_flow(routing);
    print("maps.drainage", drainage_map(routing.area, pool));
    print("maps.drainage_multiple", drainage_map(multiple.area, pool));
    print("maps.wetness", wetness_index(multiple.area, ground, kCell, 0.001, pool));
    print("maps.routed_flow", routed_flow(routing, 8, pool).direction);
    print("maps.routed_flow_multiple", routed_flow(routing, multiple, 8, pool).direction);
    WaterMaskInput water;
    water.height_m = &ground;
    water.surface_m = &routing.filled;
    water.sea_level_m = 700.0;
    const Grid<WaterCode> mask = water_mask(water, pool);
    print_codes("maps.water", mask);
    const Grid<float> coverage = water_coverage(water, mask, pool);
    print("maps.water_coverage", coverage);
    SplatInput splat;
    splat.height_m = &ground;
    splat.water = &coverage;
    print("maps.splat", splat_map(splat, {}, pool));
    print_laws(ground, routing, pool);
}

HydrologyResult erode(Shape shape, const World& world, ThreadPool& pool) {
    HydrologyInput input;
    input.shape = shape;
    input.world = world;
    input.seed = kSeed;
    input.parameters.cycles = 60;
    input.parameters.drops_per_cell = 1.0;
    auto source =
        std::make_shared<PerlinSource>(PerlinParameters{}, kSeed, NoiseDomain{world.projection, world.wrap, shape});
    input.source = [source, &pool](Shape at) {
        Progress silent;
        Grid<float> ground = source->sample(at, source->band_limit(at), pool, silent);
        for (float& h : ground) h *= 2400.0F;
        return ground;
    };
    Progress silent;
    return run_hydrology(input, pool, silent);
}

void print_budgets(const std::string& name, const HydrologyResult& result) {
    LayerHash hash;
    for (const double v : {result.mass.before, result.mass.after, result.mass.left_map, result.water.rained,
                           result.water.evaporated, result.water.left_map, result.water.stored}) {
        hash.add(v);
    }
    hash.add(result.drops);
    hash.add(result.steps);
    print(name + "budgets", hash);
    LayerHash lakes;
    for (const LakeSummary& lake : result.lakes) {
        lakes.add(lake.area_m2), lakes.add(lake.volume_m3), lakes.add(lake.level_m), lakes.add(lake.deepest_m);
        lakes.add(lake.x), lakes.add(lake.y);
    }
    print(name + "lakes", lakes);
}

/// The hydrology, and the maps made from its layers.
void print_landscape(Shape shape, bool with_sea, ThreadPool& pool, Projection projection = Projection::plane,
                     Wrap wrap = Wrap::none) {
    World world;
    world.projection = projection;
    world.wrap = wrap;
    world.cell_size_m = 10240.0 / shape.width;
    if (with_sea) world.sea_level_m = 900.0;
    const HydrologyResult result = erode(shape, world, pool);
    const std::string name = std::to_string(shape.width) + "x" + std::to_string(shape.height) +
                             (with_sea ? "_sea" : "") +
                             (projection == Projection::planet ? "_planet"
                              : wrap != Wrap::none             ? "_wrap"
                                                               : "");
    const std::string hydrology = "hydrology." + name + ".";
    print(hydrology + "source", result.source);
    print(hydrology + "height", result.height);
    print(hydrology + "water_level", result.water_level);
    print(hydrology + "pool", result.pool);
    print(hydrology + "stream", result.stream);
    print(hydrology + "flow", result.flow);
    print(hydrology + "trees", result.trees);
    print(hydrology + "tree_list", result.tree_list);
    print_budgets(hydrology, result);

    Terrain terrain;
    terrain.shape = shape;
    terrain.world = world;
    terrain.height = result.height;
    terrain.water_level = result.water_level;
    terrain.pool = result.pool;
    terrain.stream = result.stream;
    terrain.trees = result.trees;
    const std::string maps = "maps." + name + ".";
    print(maps + "normal", surface_normals(result.height, Metric(world, shape), pool));
    print(maps + "flow_map", flow_map(result.flow, result.stream, pool));
    print(maps + "hillshade", hillshade(terrain, pool));
}

void print_all(int threads) {
    ThreadPool pool(threads);
    print_math();
    print_noise(pool);
    print_resampling(pool);
    print_routing(pool);
    print_derived(pool);
    for (const Shape shape : {Shape{5, 5}, Shape{200, 121}, Shape{256, 256}}) {
        for (const bool with_sea : {false, true}) print_landscape(shape, with_sea, pool);
    }
    print_landscape({201, 150}, true, pool, Projection::plane, Wrap::xy);
    print_landscape({201, 150}, false, pool, Projection::plane, Wrap::x);
    print_landscape({258, 129}, true, pool, Projection::planet);
}

}  // namespace
}  // namespace terrain::test

int main(int argc, char** argv) {
    const int threads = argc == 2 ? std::atoi(argv[1]) : 0;
    if (threads < 1) {
        std::fputs("usage: sample_hashes THREADS\n", stderr);
        return 2;
    }
    try {
        terrain::test::print_all(threads);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sample_hashes: %s\n", error.what());
        return 1;
    }
    return 0;
}
