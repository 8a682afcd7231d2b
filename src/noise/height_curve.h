// A monotone curve through given points.
#pragma once

#include <glm/vec2.hpp>
#include <span>
#include <vector>

namespace terrain {

/// Piecewise cubic through the points that rises and falls only where they do (Fritsch & Butland 1984).
/// Inside [0, 1] it is level before the first and after the last point; outside [0, 1] it goes on along its end slopes.
class HeightCurve {
  public:
    /// points: (in, out), strictly ascending in `in`, within [0, 1]; none gives the identity.
    /// Throws UserError when they do not ascend or leave [0, 1].
    explicit HeightCurve(const std::vector<glm::dvec2>& points);

    [[nodiscard]] bool is_identity() const { return pieces_.empty(); }
    [[nodiscard]] double operator()(double in) const;
    /// Replaces every value by the curve's.
    void apply(std::span<float> values) const;

  private:
    struct Piece {
        double start;
        double c0, c1, c2, c3;  ///< by powers of (in - start)
    };
    std::vector<Piece> pieces_;
};

}  // namespace terrain
