// The metres of a map's cells, and which cells are neighbours.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/margin.h"
#include "core/terrain.h"
#include "core/topology.h"

namespace terrain {

/// Lengths and areas of cells. On a plane all are alike; on a planet a cell is narrower the nearer it lies to a pole.
class Metric {
  public:
    /// A plane with four borders. Implicit: what takes a metric takes a plain cell size, too.
    Metric(double cell_size_m) : cell_m_(cell_size_m) {}  // NOLINT(google-explicit-constructor)
    /// Of a map of this shape in `world`.
    Metric(const World& world, Shape shape) : Metric(world.cell_size_m, world.topology(), shape) {}
    Metric(double cell_size_m, Topology topology, Shape shape) : cell_m_(cell_size_m), topology_(topology) {
        if (topology.poles) widths_ = std::make_shared<const std::vector<double>>(planet_row_widths(shape.height));
    }

    /// Of a map of this shape inside its margin, seen as a map with borders.
    [[nodiscard]] Metric around(const Margin& margin, Shape shape) const {
        Metric out(cell_m_);
        if (!widths_) return out;
        std::vector<double> widths(static_cast<std::size_t>(margin.around(shape).height));
        for (std::size_t k = 0; k < widths.size(); ++k) {
            std::int64_t x = 0, y = Topology::modulo(static_cast<std::int64_t>(k) - margin.y, 2LL * shape.height);
            topology_.resolve(shape, x, y);
            widths[k] = (*widths_)[static_cast<std::size_t>(y)];
        }
        out.widths_ = std::make_shared<const std::vector<double>>(std::move(widths));
        return out;
    }

    /// Edge of a cell from north to south; on a planet also from west to east at the equator.
    [[nodiscard]] double cell_m() const { return cell_m_; }
    /// Edge of a cell of row y from west to east.
    [[nodiscard]] double width_m(std::int32_t y) const { return cell_m_ * relative_width(y); }
    /// The same in cell_m.
    [[nodiscard]] double relative_width(std::int32_t y) const {
        return widths_ ? (*widths_)[static_cast<std::size_t>(y)] : 1.0;
    }
    [[nodiscard]] double area_m2(std::int32_t y) const { return cell_m_ * width_m(y); }
    [[nodiscard]] const Topology& topology() const { return topology_; }

  private:
    double cell_m_;
    Topology topology_;
    std::shared_ptr<const std::vector<double>> widths_;  ///< by row; none on a plane
};

}  // namespace terrain
