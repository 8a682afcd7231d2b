// The landscape statistics as a picture.
#pragma once

#include "core/grid.h"
#include "core/terrain.h"
#include "maps/landscape_statistics.h"

namespace terrain {

/// Three panels, sRGB, kStatisticsChartShape: the hypsometric curve (relative height over relative area); the slope
/// histogram (share of the land over degrees, coloured by slope class); the slope-area relation on logarithmic axes
/// (medians of the bins, those with fewer than kFitCells cells pale, and the fitted law). A panel without data says so.
Grid<Rgb8> statistics_chart(const LandscapeStatistics& statistics);

}  // namespace terrain
