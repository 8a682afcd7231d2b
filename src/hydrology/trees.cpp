#include "hydrology/trees.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace terrain::hydrology {
namespace {

constexpr int kPassesACycle = 14;
constexpr std::uint32_t kMostPlants = 200;  // fifths; the attribute holds 255
constexpr float kGrowth = 0.05F;

}  // namespace

Forest::Forest(ErosionMap& map, const TreeParameters& parameters, std::uint64_t seed_value)
    : map_(map),
      parameters_(parameters),
      seeds_(seed_value, "tree seeds"),
      spreads_(seed_value, "tree spread"),
      deaths_(seed_value, "tree deaths") {}

void Forest::root(std::uint32_t cell, int sign) {
    const auto add = [&](std::uint32_t i, int fifths) {
        if (map_.inside(i)) map_.attributes[i] += static_cast<std::uint32_t>(sign * fifths) << kPlantShift;
    };
    add(cell, 5);
    for (int k = 0; k < 4; ++k) {
        add(map_.neighbour(cell, k), 3);
        add(map_.neighbour(cell, k + 4), 2);
    }
}

bool Forest::fit(std::uint32_t cell) const {
    if (map_.wet(cell) || map_.stream(cell) >= static_cast<float>(parameters_.maximum_stream)) return false;
    if (map_.surface[cell] > line_) return false;
    const float half = 0.5F * map_.scale.unit;
    const auto difference = [&](std::uint32_t a, std::uint32_t b) {
        return static_cast<float>(map_.ground(a) - map_.ground(b)) * half;
    };
    const float inverse = map_.planet ? map_.row_inverse[static_cast<std::size_t>(map_.y_of(cell))] : 1.0F;
    const float gx = difference(map_.neighbour(cell, 0), map_.neighbour(cell, 1)) * inverse;
    const float gy = difference(map_.neighbour(cell, 2), map_.neighbour(cell, 3));
    const auto steepest = static_cast<float>(parameters_.maximum_slope);
    return gx * gx + gy * gy <= steepest * steepest;
}

void Forest::plant(std::uint32_t cell, float size) {
    if (!fit(cell)) return;
    std::uint32_t densest = map_.plants(cell);
    for (int k = 0; k < 8; ++k) densest = std::max(densest, map_.plants(map_.neighbour(cell, k)));
    if (densest > kMostPlants) return;
    trees_.push_back({cell, size});
    root(cell, 1);
}

void Forest::update_line() {
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    std::int32_t high = std::numeric_limits<std::int32_t>::min();
    for (std::int32_t y = 0; y < map_.height; ++y) {
        for (std::int32_t x = 0; x < map_.width; ++x) {
            const std::int32_t h = map_.surface[map_.index(x, y)];
            low = std::min(low, h);
            high = std::max(high, h);
        }
    }
    line_ =
        low + static_cast<std::int32_t>(static_cast<double>(high - static_cast<double>(low)) * parameters_.tree_line);
}

void Forest::seed(std::uint64_t pass) {
    const double wanted = static_cast<double>(map_.scale.shape.cells()) / 65536.0 * parameters_.density;
    const auto tries = static_cast<std::uint64_t>(std::max(parameters_.density > 0 ? 1.0 : 0.0, wanted));
    for (std::uint64_t k = 0; k < tries; ++k) {
        const std::uint64_t r = seeds_(pass, k);
        const auto x = static_cast<std::int32_t>(bounded(r, static_cast<std::uint32_t>(map_.width)));
        const auto y = static_cast<std::int32_t>(bounded(mix64(r), static_cast<std::uint32_t>(map_.height)));
        // On a planet seeds fall evenly on the ground, not on the map.
        if (map_.planet && unit_float(mix64(r + 1)) >= map_.row_width[static_cast<std::size_t>(y)]) continue;
        plant(map_.index(x, y), 0.5F);
    }
}

void Forest::spread(std::uint64_t pass) {
    const std::size_t count = trees_.size();
    const auto chance = static_cast<std::uint32_t>(std::min(1024.0, 20.0 * parameters_.density));
    for (std::size_t k = 0; k < count; ++k) {
        trees_[k].size += kGrowth * (1.0F - trees_[k].size);
        const std::uint64_t r = spreads_(pass, k);
        if ((r & 1023) >= chance) continue;
        std::int64_t x = map_.x_of(trees_[k].cell) + static_cast<std::int32_t>((r >> 10) % 9) - 4;
        std::int64_t y = map_.y_of(trees_[k].cell) + static_cast<std::int32_t>((r >> 20) % 9) - 4;
        const Shape shape = map_.scale.shape;
        if (!shape.contains(x, y) && !map_.scale.topology.resolve(shape, x, y)) continue;
        const std::uint32_t i = map_.index(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
        if (static_cast<float>((r >> 40) & 1023) * 5.0F > static_cast<float>(map_.plants(i)) * 1024.0F) plant(i, 0.5F);
    }
}

void Forest::die(std::uint64_t pass) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < trees_.size(); ++k) {
        const Plant tree = trees_[k];
        if (!fit(tree.cell) || deaths_(pass, k) % 1000 < kPassesACycle) {
            root(tree.cell, -1);
        } else {
            trees_[kept++] = tree;
        }
    }
    trees_.resize(kept);
}

void Forest::grow() {
    update_line();
    for (int k = 0; k < kPassesACycle; ++k) {
        const std::uint64_t pass = passes_++;
        seed(pass);
        spread(pass);
    }
    die(passes_);
}

void Forest::clear_unfit() {
    update_line();
    std::erase_if(trees_, [&](const Plant& tree) {
        const bool remove = !fit(tree.cell);
        if (remove) root(tree.cell, -1);
        return remove;
    });
}

}  // namespace terrain::hydrology
