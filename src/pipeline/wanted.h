// Which layers a recipe's outputs need, and what they take.
#pragma once

#include <cstdint>

#include "recipe/recipe.h"

namespace terrain {

class Wanted {
  public:
    explicit Wanted(const Recipe& recipe) : recipe_(recipe) {}

    [[nodiscard]] bool operator()(OutputLayer layer) const;
    /// Of a layer with a choice of the water's source.
    [[nodiscard]] bool operator()(OutputLayer layer, WaterSource source) const;
    [[nodiscard]] bool operator()(OutputLayer layer, OutputFormat format) const;
    /// Whether any layer needs the drainage.
    [[nodiscard]] bool routing() const;
    /// Bytes a cell of the layers that come after the hydrology, and of what is needed while they are made.
    [[nodiscard]] std::uint64_t bytes_a_cell() const;

  private:
    const Recipe& recipe_;
};

}  // namespace terrain
