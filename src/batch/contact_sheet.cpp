#include "batch/contact_sheet.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "export/atomic_file.h"
#include "export/folder.h"
#include "export/layer_raster.h"
#include "export/png.h"
#include "export/verify.h"
#include "maps/bitmap_font.h"
#include "maps/canvas.h"
#include "maps/hillshade.h"
#include "pipeline/preview_stage.h"

namespace terrain {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostEntries = 4096;
constexpr int kMargin = 8;
constexpr int kLine = 2 + 2 * kGlyphHeight;  // from one line of a caption to the next, at the larger scale
const Rgb8 kPaper(32, 34, 38), kInk(225, 226, 230), kFrame(70, 73, 80);

int picture_side(std::size_t entries) {
    return entries <= 100 ? 192 : entries <= 400 ? 128 : entries <= 1500 ? 96 : 48;
}

/// The picture with its longer side at `side`: the mean of the pixels that each new one covers.
Grid<Rgb8> scaled(const Grid<Rgb8>& picture, int side) {
    const std::int64_t width = picture.width(), height = picture.height(), longer = std::max(width, height);
    const Shape shape{static_cast<std::int32_t>(std::max<std::int64_t>(1, width * side / longer)),
                      static_cast<std::int32_t>(std::max<std::int64_t>(1, height * side / longer))};
    const auto span = [](std::int64_t k, std::int64_t from, std::int64_t to) {
        const std::int64_t first = k * from / to;
        return std::pair(first, std::max(first + 1, (k + 1) * from / to));
    };
    Grid<Rgb8> out(shape);
    for (std::int32_t y = 0; y < shape.height; ++y) {
        const auto [y0, y1] = span(y, height, shape.height);
        for (std::int32_t x = 0; x < shape.width; ++x) {
            const auto [x0, x1] = span(x, width, shape.width);
            glm::dvec3 sum(0.0);
            for (std::int64_t v = y0; v < y1; ++v) {
                for (std::int64_t u = x0; u < x1; ++u) {
                    sum += glm::dvec3(picture(static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)));
                }
            }
            out(x, y) = Rgb8(sum / static_cast<double>((y1 - y0) * (x1 - x0)) + 0.5);
        }
    }
    return out;
}

std::optional<Grid<Rgb8>> colours(const Raster& raster) {
    const auto* samples = std::get_if<std::vector<std::uint8_t>>(&raster.samples);
    if (samples == nullptr || raster.channels != 3) return std::nullopt;
    Grid<Rgb8> picture(raster.shape);
    for (std::size_t i = 0; i < picture.size(); ++i) {
        picture[i] = Rgb8((*samples)[3 * i], (*samples)[3 * i + 1], (*samples)[3 * i + 2]);
    }
    return picture;
}

std::optional<Grid<Rgb8>> picture_of(const std::filesystem::path& folder, int side, ThreadPool& pool) try {
    const Json manifest = read_sealed_manifest(folder);
    if (!manifest.is_object()) return std::nullopt;
    const Shape shape{manifest.at("size").at(0).get<std::int32_t>(), manifest.at("size").at(1).get<std::int32_t>()};
    for (const Json& entry : manifest.at("files")) {
        if (entry.at("layer") != "hillshade" || entry.contains("tile")) continue;
        const std::optional<Raster> raster = decode_output(folder, entry, shape);
        const auto picture = raster ? colours(*raster) : std::nullopt;
        if (picture) return scaled(*picture, side);
    }
    return scaled(hillshade(read_pack_terrain(folder, read_pack_recipe(folder, {})), pool), side);
} catch (const std::exception&) {
    return std::nullopt;  // the sheet is for people: a frame says that there is no picture
}

/// One letter for each character, as the font has only ASCII.
std::string letters(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) out += c;
    }
    return out;
}

void write_caption(Canvas& canvas, int x, int y, int width, const std::string& line) {
    std::string text = letters(line);
    const int scale = 2 * text_width(text) <= width ? 2 : 1;
    while (scale * text_width(text) > width && text.size() > 1) text.pop_back();
    canvas.text(x + (width - scale * text_width(text)) / 2, y + (2 - scale) * kGlyphHeight / 2, text, kInk, scale);
}

void place(Canvas& canvas, int x, int y, const Grid<Rgb8>& picture) {
    for (std::int32_t v = 0; v < picture.height(); ++v) {
        for (std::int32_t u = 0; u < picture.width(); ++u) {
            canvas.fill(x + u, y + v, x + u + 1, y + v + 1, picture(u, v));
        }
    }
}

void cross_out(Canvas& canvas, int x, int y, int side) {
    const int far_x = x + side - 1, far_y = y + side - 1;
    canvas.line(x, y, far_x, y, kFrame);
    canvas.line(x, far_y, far_x, far_y, kFrame);
    canvas.line(x, y, x, far_y, kFrame);
    canvas.line(far_x, y, far_x, far_y, kFrame);
    canvas.line(x, y, far_x, far_y, kFrame);
    canvas.line(x, far_y, far_x, y, kFrame);
}

}  // namespace

Grid<Rgb8> contact_sheet(const std::vector<SheetEntry>& entries, ThreadPool& pool) {
    const std::size_t count = std::min(entries.size(), kMostEntries);
    const int side = picture_side(count);
    std::size_t lines = 0;
    for (const SheetEntry& entry : entries) lines = std::max(lines, entry.caption.size());
    const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count)))));
    const int rows = std::max(
        1, static_cast<int>((count + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns)));
    const int wide = side + kMargin, high = side + kMargin + 2 + static_cast<int>(lines) * kLine;
    Canvas canvas({columns * wide + kMargin, rows * high + kMargin}, kPaper);
    for (std::size_t k = 0; k < count; ++k) {
        const int x = kMargin + static_cast<int>(k) % columns * wide;
        const int y = kMargin + static_cast<int>(k) / columns * high;
        if (const auto picture = picture_of(entries[k].folder, side, pool)) {
            place(canvas, x + (side - picture->width()) / 2, y + (side - picture->height()) / 2, *picture);
        } else {
            cross_out(canvas, x, y, side);
        }
        for (std::size_t line = 0; line < entries[k].caption.size(); ++line) {
            write_caption(canvas, x, y + side + 4 + static_cast<int>(line) * kLine, side, entries[k].caption[line]);
        }
    }
    return canvas.picture();
}

void write_picture(const Grid<Rgb8>& picture, const std::filesystem::path& file) {
    const OutputFolder held(file.parent_path(), true);
    write_whole(file, encode_png(colour_raster(picture)));
}

}  // namespace terrain
