#include "hydrology/descent.h"

#include <cmath>

namespace terrain::hydrology {
namespace {

using namespace descent;

struct Neighbourhood {
    std::int32_t here, low, high;
    float gx, gy;  // central differences, cells per cell
};

inline Neighbourhood look_around(const ErosionMap& map, std::uint32_t i) {
    const std::int32_t* at = map.surface.data() + i;
    const std::int32_t* up = at - map.stride;
    const std::int32_t* down = at + map.stride;
    Neighbourhood n;
    n.here = *at;
    n.low =
        std::min({std::min(at[1], at[-1]), std::min(*down, *up), std::min(down[1], up[1]), std::min(down[-1], up[-1])});
    n.high =
        std::max({std::max(at[1], at[-1]), std::max(*down, *up), std::max(down[1], up[1]), std::max(down[-1], up[-1])});
    const float half = 0.5F * map.scale.unit;
    n.gx = static_cast<float>(at[1] - at[-1]) * half;
    n.gy = static_cast<float>(*down - *up) * half;
    return n;
}

// A stream's mean direction pulls the drop's, at constant speed: it makes rivers wind and keep their bends.
inline void follow_stream(const ErosionMap& map, std::uint32_t i, float stream, float& vx, float& vy) {
    const float mx = static_cast<float>(map.momentum[2 * i]) * 0x1p-14F;
    const float my = static_cast<float>(map.momentum[2 * i + 1]) * 0x1p-14F;
    const float m = std::sqrt(mx * mx + my * my) + kTiny;
    const float speed = std::sqrt(vx * vx + vy * vy);
    const float along = (mx * vx + my * vy) / (m * speed + kTiny);
    const float pull = map.scale.momentum_transfer * stream * std::max(0.0F, along) * speed / m;
    const float wx = vx + pull * mx;
    const float wy = vy + pull * my;
    const float keep = speed / (std::sqrt(wx * wx + wy * wy) + kTiny);
    vx = wx * keep;
    vy = wy * keep;
}

// What a step takes (negative: lays): the change of the cell's height, and of the drop's load.
struct Exchange {
    std::int32_t height, load;
};

// A cell of a planet: how wide it is, and how many cells of the equator the step is long.
struct Narrow {
    float width, inverse, length;
};

inline Exchange exchange(const LevelScale& s, std::int32_t base, const Drop& drop, const Neighbourhood& n, float stream,
                         std::uint32_t plants, float speed, float slope, const Narrow* narrow) {
    const float volume = static_cast<float>(drop.volume) * s.inverse_full_volume;
    const float capacity = s.capacity * volume * speed * (1.0F + s.stream_capacity * stream) * std::max(0.0F, slope);
    const float density = static_cast<float>(plants) * kPlantUnit * s.soil_binding;
    const float rate = s.deposition / (1.0F + density * (1.0F + density));
    const float load = static_cast<float>(drop.sediment) * s.unit;
    // Nothing is worn below the map's base level, where its rivers leave.
    const float most_eroded = s.limit * static_cast<float>(n.here - std::max(n.low, base)) * s.unit;
    const float most_laid = s.limit * static_cast<float>(n.high - n.here) * s.unit;
    float taken = rate * (capacity - load);
    if (narrow != nullptr) taken = taken * (narrow->length * narrow->inverse);
    taken = std::min(taken, std::max(0.0F, most_eroded));
    taken = std::max(taken, -std::max(0.0F, most_laid));
    auto units = static_cast<std::int32_t>(taken * s.inverse_unit);
    if (n.here < n.low) units = n.here - n.low;  // the bottom of a pit that is run through fills up
    if (narrow == nullptr) {
        units = std::max(units, -drop.sediment);
        return {units, units};
    }
    const float most = std::min(static_cast<float>(drop.sediment) * narrow->inverse, kMostUnits);
    units = std::max(units, -static_cast<std::int32_t>(most));
    return {units, std::max(static_cast<std::int32_t>(static_cast<float>(units) * narrow->width), -drop.sediment)};
}

inline std::int16_t direction_units(float component) { return static_cast<std::int16_t>(component * kDirectionUnits); }

inline void step(const ErosionMap& map, Drop& drop, StepLogs& log) {
    const LevelScale& s = map.scale;
    const auto ix = static_cast<std::int32_t>(drop.x);
    const auto iy = static_cast<std::int32_t>(drop.y);
    const std::uint32_t i = map.index(ix, iy);
    const std::uint32_t attributes = map.attributes[i];
    Neighbourhood n = look_around(map, i);
    if (map.planet) n.gx *= map.row_inverse[static_cast<std::size_t>(iy)];
    const float stream = static_cast<float>(attributes & kStreamMask) * kStreamUnit;

    const float speed_before = std::sqrt(drop.vx * drop.vx + drop.vy * drop.vy);
    const float drive =
        s.gravity / (std::sqrt(1.0F + n.gx * n.gx + n.gy * n.gy) * std::max(speed_before, kLeastDriveSpeed));
    const float keep = 1.0F - s.keep_speed_friction * (1.0F - kStreamFriction * stream);
    float vx = drop.vx * keep - n.gx * drive;
    float vy = drop.vy * keep - n.gy * drive;
    if (s.momentum_transfer > 0.0F && stream > 0.0F) follow_stream(map, i, stream, vx, vy);
    const float speed2 = vx * vx + vy * vy;
    const float speed = std::sqrt(speed2);
    if (speed < kRestSpeed || static_cast<float>(n.low - n.here) * s.unit > kPitEnergy * speed2) {
        drop.state = DropState::stopped;
        drop.cell = i;
        return;
    }
    const float inverse = 1.0F / speed;
    const float dx = vx * inverse;
    const float dy = vy * inverse;
    const float slope = -(n.gx * dx + n.gy * dy);
    Narrow narrow{1.0F, 1.0F, 1.0F};
    float along_x = dx;
    float along_y = dy;
    if (map.planet) {  // one cell of the map's own, which is less on the ground where cells are narrow
        narrow = {map.row_width[static_cast<std::size_t>(iy)], map.row_inverse[static_cast<std::size_t>(iy)], 1.0F};
        along_x = dx * narrow.inverse;
        narrow.length = 1.0F / std::sqrt(along_x * along_x + dy * dy);
        along_x *= narrow.length;
        along_y *= narrow.length;
    }
    const Exchange taken = exchange(s, map.base, drop, n, stream, (attributes & kPlantMask) >> kPlantShift, speed,
                                    slope, map.planet ? &narrow : nullptr);
    drop.sediment += taken.load;
    const float share = static_cast<float>(drop.volume) * s.inverse_full_volume;
    log.push_back({i, -taken.height, static_cast<std::int32_t>(share * static_cast<float>(s.track_units)),
                   direction_units(dx), direction_units(dy)});

    float lost = static_cast<float>(drop.volume) * s.evaporation * (1.0F - kStreamEvaporation * stream);
    if (map.planet) lost *= narrow.length;
    drop.volume -= static_cast<std::int32_t>(lost);
    drop.vx = vx;
    drop.vy = vy;
    drop.x += along_x;
    drop.y += along_y;
    ++drop.age;
    if (!(drop.x >= 0.0F && drop.y >= 0.0F && drop.x < static_cast<float>(map.width) &&
          drop.y < static_cast<float>(map.height)) &&
        !(map.joined && map.re_enter(drop.x, drop.y, drop.vx, drop.vy))) {
        drop.state = DropState::left;
        drop.cell = i;
        return;
    }
    const std::uint32_t j = map.index(static_cast<std::int32_t>(drop.x), static_cast<std::int32_t>(drop.y));
    if (map.wet(j)) {
        drop.state = DropState::in_water;
        drop.cell = j;
    } else if (drop.volume < s.minimum_volume || drop.age >= s.maximum_steps) {
        drop.state = DropState::evaporated;
        drop.cell = j;
    }
}

}  // namespace

std::int64_t descend_scalar(const ErosionMap& map, Drop* drops, std::size_t count, int steps, StepLogs& log) {
    std::int64_t evaporated = 0;
    for (std::size_t k = 0; k < count; ++k) {
        Drop& drop = drops[k];
        const std::int32_t before = drop.volume;
        for (int n = 0; n < steps && drop.state == DropState::running; ++n) step(map, drop, log);
        evaporated += before - drop.volume;
    }
    return evaporated;
}

std::int64_t descend(const ErosionMap& map, Drop* drops, std::size_t count, int steps, StepLogs& log) {
    static const bool wide = has_avx2();
    return wide ? descend_avx2(map, drops, count, steps, log) : descend_scalar(map, drops, count, steps, log);
}

}  // namespace terrain::hydrology
