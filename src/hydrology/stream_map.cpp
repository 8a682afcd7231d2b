#include "hydrology/stream_map.h"

#include <algorithm>
#include <cmath>

namespace terrain::hydrology {
namespace {

void saturate(ErosionMap& map, std::uint32_t i, float inverse_half, bool enabled) {
    const float q = map.discharge[i];
    const float load = q * inverse_half;
    const auto stream = enabled ? static_cast<std::uint32_t>(65535.0F * (load / (1.0F + load))) : 0U;
    map.attributes[i] = (map.attributes[i] & ~static_cast<std::uint32_t>(kStreamMask)) | stream;
    const float scale = q > 1e-12F ? 16384.0F / q : 0.0F;
    map.momentum[2 * i] = static_cast<std::int16_t>(std::clamp(map.discharge_x[i] * scale, -16384.0F, 16384.0F));
    map.momentum[2 * i + 1] = static_cast<std::int16_t>(std::clamp(map.discharge_y[i] * scale, -16384.0F, 16384.0F));
}

// A river of one width lies on more cells of a finer map, and each sees less of it.
float inverse_half_share(const ErosionMap& map, const StreamParameters& parameters) {
    return static_cast<float>(static_cast<double>(map.scale.ratio) / parameters.half_share);
}

template <class Body>
void each_row(ErosionMap& map, ThreadPool& pool, Body body) {
    for_row_blocks(pool, static_cast<std::size_t>(map.height), 64, [&](std::size_t first, std::size_t last) {
        for (std::size_t y = first; y < last; ++y) {
            const std::uint32_t start = map.index(0, static_cast<std::int32_t>(y));
            for (std::uint32_t i = start; i < start + static_cast<std::uint32_t>(map.width); ++i) body(i);
        }
    });
}

}  // namespace

void update_streams(ErosionMap& map, std::uint64_t drops, float rate, const StreamParameters& parameters,
                    ThreadPool& pool) {
    if (drops == 0) return;
    const auto share =
        static_cast<float>(1.0 / (static_cast<double>(map.scale.track_units) * static_cast<double>(drops)));
    const float inverse_half = inverse_half_share(map, parameters);
    each_row(map, pool, [&](std::uint32_t i) {
        map.discharge[i] += rate * (static_cast<float>(map.track[i]) * share - map.discharge[i]);
        map.discharge_x[i] += rate * (static_cast<float>(map.track_x[i]) * share - map.discharge_x[i]);
        map.discharge_y[i] += rate * (static_cast<float>(map.track_y[i]) * share - map.discharge_y[i]);
        map.track[i] = map.track_x[i] = map.track_y[i] = 0;
        saturate(map, i, inverse_half, parameters.enabled);
    });
}

void saturate_streams(ErosionMap& map, const StreamParameters& parameters, ThreadPool& pool) {
    const float inverse_half = inverse_half_share(map, parameters);
    each_row(map, pool, [&](std::uint32_t i) { saturate(map, i, inverse_half, parameters.enabled); });
}

}  // namespace terrain::hydrology
