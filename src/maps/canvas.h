// A picture to draw plain shapes and text on.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/grid.h"
#include "core/terrain.h"

namespace terrain {

/// Coordinates are pixels from the top left corner; what lies outside the picture is cut off.
class Canvas {
  public:
    Canvas(Shape shape, Rgb8 background) : picture_(shape, background) {}

    /// All pixels with x0 <= x < x1 and y0 <= y < y1.
    void fill(int x0, int y0, int x1, int y1, Rgb8 colour);
    /// A straight line (Bresenham's), both ends included, drawn with a square of `width` pixels.
    void line(int x0, int y0, int x1, int y1, Rgb8 colour, int width = 1);
    /// Text of bitmap_font.h; (x, y) is its top left corner, `scale` the pixels to a dot.
    void text(int x, int y, std::string_view text, Rgb8 colour, int scale = 1);
    /// The same, turned to read upwards; (x, y) is the bottom left corner of the column of text.
    void text_upwards(int x, int y, std::string_view text, Rgb8 colour, int scale = 1);

    [[nodiscard]] const Grid<Rgb8>& picture() const { return picture_; }

  private:
    Grid<Rgb8> picture_;
};

}  // namespace terrain
