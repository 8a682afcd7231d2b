// Landforms by what can be seen from a cell.
#pragma once

#include <cstdint>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// The ten most common landforms; 0 is left for cells without data.
enum class Landform : std::uint8_t {
    flat = 1,
    summit = 2,
    ridge = 3,
    shoulder = 4,
    spur = 5,
    slope = 6,
    hollow = 7,
    footslope = 8,
    valley = 9,
    pit = 10,
};

struct GeomorphonParameters {
    std::int32_t search_radius = 20;  ///< cells along each axis that a line of sight reaches, >= 1
    double flatness_degrees = 1.0;    ///< what differs from the horizon by no more counts as level, 0 to 45
};

/// The form of a cell that sees `higher` of the eight directions rise and `lower` of them fall (their sum <= 8): the
/// simplified table of the paper (its figure 4).
Landform landform_of(int lower, int higher);

/// Geomorphons (Jasiewicz & Stepinski 2013, "Geomorphons - a pattern recognition approach to classification and mapping
/// of landforms"). In each of the eight directions, within the search radius, the greatest and the least elevation
/// angle to the ground are found (90 degrees less the zenith angle, and the nadir angle less 90); a direction is higher
/// or lower where their sum is above or below the flatness threshold. The counts of both give the form.
///
/// height_m in metres, the metric of its cells; the result has the shape of height_m. Lines of sight end at the map's
/// border; a direction without any cell is taken to go on as the opposite one comes, or to be level where that has none
/// either.
/// @throws UserError for a parameter out of range.
Grid<Landform> geomorphons(const Grid<float>& height_m, const Metric& metric, const GeomorphonParameters& parameters,
                           ThreadPool& pool);

}  // namespace terrain
