// Descent of drops over frozen terrain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hydrology/drop.h"
#include "hydrology/erosion_map.h"

namespace terrain::hydrology {

/// Walks `count` running drops up to `steps` steps of one cell each over the map as it is, without changing it; what
/// each step would do is appended to `log` (in no particular order). On return drop.state says which still run. Returns
/// the water that evaporated. Source: hydrology findings, "Step".
std::int64_t descend(const ErosionMap& map, Drop* drops, std::size_t count, int steps, StepLogs& log);

/// The same in scalar code and, where the processor has AVX2 (has_avx2), eight drops at a time: the same bits.
std::int64_t descend_scalar(const ErosionMap& map, Drop* drops, std::size_t count, int steps, StepLogs& log);
std::int64_t descend_avx2(const ErosionMap& map, Drop* drops, std::size_t count, int steps, StepLogs& log);
bool has_avx2();

/// Constants of the step, common to both.
namespace descent {
constexpr float kLeastDriveSpeed =
    0.5F;  // below it gravity acts as at this speed, so that a resting drop starts gently
constexpr float kRestSpeed = 0.02F;
constexpr float kPitEnergy = 0.2F;  // a pit no deeper than this share of speed^2 (cells) is run through
constexpr float kPlantUnit = 0.2F;
constexpr float kStreamFriction = 0.5F;     // share of the friction that a full stream takes away
constexpr float kStreamEvaporation = 0.2F;  // likewise of the evaporation
constexpr float kTiny = 1e-6F;
constexpr float kMostUnits = 1e9F;
constexpr float kDirectionUnits = 16384.0F;
constexpr float kStreamUnit = 1.0F / 65535.0F;
}  // namespace descent

}  // namespace terrain::hydrology
