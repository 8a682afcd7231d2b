// The landscape statistics as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "maps/landscape_statistics.h"

namespace terrain {

/// Names end in their unit; what cannot be told is null.
nlohmann::ordered_json landscape_json(const LandscapeStatistics& statistics, Shape shape, double cell_size_m);

}  // namespace terrain
