// Normal map of the ground.
#pragma once

#include <glm/vec3.hpp>

#include "core/grid.h"
#include "core/metric.h"
#include "core/parallel.h"

namespace terrain {

/// Unit normals of the ground in tangent space: x east, y north (OpenGL's convention, although row 0 is north), z up.
/// height_m in metres, the metric of its cells; the result has the shape of height_m. Slopes are sobel_gradient's
/// (slope.h): one-sided on the borders, 0 along an axis of a single cell. Ground that rises to the east has x < 0.
Grid<glm::vec3> surface_normals(const Grid<float>& height_m, const Metric& metric, ThreadPool& pool);

}  // namespace terrain
