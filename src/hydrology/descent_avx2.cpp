// The step of descent.cpp for eight drops at a time. Every operation stands in the same order as there, on IEEE single
// precision and 32-bit integers, so that both give the same bits; a test holds them against each other.
#include "hydrology/descent.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>

#define TERRAIN_AVX2 __attribute__((target("avx2")))

namespace terrain::hydrology {
namespace {

using namespace descent;
using F = __m256;
using I = __m256i;

struct Lanes {
    alignas(32) float x[8], y[8], vx[8], vy[8];
    alignas(32) std::int32_t volume[8], sediment[8], steps[8], age[8];
    std::size_t drop[8];
};

// What one round of steps did to the lanes, for the bookkeeping that is done lane by lane.
struct Round {
    alignas(32) std::int32_t here[8], next[8], taken[8], track[8], dx[8], dy[8];
    int moved, stopped, left, in_water, evaporated;  // lane masks
};

struct Neighbours {
    I here, low, high;
    F gx, gy;
};

TERRAIN_AVX2 inline F to_float(I v) { return _mm256_cvtepi32_ps(v); }
TERRAIN_AVX2 inline I gather(const std::int32_t* base, I index) { return _mm256_i32gather_epi32(base, index, 4); }
TERRAIN_AVX2 inline F all(float v) { return _mm256_set1_ps(v); }
TERRAIN_AVX2 inline I all(std::int32_t v) { return _mm256_set1_epi32(v); }
TERRAIN_AVX2 inline F at_least_zero(F v) { return _mm256_max_ps(v, _mm256_setzero_ps()); }
TERRAIN_AVX2 inline int lanes_of(F mask) { return _mm256_movemask_ps(mask); }
TERRAIN_AVX2 inline int lanes_of(I mask) { return _mm256_movemask_ps(_mm256_castsi256_ps(mask)); }

TERRAIN_AVX2 inline Neighbours look_around(const ErosionMap& map, I i) {
    const std::int32_t* at = map.surface.data();
    const std::int32_t* up = at - map.stride;
    const std::int32_t* down = at + map.stride;
    const I e = gather(at + 1, i), w = gather(at - 1, i), s = gather(down, i), n = gather(up, i);
    const I se = gather(down + 1, i), ne = gather(up + 1, i), sw = gather(down - 1, i), nw = gather(up - 1, i);
    Neighbours out;
    out.here = gather(at, i);
    out.low = _mm256_min_epi32(_mm256_min_epi32(_mm256_min_epi32(e, w), _mm256_min_epi32(s, n)),
                               _mm256_min_epi32(_mm256_min_epi32(se, ne), _mm256_min_epi32(sw, nw)));
    out.high = _mm256_max_epi32(_mm256_max_epi32(_mm256_max_epi32(e, w), _mm256_max_epi32(s, n)),
                                _mm256_max_epi32(_mm256_max_epi32(se, ne), _mm256_max_epi32(sw, nw)));
    const F half = all(0.5F * map.scale.unit);
    out.gx = _mm256_mul_ps(to_float(_mm256_sub_epi32(e, w)), half);
    out.gy = _mm256_mul_ps(to_float(_mm256_sub_epi32(s, n)), half);
    return out;
}

TERRAIN_AVX2 inline F length(F x, F y) {
    return _mm256_sqrt_ps(_mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y)));
}

TERRAIN_AVX2 inline void follow_stream(const ErosionMap& map, I i, F stream, F& vx, F& vy) {
    const I packed = gather(reinterpret_cast<const std::int32_t*>(map.momentum.data()), i);
    const F mx = _mm256_mul_ps(to_float(_mm256_srai_epi32(_mm256_slli_epi32(packed, 16), 16)), all(0x1p-14F));
    const F my = _mm256_mul_ps(to_float(_mm256_srai_epi32(packed, 16)), all(0x1p-14F));
    const F m = _mm256_add_ps(length(mx, my), all(kTiny));
    const F speed = length(vx, vy);
    const F dot = _mm256_add_ps(_mm256_mul_ps(mx, vx), _mm256_mul_ps(my, vy));
    const F along = _mm256_div_ps(dot, _mm256_add_ps(_mm256_mul_ps(m, speed), all(kTiny)));
    const F drive = _mm256_mul_ps(_mm256_mul_ps(all(map.scale.momentum_transfer), stream), at_least_zero(along));
    const F pull = _mm256_div_ps(_mm256_mul_ps(drive, speed), m);
    const F wx = _mm256_add_ps(vx, _mm256_mul_ps(pull, mx));
    const F wy = _mm256_add_ps(vy, _mm256_mul_ps(pull, my));
    const F keep = _mm256_div_ps(speed, _mm256_add_ps(length(wx, wy), all(kTiny)));
    const F runs = _mm256_cmp_ps(stream, _mm256_setzero_ps(), _CMP_GT_OQ);
    vx = _mm256_blendv_ps(vx, _mm256_mul_ps(wx, keep), runs);
    vy = _mm256_blendv_ps(vy, _mm256_mul_ps(wy, keep), runs);
}

struct Exchange {
    I height, load;
};

struct Narrow {
    F width, inverse, length;
};

TERRAIN_AVX2 inline Exchange exchange(const ErosionMap& map, const Neighbours& n, I sediment, F share, F stream,
                                      I attributes, F speed, F slope, const Narrow* narrow) {
    const LevelScale& s = map.scale;
    const F one = all(1.0F);
    F capacity = _mm256_mul_ps(_mm256_mul_ps(all(s.capacity), share), speed);
    capacity = _mm256_mul_ps(capacity, _mm256_add_ps(one, _mm256_mul_ps(all(s.stream_capacity), stream)));
    capacity = _mm256_mul_ps(capacity, at_least_zero(slope));
    const I plants = _mm256_srli_epi32(_mm256_and_si256(attributes, all(static_cast<std::int32_t>(kPlantMask))),
                                       static_cast<int>(kPlantShift));
    const F density = _mm256_mul_ps(_mm256_mul_ps(to_float(plants), all(kPlantUnit)), all(s.soil_binding));
    const F rate =
        _mm256_div_ps(all(s.deposition), _mm256_add_ps(one, _mm256_mul_ps(density, _mm256_add_ps(one, density))));
    const F load = _mm256_mul_ps(to_float(sediment), all(s.unit));
    const F limit = all(s.limit), unit = all(s.unit);
    const I floor = _mm256_max_epi32(n.low, all(map.base));
    const F eroded = _mm256_mul_ps(_mm256_mul_ps(limit, to_float(_mm256_sub_epi32(n.here, floor))), unit);
    const F laid = _mm256_mul_ps(_mm256_mul_ps(limit, to_float(_mm256_sub_epi32(n.high, n.here))), unit);
    F taken = _mm256_mul_ps(rate, _mm256_sub_ps(capacity, load));
    if (narrow != nullptr) taken = _mm256_mul_ps(taken, _mm256_mul_ps(narrow->length, narrow->inverse));
    taken = _mm256_min_ps(at_least_zero(eroded), taken);
    taken = _mm256_max_ps(_mm256_xor_ps(at_least_zero(laid), all(-0.0F)), taken);
    I units = _mm256_cvttps_epi32(_mm256_mul_ps(taken, all(s.inverse_unit)));
    const I in_pit = _mm256_cmpgt_epi32(n.low, n.here);
    units = _mm256_blendv_epi8(units, _mm256_sub_epi32(n.here, n.low), in_pit);
    const I none = _mm256_setzero_si256();
    if (narrow == nullptr) {
        units = _mm256_max_epi32(units, _mm256_sub_epi32(none, sediment));
        return {units, units};
    }
    const F most = _mm256_min_ps(_mm256_mul_ps(to_float(sediment), narrow->inverse), all(kMostUnits));
    units = _mm256_max_epi32(units, _mm256_sub_epi32(none, _mm256_cvttps_epi32(most)));
    const I volume = _mm256_cvttps_epi32(_mm256_mul_ps(to_float(units), narrow->width));
    return {units, _mm256_max_epi32(volume, _mm256_sub_epi32(none, sediment))};
}

TERRAIN_AVX2 inline I cell_at(const ErosionMap& map, F x, F y) {
    const I row = _mm256_add_epi32(_mm256_cvttps_epi32(y), all(1));
    return _mm256_add_epi32(_mm256_mullo_epi32(row, all(map.stride)), _mm256_add_epi32(_mm256_cvttps_epi32(x), all(1)));
}

TERRAIN_AVX2 inline F on_map(const ErosionMap& map, F x, F y) {
    const F zero = _mm256_setzero_ps();
    return _mm256_and_ps(_mm256_and_ps(_mm256_cmp_ps(x, zero, _CMP_GE_OQ), _mm256_cmp_ps(y, zero, _CMP_GE_OQ)),
                         _mm256_and_ps(_mm256_cmp_ps(x, all(static_cast<float>(map.width)), _CMP_LT_OQ),
                                       _mm256_cmp_ps(y, all(static_cast<float>(map.height)), _CMP_LT_OQ)));
}

// The few lanes that have stepped over an edge of the map, one by one.
TERRAIN_AVX2 void cross_edges(const ErosionMap& map, int outside, F& x, F& y, F& vx, F& vy) {
    alignas(32) float ax[8], ay[8], avx[8], avy[8];
    _mm256_store_ps(ax, x);
    _mm256_store_ps(ay, y);
    _mm256_store_ps(avx, vx);
    _mm256_store_ps(avy, vy);
    for (int lane = 0; lane < 8; ++lane) {
        if ((outside & (1 << lane)) != 0) map.re_enter(ax[lane], ay[lane], avx[lane], avy[lane]);
    }
    x = _mm256_load_ps(ax);
    y = _mm256_load_ps(ay);
    vx = _mm256_load_ps(avx);
    vy = _mm256_load_ps(avy);
}

TERRAIN_AVX2 inline void step(const ErosionMap& map, Lanes& lanes, int active, Round& round) {
    const LevelScale& s = map.scale;
    const auto* attribute_base = reinterpret_cast<const std::int32_t*>(map.attributes.data());
    F x = _mm256_load_ps(lanes.x), y = _mm256_load_ps(lanes.y);
    F vx = _mm256_load_ps(lanes.vx), vy = _mm256_load_ps(lanes.vy);
    const I i = cell_at(map, x, y);
    const I attributes = gather(attribute_base, i);
    Neighbours n = look_around(map, i);
    Narrow narrow{all(1.0F), all(1.0F), all(1.0F)};
    if (map.planet) {
        const I row = _mm256_cvttps_epi32(y);
        narrow.width = _mm256_i32gather_ps(map.row_width.data(), row, 4);
        narrow.inverse = _mm256_i32gather_ps(map.row_inverse.data(), row, 4);
        n.gx = _mm256_mul_ps(n.gx, narrow.inverse);
    }
    const F one = all(1.0F);
    const F stream = _mm256_mul_ps(to_float(_mm256_and_si256(attributes, all(static_cast<std::int32_t>(kStreamMask)))),
                                   all(kStreamUnit));

    const F tilt =
        _mm256_sqrt_ps(_mm256_add_ps(_mm256_add_ps(one, _mm256_mul_ps(n.gx, n.gx)), _mm256_mul_ps(n.gy, n.gy)));
    const F drive =
        _mm256_div_ps(all(s.gravity), _mm256_mul_ps(tilt, _mm256_max_ps(length(vx, vy), all(kLeastDriveSpeed))));
    const F keep = _mm256_sub_ps(one, _mm256_mul_ps(all(s.keep_speed_friction),
                                                    _mm256_sub_ps(one, _mm256_mul_ps(all(kStreamFriction), stream))));
    vx = _mm256_sub_ps(_mm256_mul_ps(vx, keep), _mm256_mul_ps(n.gx, drive));
    vy = _mm256_sub_ps(_mm256_mul_ps(vy, keep), _mm256_mul_ps(n.gy, drive));
    if (s.momentum_transfer > 0.0F) follow_stream(map, i, stream, vx, vy);
    const F speed2 = _mm256_add_ps(_mm256_mul_ps(vx, vx), _mm256_mul_ps(vy, vy));
    const F speed = _mm256_sqrt_ps(speed2);
    const F depth = _mm256_mul_ps(to_float(_mm256_sub_epi32(n.low, n.here)), all(s.unit));
    // An empty lane rests too: it must not wander off the map.
    const I empty =
        _mm256_cmpeq_epi32(_mm256_load_si256(reinterpret_cast<const I*>(lanes.steps)), _mm256_setzero_si256());
    const F slow = _mm256_or_ps(_mm256_cmp_ps(speed, all(kRestSpeed), _CMP_LT_OQ),
                                _mm256_cmp_ps(depth, _mm256_mul_ps(all(kPitEnergy), speed2), _CMP_GT_OQ));
    const F rests = _mm256_or_ps(slow, _mm256_castsi256_ps(empty));
    round.stopped = lanes_of(rests) & active;
    round.moved = active & ~round.stopped;
    _mm256_store_si256(reinterpret_cast<I*>(round.here), i);
    if (round.moved == 0) return;

    // A resting lane must not divide by its speed: its result is not used, but it would raise the invalid flag.
    const F inverse = _mm256_div_ps(one, _mm256_blendv_ps(speed, one, rests));
    const F dx = _mm256_mul_ps(vx, inverse), dy = _mm256_mul_ps(vy, inverse);
    const F slope = _mm256_xor_ps(_mm256_add_ps(_mm256_mul_ps(n.gx, dx), _mm256_mul_ps(n.gy, dy)), all(-0.0F));
    const I volume = _mm256_load_si256(reinterpret_cast<const I*>(lanes.volume));
    const I sediment = _mm256_load_si256(reinterpret_cast<const I*>(lanes.sediment));
    const F share = _mm256_mul_ps(to_float(volume), all(s.inverse_full_volume));
    F along_x = dx, along_y = dy;
    if (map.planet) {
        along_x = _mm256_mul_ps(dx, narrow.inverse);
        narrow.length = _mm256_div_ps(one, _mm256_blendv_ps(length(along_x, dy), one, rests));
        along_x = _mm256_mul_ps(along_x, narrow.length);
        along_y = _mm256_mul_ps(along_y, narrow.length);
    }
    const Exchange taken =
        exchange(map, n, sediment, share, stream, attributes, speed, slope, map.planet ? &narrow : nullptr);
    F lost = _mm256_mul_ps(_mm256_mul_ps(to_float(volume), all(s.evaporation)),
                           _mm256_sub_ps(one, _mm256_mul_ps(all(kStreamEvaporation), stream)));
    if (map.planet) lost = _mm256_mul_ps(lost, narrow.length);
    const I volume_after = _mm256_sub_epi32(volume, _mm256_cvttps_epi32(lost));
    x = _mm256_add_ps(x, along_x);
    y = _mm256_add_ps(y, along_y);

    F inside = on_map(map, x, y);
    if (map.joined && (round.moved & ~lanes_of(inside)) != 0) {
        cross_edges(map, round.moved & ~lanes_of(inside), x, y, vx, vy);
        inside = on_map(map, x, y);
    }
    round.left = round.moved & ~lanes_of(inside);
    const I next = cell_at(map, _mm256_and_ps(x, inside), _mm256_and_ps(y, inside));
    const I wet = _mm256_and_si256(gather(attribute_base, next), all(static_cast<std::int32_t>(kWet)));
    const I is_wet = _mm256_cmpgt_epi32(wet, _mm256_setzero_si256());
    round.in_water = round.moved & ~round.left & lanes_of(is_wet);
    const I age = _mm256_add_epi32(_mm256_load_si256(reinterpret_cast<const I*>(lanes.age)), all(1));
    const I ends = _mm256_or_si256(_mm256_cmpgt_epi32(all(s.minimum_volume), volume_after),
                                   _mm256_cmpgt_epi32(age, all(s.maximum_steps - 1)));
    round.evaporated = round.moved & ~round.left & ~round.in_water & lanes_of(ends);

    _mm256_store_si256(reinterpret_cast<I*>(round.next), next);
    _mm256_store_si256(reinterpret_cast<I*>(round.taken), taken.height);
    _mm256_store_si256(reinterpret_cast<I*>(round.track),
                       _mm256_cvttps_epi32(_mm256_mul_ps(share, all(static_cast<float>(s.track_units)))));
    _mm256_store_si256(reinterpret_cast<I*>(round.dx), _mm256_cvttps_epi32(_mm256_mul_ps(dx, all(kDirectionUnits))));
    _mm256_store_si256(reinterpret_cast<I*>(round.dy), _mm256_cvttps_epi32(_mm256_mul_ps(dy, all(kDirectionUnits))));
    // A stopped lane leaves the round as it came; the others' drops have moved.
    const I rest_mask = _mm256_castps_si256(rests);
    const auto put = [&](float* to, F v)
                         TERRAIN_AVX2 { _mm256_store_ps(to, _mm256_blendv_ps(v, _mm256_load_ps(to), rests)); };
    const auto put_whole = [&](std::int32_t* to, I v) TERRAIN_AVX2 {
        const I old = _mm256_load_si256(reinterpret_cast<const I*>(to));
        _mm256_store_si256(reinterpret_cast<I*>(to), _mm256_blendv_epi8(v, old, rest_mask));
    };
    put(lanes.x, x);
    put(lanes.y, y);
    put(lanes.vx, vx);
    put(lanes.vy, vy);
    put_whole(lanes.volume, volume_after);
    put_whole(lanes.sediment, _mm256_add_epi32(sediment, taken.load));
    put_whole(lanes.age, age);
}

void load_lane(Lanes& lanes, int lane, const Drop& drop, std::size_t index, int steps) {
    lanes.x[lane] = drop.x;
    lanes.y[lane] = drop.y;
    lanes.vx[lane] = drop.vx;
    lanes.vy[lane] = drop.vy;
    lanes.volume[lane] = drop.volume;
    lanes.sediment[lane] = drop.sediment;
    lanes.age[lane] = drop.age;
    lanes.steps[lane] = steps;
    lanes.drop[lane] = index;
}

void store_lane(const Lanes& lanes, int lane, Drop& drop) {
    drop.x = lanes.x[lane];
    drop.y = lanes.y[lane];
    drop.vx = lanes.vx[lane];
    drop.vy = lanes.vy[lane];
    drop.volume = lanes.volume[lane];
    drop.sediment = lanes.sediment[lane];
    drop.age = static_cast<std::uint16_t>(lanes.age[lane]);
}

// An empty lane stands on the first cell, at rest.
void clear_lane(Lanes& lanes, int lane) { load_lane(lanes, lane, Drop{}, 0, 0); }

void end_lane(const Round& round, int lane, Drop& drop) {
    const int bit = 1 << lane;
    const auto here = static_cast<std::uint32_t>(round.here[lane]);
    const auto next = static_cast<std::uint32_t>(round.next[lane]);
    if (round.stopped & bit) {
        drop.state = DropState::stopped;
        drop.cell = here;
    } else if (round.left & bit) {
        drop.state = DropState::left;
        drop.cell = here;
    } else if (round.in_water & bit) {
        drop.state = DropState::in_water;
        drop.cell = next;
    } else if (round.evaporated & bit) {
        drop.state = DropState::evaporated;
        drop.cell = next;
    }
}

}  // namespace

bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }

TERRAIN_AVX2 std::int64_t descend_avx2(const ErosionMap& map, Drop* drops, std::size_t count, int steps,
                                       StepLogs& log) {
    if (steps <= 0) return 0;
    Lanes lanes;
    Round round{};
    std::int64_t evaporated = 0;
    std::size_t next_drop = 0;
    int active = 0;
    const auto refill = [&](int lane) {
        while (next_drop < count && drops[next_drop].state != DropState::running) ++next_drop;
        active &= ~(1 << lane);
        clear_lane(lanes, lane);
        if (next_drop == count) return;
        load_lane(lanes, lane, drops[next_drop], next_drop, steps);
        evaporated += drops[next_drop++].volume;
        active |= 1 << lane;
    };
    for (int lane = 0; lane < 8; ++lane) refill(lane);
    while (active != 0) {
        round.left = round.in_water = round.evaporated = 0;
        step(map, lanes, active, round);
        StepLog* const entries = log.room(8);
        std::size_t written = 0;
        for (int lane = 0; lane < 8; ++lane) {
            const int bit = 1 << lane;
            if ((active & bit) == 0) continue;
            if (round.moved & bit) {
                entries[written++] = {static_cast<std::uint32_t>(round.here[lane]), -round.taken[lane],
                                      round.track[lane], static_cast<std::int16_t>(round.dx[lane]),
                                      static_cast<std::int16_t>(round.dy[lane])};
                --lanes.steps[lane];
            }
            const int ended = round.stopped | round.left | round.in_water | round.evaporated;
            if ((ended & bit) == 0 && lanes.steps[lane] > 0) continue;
            Drop& drop = drops[lanes.drop[lane]];
            store_lane(lanes, lane, drop);
            if (ended & bit) end_lane(round, lane, drop);
            evaporated -= drop.volume;
            refill(lane);
        }
        log.count_in(written);
    }
    return evaporated;
}

}  // namespace terrain::hydrology

#else

namespace terrain::hydrology {

bool has_avx2() { return false; }

std::int64_t descend_avx2(const ErosionMap& map, Drop* drops, std::size_t count, int steps, StepLogs& log) {
    return descend_scalar(map, drops, count, steps, log);
}

}  // namespace terrain::hydrology

#endif
