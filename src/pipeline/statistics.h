// The statistics that the manifest carries.
#pragma once

#include <nlohmann/json.hpp>

#include "core/terrain.h"
#include "hydrology/hydrology.h"

namespace terrain {

/// Height range (metres), mass and water budgets (cubic metres), lakes (the ten largest, metres), trees.
nlohmann::ordered_json statistics_of(const Terrain& terrain, const HydrologyResult& hydrology);

}  // namespace terrain
