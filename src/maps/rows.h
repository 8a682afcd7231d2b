// Rows of a map in parallel. Internal to the module.
#pragma once

#include "core/grid.h"
#include "core/parallel.h"

namespace terrain {

/// Calls body(y) for every row of `shape`, blocks of rows at once.
template <class Body>
void each_row(Shape shape, ThreadPool& pool, const Body& body) {
    for_row_blocks(pool, static_cast<std::size_t>(shape.height), 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t y = first; y < last; ++y) body(static_cast<std::int32_t>(y));
    });
}

/// Calls body(x, y) for every cell of `shape`, blocks of rows at once.
template <class Body>
void each_cell(Shape shape, ThreadPool& pool, const Body& body) {
    each_row(shape, pool, [&](std::int32_t y) {
        for (std::int32_t x = 0; x < shape.width; ++x) body(x, y);
    });
}

}  // namespace terrain
