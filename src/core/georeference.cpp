#include "core/georeference.h"

#include <cmath>

#include "core/math.h"

namespace terrain {
namespace {

// GeoKeys and their values.
constexpr int kModelType = 1024;
constexpr int kGeographicModel = 2;
constexpr int kRasterType = 1025;
constexpr int kPixelIsPoint = 2;
constexpr int kGeographicSystem = 2048;
constexpr int kProjectedSystem = 3072;
constexpr int kLinearUnit = 3076;
constexpr int kUserDefined = 32767;

constexpr double kDegree = math::kPi / 180.0;
constexpr double kMetresADegree = 6371000.0 * kDegree;

/// What raster coordinates of a corner lack: a point raster counts from the first cell's centre.
double corner_offset(const GeoReference& geo) { return geo.key(kRasterType) == kPixelIsPoint ? -0.5 : 0.0; }

std::optional<double> metres_a_unit(const GeoReference& geo) {
    switch (geo.key(kLinearUnit).value_or(9001)) {
        case 9001:
            return 1.0;
        case 9002:
            return 0.3048;
        case 9003:
            return 1200.0 / 3937.0;
        case 9036:
            return 1000.0;
        default:
            return std::nullopt;
    }
}

}  // namespace

bool GeoReference::empty() const {
    return pixel_scale.empty() && tie_points.empty() && transformation.empty() && keys.empty();
}

std::optional<int> GeoReference::key(int id) const {
    for (std::size_t k = 4; k + 3 < keys.size(); k += 4) {
        if (keys[k] == id && keys[k + 1] == 0) return keys[k + 3];
    }
    return std::nullopt;
}

bool GeoReference::is_geographic() const { return key(kModelType) == kGeographicModel; }

std::optional<int> GeoReference::epsg() const {
    const std::optional<int> code = key(is_geographic() ? kGeographicSystem : kProjectedSystem);
    return code && *code > 0 && *code < kUserDefined ? code : std::nullopt;
}

std::optional<glm::dvec2> GeoReference::to_map(glm::dvec2 cells) const {
    const double x = cells.x + corner_offset(*this);
    const double y = cells.y + corner_offset(*this);
    if (transformation.size() == 16) {
        const auto& m = transformation;
        return glm::dvec2(m[0] * x + m[1] * y + m[3], m[4] * x + m[5] * y + m[7]);
    }
    if (pixel_scale.size() < 2 || tie_points.size() != 6) return std::nullopt;
    return glm::dvec2(tie_points[3] + (x - tie_points[0]) * pixel_scale[0],
                      tie_points[4] - (y - tie_points[1]) * pixel_scale[1]);
}

std::optional<glm::dvec2> GeoReference::cell_size_m(Shape shape) const {
    const glm::dvec2 middle(shape.width * 0.5, shape.height * 0.5);
    const auto centre = to_map(middle);
    const auto unit = metres_a_unit(*this);
    if (!centre || !unit) return std::nullopt;
    const glm::dvec2 east = *to_map({middle.x + 1, middle.y});
    const glm::dvec2 south = *to_map({middle.x, middle.y + 1});
    double ux = *unit, uy = *unit;
    if (is_geographic()) {
        uy = kMetresADegree;
        ux = kMetresADegree * std::fabs(math::cos(centre->y * kDegree));
    }
    const auto length = [&](glm::dvec2 to) {
        const double x = (to.x - centre->x) * ux;
        const double y = (to.y - centre->y) * uy;
        return std::sqrt(x * x + y * y);
    };
    const glm::dvec2 size(length(east), length(south));
    const bool usable = size.x > 0 && size.y > 0 && std::isfinite(size.x) && std::isfinite(size.y);
    return usable ? std::optional(size) : std::nullopt;
}

GeoReference GeoReference::at(Shape from, Shape to) const {
    GeoReference out = *this;
    if (from == to) return out;
    const double kx = static_cast<double>(from.width) / to.width;
    const double ky = static_cast<double>(from.height) / to.height;
    const double offset = corner_offset(*this);
    if (pixel_scale.size() >= 2) {
        out.pixel_scale[0] *= kx;
        out.pixel_scale[1] *= ky;
    }
    for (std::size_t k = 0; k + 5 < tie_points.size(); k += 6) {
        out.tie_points[k] = (tie_points[k] - offset) / kx + offset;
        out.tie_points[k + 1] = (tie_points[k + 1] - offset) / ky + offset;
    }
    if (transformation.size() == 16) {
        for (std::size_t row = 0; row < 16; row += 4) {
            out.transformation[row] *= kx;
            out.transformation[row + 1] *= ky;
            out.transformation[row + 3] +=
                transformation[row] * offset * (1 - kx) + transformation[row + 1] * offset * (1 - ky);
        }
    }
    return out;
}

GeoReference GeoReference::from(std::int32_t column, std::int32_t row) const {
    GeoReference out = *this;
    for (std::size_t k = 0; k + 5 < tie_points.size(); k += 6) {
        out.tie_points[k] -= column;
        out.tie_points[k + 1] -= row;
    }
    if (tie_points.size() == 6 && pixel_scale.size() >= 2) {
        // One tie point stays at the corner, as readers expect it.
        out.tie_points[0] = tie_points[0];
        out.tie_points[1] = tie_points[1];
        out.tie_points[3] += column * pixel_scale[0];
        out.tie_points[4] -= row * pixel_scale[1];
    }
    for (std::size_t k = 0; k + 4 <= transformation.size(); k += 4) {
        out.transformation[k + 3] += transformation[k] * column + transformation[k + 1] * row;
    }
    return out;
}

GeoReference square_cells(int epsg, glm::dvec2 north_west, double cell_size_m) {
    // GeoKeys of OGC GeoTIFF 1.1: model type, raster type, citation, projected system, unit of length.
    constexpr std::uint16_t kModel = 1024, kRaster = 1025, kCitation = 1026, kProjected = 3072, kUnit = 3076;
    constexpr std::uint16_t kText = 34737, kMetre = 9001;
    GeoReference geo;
    geo.pixel_scale = {cell_size_m, cell_size_m, 0.0};
    geo.tie_points = {0.0, 0.0, 0.0, north_west.x, north_west.y, 0.0};
    if (epsg != 0) {
        geo.keys = {1, 1, 0, 3, kModel, 0, 1, 1, kRaster, 0, 1, 1, kProjected, 0, 1, static_cast<std::uint16_t>(epsg)};
        return geo;
    }
    geo.key_text = "Local metres|";
    const auto length = static_cast<std::uint16_t>(geo.key_text.size());
    geo.keys = {1,         1,     0,      4, kModel, 0, 1, kUserDefined, kRaster, 0, 1, 1,
                kCitation, kText, length, 0, kUnit,  0, 1, kMetre};
    return geo;
}

}  // namespace terrain
