#include "maps/outlines.h"

#include <algorithm>

namespace terrain {
namespace {

// East, south, west, north: with y down, the next one is the turn to the right.
constexpr int kStep[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/// One side of a cell with the area on its right.
struct Edge {
    std::uint32_t from = 0;  ///< corner: row * (width + 1) + column
    int direction = 0;       ///< of kStep
    bool used = false;
};

class Tracer {
  public:
    explicit Tracer(const Grid<std::uint32_t>& id) : id_(id), seen_(id.shape()) {}

    /// The part of the area that cell (x, y), seen for the first time, belongs to.
    Polygon part(std::int32_t x, std::int32_t y) {
        collect(x, y);
        std::stable_sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.from < b.from; });
        Polygon polygon;
        for (Edge& edge : edges_) {
            if (!edge.used) polygon.push_back(ring(edge));
        }
        return polygon;
    }
    [[nodiscard]] bool seen(std::int32_t x, std::int32_t y) const { return seen_(x, y) != 0; }

  private:
    [[nodiscard]] std::uint32_t corner(std::int32_t x, std::int32_t y) const {
        return static_cast<std::uint32_t>(y) * (static_cast<std::uint32_t>(id_.width()) + 1U) +
               static_cast<std::uint32_t>(x);
    }

    /// Finds the part's cells, and the edges around them.
    void collect(std::int32_t x0, std::int32_t y0) {
        const std::uint32_t own = id_(x0, y0);
        edges_.clear();
        cells_.assign(1, {x0, y0});
        seen_(x0, y0) = 1;
        for (std::size_t k = 0; k < cells_.size(); ++k) {
            const std::int32_t x = cells_[k].x;
            const std::int32_t y = cells_[k].y;
            // The neighbour beyond the side that runs in direction d lies to its left.
            for (int d = 0; d < 4; ++d) {
                const std::int32_t u = x + kStep[(d + 3) % 4][0];
                const std::int32_t v = y + kStep[(d + 3) % 4][1];
                if (!id_.shape().contains(u, v) || id_(u, v) != own) {
                    edges_.push_back({corner(x + (d == 1 || d == 2 ? 1 : 0), y + (d >= 2 ? 1 : 0)), d, false});
                } else if (seen_(u, v) == 0) {
                    seen_(u, v) = 1;
                    cells_.push_back({u, v});
                }
            }
        }
    }

    Edge* outgoing(std::uint32_t from, int direction) {
        auto edge = std::lower_bound(edges_.begin(), edges_.end(), from,
                                     [](const Edge& e, std::uint32_t value) { return e.from < value; });
        for (; edge != edges_.end() && edge->from == from; ++edge) {
            if (edge->direction == direction && !edge->used) return &*edge;
        }
        return nullptr;
    }

    Ring ring(Edge& first) {
        Ring out;
        const std::uint32_t columns = static_cast<std::uint32_t>(id_.width()) + 1U;
        int direction = -1;
        for (Edge* edge = &first; edge != nullptr;) {
            edge->used = true;
            if (edge->direction != direction) {
                out.push_back({static_cast<int>(edge->from % columns), static_cast<int>(edge->from / columns)});
            }
            direction = edge->direction;
            const std::uint32_t to = edge->from + static_cast<std::uint32_t>(kStep[direction][0]) +
                                     static_cast<std::uint32_t>(kStep[direction][1]) * columns;
            // Where two cells of the part touch at a corner, the left turn makes a hole of what they enclose.
            edge = nullptr;
            for (const int turn : {3, 0, 1}) {
                if (edge == nullptr) edge = outgoing(to, (direction + turn) % 4);
            }
        }
        return out;
    }

    const Grid<std::uint32_t>& id_;
    Grid<std::uint8_t> seen_;
    std::vector<glm::ivec2> cells_;
    std::vector<Edge> edges_;
};

}  // namespace

std::vector<std::vector<Polygon>> outlines(const Grid<std::uint32_t>& id, std::size_t count) {
    std::vector<std::vector<Polygon>> out(count);
    Tracer tracer(id);
    for (std::int32_t y = 0; y < id.height(); ++y) {
        for (std::int32_t x = 0; x < id.width(); ++x) {
            const std::uint32_t own = id(x, y);
            if (own == 0 || own > count || tracer.seen(x, y)) continue;
            out[own - 1].push_back(tracer.part(x, y));
        }
    }
    return out;
}

}  // namespace terrain
