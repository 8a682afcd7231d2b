// Landscapes for the hydrology's tests.
#pragma once

#include "core/progress.h"
#include "hydrology/hydrology.h"
#include "noise/source.h"

namespace terrain::test {

/// Perlin ground, 10 240 m across the longer side, 0 to 2400 m.
inline HydrologyInput perlin_landscape(Shape shape, std::uint64_t seed, ThreadPool& pool,
                                       Projection projection = Projection::plane, Wrap wrap = Wrap::none) {
    HydrologyInput input;
    input.shape = shape;
    input.seed = seed;
    input.world.projection = projection;
    input.world.wrap = wrap;
    input.world.cell_size_m = 10240.0 / std::max(shape.width, shape.height);
    auto source = std::make_shared<PerlinSource>(PerlinParameters{}, seed, NoiseDomain{projection, wrap, shape});
    input.source = [source, &pool](Shape at) {
        Progress silent;
        Grid<float> ground = source->sample(at, source->band_limit(at), pool, silent);
        for (float& h : ground) h *= 2400.0F;
        return ground;
    };
    return input;
}

/// Ground given by a function of (x, y) in [0, 1]^2 at cell centres, metres.
template <class Height>
HydrologyInput shaped_landscape(Shape shape, Height height) {
    HydrologyInput input;
    input.shape = shape;
    input.seed = 1;
    input.world.cell_size_m = 10240.0 / std::max(shape.width, shape.height);
    input.source = [height](Shape at) {
        Grid<float> ground(at);
        for (std::int32_t y = 0; y < at.height; ++y) {
            for (std::int32_t x = 0; x < at.width; ++x) {
                ground(x, y) = static_cast<float>(height((x + 0.5) / at.width, (y + 0.5) / at.height));
            }
        }
        return ground;
    };
    return input;
}

}  // namespace terrain::test
