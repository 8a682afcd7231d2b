#include "maps/canvas.h"

#include <algorithm>
#include <cstdlib>

#include "maps/bitmap_font.h"

namespace terrain {
namespace {

/// Calls dot(column, row) for each set dot of the text.
template <class Dot>
void each_dot(std::string_view text, const Dot& dot) {
    int left = 0;
    for (const char c : text) {
        const Glyph& rows = glyph(c);
        for (int v = 0; v < kGlyphHeight; ++v) {
            for (int u = 0; u < kGlyphWidth; ++u) {
                if ((rows[static_cast<std::size_t>(v)] >> (kGlyphWidth - 1 - u) & 1) != 0) dot(left + u, v);
            }
        }
        left += kGlyphAdvance;
    }
}

}  // namespace

void Canvas::fill(int x0, int y0, int x1, int y1, Rgb8 colour) {
    for (int y = std::max(y0, 0); y < std::min(y1, picture_.height()); ++y) {
        for (int x = std::max(x0, 0); x < std::min(x1, picture_.width()); ++x) picture_(x, y) = colour;
    }
}

void Canvas::line(int x0, int y0, int x1, int y1, Rgb8 colour, int width) {
    const int dx = std::abs(x1 - x0);
    const int dy = -std::abs(y1 - y0);
    const int step_x = x0 < x1 ? 1 : -1;
    const int step_y = y0 < y1 ? 1 : -1;
    const int before = (width - 1) / 2;
    for (int error = dx + dy;;) {
        fill(x0 - before, y0 - before, x0 - before + width, y0 - before + width, colour);
        if (x0 == x1 && y0 == y1) return;
        const int twice = 2 * error;
        if (twice >= dy) error += dy, x0 += step_x;
        if (twice <= dx) error += dx, y0 += step_y;
    }
}

void Canvas::text(int x, int y, std::string_view text, Rgb8 colour, int scale) {
    each_dot(text, [&](int u, int v) {
        fill(x + u * scale, y + v * scale, x + (u + 1) * scale, y + (v + 1) * scale, colour);
    });
}

void Canvas::text_upwards(int x, int y, std::string_view text, Rgb8 colour, int scale) {
    each_dot(text, [&](int u, int v) {
        fill(x + v * scale, y - (u + 1) * scale, x + (v + 1) * scale, y - u * scale, colour);
    });
}

}  // namespace terrain
