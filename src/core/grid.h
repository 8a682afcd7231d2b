// Shape and row-major storage of one map layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace terrain {

/// Width (x, west to east) and height (y, north to south) in cells.
struct Shape {
    std::int32_t width = 0;
    std::int32_t height = 0;

    [[nodiscard]] std::size_t cells() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }
    [[nodiscard]] bool contains(std::int64_t x, std::int64_t y) const {
        return x >= 0 && y >= 0 && x < width && y < height;
    }
    friend bool operator==(const Shape&, const Shape&) = default;
};

/// One value a cell, row-major, row 0 in the north. Values are zero-initialised.
template <class T>
class Grid {
  public:
    Grid() = default;
    explicit Grid(Shape shape, T value = T{}) : shape_(shape), values_(shape.cells(), value) {}

    [[nodiscard]] Shape shape() const { return shape_; }
    [[nodiscard]] std::int32_t width() const { return shape_.width; }
    [[nodiscard]] std::int32_t height() const { return shape_.height; }
    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] bool empty() const { return values_.empty(); }

    T* data() { return values_.data(); }
    const T* data() const { return values_.data(); }
    T* row(std::int32_t y) { return values_.data() + offset(y); }
    const T* row(std::int32_t y) const { return values_.data() + offset(y); }
    T& operator()(std::int32_t x, std::int32_t y) { return values_[offset(y) + static_cast<std::size_t>(x)]; }
    const T& operator()(std::int32_t x, std::int32_t y) const {
        return values_[offset(y) + static_cast<std::size_t>(x)];
    }
    T& operator[](std::size_t i) { return values_[i]; }
    const T& operator[](std::size_t i) const { return values_[i]; }
    auto begin() { return values_.begin(); }
    auto end() { return values_.end(); }
    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }

  private:
    [[nodiscard]] std::size_t offset(std::int32_t y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(shape_.width);
    }
    Shape shape_;
    std::vector<T> values_;
};

}  // namespace terrain
