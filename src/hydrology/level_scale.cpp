#include "hydrology/level_scale.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"

namespace terrain::hydrology {

std::int32_t LevelScale::to_units(double metres) const {
    const double units = std::floor((metres - origin_m) / height_m * inverse_unit + 0.5);
    return static_cast<std::int32_t>(std::clamp(units, -2147483000.0, 2147483000.0));
}

LevelScale make_level_scale(Shape shape, const World& world, Shape full_shape, double low_m, double high_m,
                            const HydrologyParameters& parameters) {
    LevelScale s;
    s.shape = shape;
    s.topology = world.topology();
    const double area = world.cell_size_m * world.cell_size_m * static_cast<double>(full_shape.cells());
    s.cell_m = std::sqrt(area / static_cast<double>(shape.cells()));
    s.height_m = s.cell_m / parameters.vertical_scale;
    if (world.sea_level_m) {
        low_m = std::min(low_m, *world.sea_level_m);
        high_m = std::max(high_m, *world.sea_level_m);
    }
    s.relief_m = high_m - low_m;
    s.origin_m = 0.5 * (low_m + high_m);
    const double r = std::max(shape.width, shape.height) / 256.0;
    int bits = 36;
    while (bits > -20 && ((high_m - low_m) / s.height_m * std::ldexp(8.0, bits) > 2147483648.0 ||
                          std::max(1.0, parameters.pools.volume) * r * std::ldexp(1.0, bits) > 4e8)) {
        --bits;
    }
    s.unit = static_cast<float>(std::ldexp(1.0, -bits));
    s.inverse_unit = static_cast<float>(std::ldexp(1.0, bits));

    const DropParameters& drop = parameters.drop;
    s.ratio = static_cast<float>(r);
    s.gravity = static_cast<float>(drop.gravity);
    s.keep_speed_friction = static_cast<float>(drop.friction);
    s.capacity = static_cast<float>(drop.capacity * r);
    s.stream_capacity = static_cast<float>(drop.stream_capacity);
    s.deposition = static_cast<float>(1.0 - math::pow(1.0 - drop.deposition, 1.0 / r));
    s.evaporation = static_cast<float>(std::min(0.5, drop.evaporation / r));
    s.limit = static_cast<float>(drop.limit);
    s.momentum_transfer = static_cast<float>(drop.momentum_transfer);
    s.soil_binding = parameters.trees.enabled ? static_cast<float>(parameters.trees.soil_binding) : 0.0F;
    const double full = std::clamp(parameters.pools.volume * r * s.inverse_unit, 1024.0, 1e9);
    s.full_volume = static_cast<std::int32_t>(full);
    s.minimum_volume = std::max(1, static_cast<std::int32_t>(full * drop.minimum_volume));
    s.inverse_full_volume = 1.0F / static_cast<float>(s.full_volume);
    s.maximum_steps = static_cast<std::int32_t>(std::min(65000.0, 4096.0 * std::max(1.0, r)));
    s.spill_rounds = drop.spill_rounds;
    s.batch = drop.batch;

    s.pools = parameters.pools.enabled;
    s.seepage = static_cast<std::int32_t>(std::min(1e9, parameters.pools.seepage * r * s.inverse_unit));
    s.smallest_spill = s.full_volume / 10;
    s.sediment_passed = parameters.pools.sediment_passed;
    s.border_step = std::max(1, static_cast<std::int32_t>(std::min(1e9F, 0.1F * s.inverse_unit)));
    if (world.sea_level_m) {
        s.has_sea = true;
        s.sea = s.to_units(*world.sea_level_m);
    }
    s.drops_per_cycle = static_cast<double>(shape.cells()) * parameters.drops_per_cell / std::max(1, parameters.cycles);
    while (s.track_units > 1 && s.drops_per_cycle * s.track_units > 0x1p29) s.track_units /= 2;
    return s;
}

}  // namespace terrain::hydrology
