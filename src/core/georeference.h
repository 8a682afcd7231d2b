// Where on Earth a map lies: the GeoTIFF tags (OGC GeoTIFF 1.1) of the file it came from.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/grid.h"

namespace terrain {

/// The tags as they stand in the file; empty where it has none.
struct GeoReference {
    std::vector<double> pixel_scale;     ///< ModelPixelScale, 33550
    std::vector<double> tie_points;      ///< ModelTiepoint, 33922: six numbers each
    std::vector<double> transformation;  ///< ModelTransformation, 34264: 4 x 4, by row
    std::vector<std::uint16_t> keys;     ///< GeoKeyDirectory, 34735
    std::vector<double> key_doubles;     ///< GeoDoubleParams, 34736
    std::string key_text;                ///< GeoAsciiParams, 34737

    [[nodiscard]] bool empty() const;
    /// The value of a GeoKey that is stored in the directory itself.
    [[nodiscard]] std::optional<int> key(int id) const;
    /// The EPSG code of the projected or the geographic system, if there is one.
    [[nodiscard]] std::optional<int> epsg() const;
    /// Whether coordinates are longitudes and latitudes.
    [[nodiscard]] bool is_geographic() const;
    /// Map coordinates of a place in cells from the north-west corner of the north-west cell, if the tags give them:
    /// ModelTransformation, or ModelPixelScale with one tie point.
    [[nodiscard]] std::optional<glm::dvec2> to_map(glm::dvec2 cells) const;
    /// Metres along a row's and a column's cell in the middle of the map; on a sphere of 6 371 km for longitudes and
    /// latitudes. Nothing without map coordinates or for a unit of length that has no code.
    [[nodiscard]] std::optional<glm::dvec2> cell_size_m(Shape shape) const;
    /// Of the same map at another shape.
    [[nodiscard]] GeoReference at(Shape from, Shape to) const;
    /// Of the part of the map whose north-west cell is this one.
    [[nodiscard]] GeoReference from(std::int32_t column, std::int32_t row) const;

    friend bool operator==(const GeoReference&, const GeoReference&) = default;
};

/// A map with north up whose north-west corner has these coordinates (metres) and whose cells are squares: in the
/// projected system of that EPSG code, or for 0 in a local one of metres without a place on Earth.
GeoReference square_cells(int epsg, glm::dvec2 north_west, double cell_size_m);

}  // namespace terrain
