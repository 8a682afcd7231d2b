// One hash for the samples of a layer.
#pragma once

#include <bit>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "core/grid.h"
#include "core/hash.h"
#include "core/terrain.h"

namespace terrain::test {

/// Folds values in order; every bit counts, the sign of a zero and the payload of a NaN too.
class LayerHash {
  public:
    void add(std::uint64_t bits) { state_ = mix64(state_ * 0x9e3779b97f4a7c15ULL + bits + 1); }
    void add(std::uint32_t value) { add(std::uint64_t{value}); }
    void add(std::int32_t value) { add(static_cast<std::uint32_t>(value)); }
    void add(std::uint8_t value) { add(std::uint64_t{value}); }
    void add(float value) { add(std::bit_cast<std::uint32_t>(value)); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(const glm::vec2& v) { add(v.x), add(v.y); }
    void add(const glm::vec3& v) { add(v.x), add(v.y), add(v.z); }
    void add(const Rgb8& v) { add(v.x), add(v.y), add(v.z); }
    void add(const Rgba8& v) { add(v.x), add(v.y), add(v.z), add(v.w); }
    void add(const Tree& tree) { add(tree.x_m), add(tree.y_m), add(tree.ground_m), add(tree.size); }

    [[nodiscard]] std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0;
};

}  // namespace terrain::test
