// The triangles of one patch: Direct3D 11's integer tessellation of the triangle domain.
//
// With inside factor T the patch is a set of nested rings of T, T - 2, T - 4 ... segments a side, the last a point (T
// even) or a triangle (T odd); the outer ring's sides have the edge factors instead. Edge k lies opposite control
// point k, where barycentric coordinate k is 0. Points on an edge are the fractions i / factor, so for powers of two
// they are exact.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace terrain::planet {

struct PatchPattern {
    std::vector<glm::vec3> points;                        ///< barycentric (u, v, w)
    std::vector<std::array<std::uint16_t, 3>> triangles;  ///< wound as the control points 0, 1, 2
};

/// edges: factors, each 1 to inside; inside 1 to 64. An inside of 1 with an edge above 1 does not occur.
PatchPattern make_pattern(std::array<std::int32_t, 3> edges, std::int32_t inside);

/// Patterns by their factors (powers of two), made once each. Not for several threads at a time.
class PatternCache {
  public:
    const PatchPattern& get(std::array<std::int32_t, 3> edges, std::int32_t inside);

  private:
    std::array<std::vector<PatchPattern>, 7> by_inside_;  // by the exponents: inside, then 7 * 7 * 7 of edges
};

}  // namespace terrain::planet
