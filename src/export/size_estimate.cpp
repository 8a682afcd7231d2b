#include "export/size_estimate.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/terrain.h"
#include "export/tiff.h"

namespace terrain {

namespace {

constexpr std::uint64_t kCsvLine = 48;  // four numbers of at most 11 characters and their separators

std::uint64_t cells(Shape shape) {
    return static_cast<std::uint64_t>(std::max(shape.width, 0)) * static_cast<std::uint64_t>(std::max(shape.height, 0));
}

/// Deflate stores what it cannot compress in blocks of a few bytes' overhead per 10 KB or more.
std::uint64_t deflated_at_most(std::uint64_t bytes) { return bytes + bytes / 1000 + 64; }

/// Trees whose roots a cell bears at most: a tree takes 25 fifths of 205 a cell, at the map's sides less of them.
std::uint64_t most_trees(Shape shape) { return cells(shape) * (std::min(shape.width, shape.height) < 2 ? 41 : 16); }

constexpr std::uint64_t kText = 65536;     // a head, or statistics
constexpr std::uint64_t kGeoTags = 16384;  // the GeoTIFF tags of a source; seldom more than 1 KB
// Rough: what a river's or a lake's share of a cell takes, were there very many.
constexpr std::uint64_t kGeoJsonCell = 64;

std::uint64_t bytes_per_cell(const OutputSpec& spec) {
    if (has_samples(spec.format)) {
        return static_cast<std::uint64_t>(channels_of(spec.layer) * bits_of(spec.format) / 8);
    }
    return spec.format == OutputFormat::csv ? kCsvLine : spec.format == OutputFormat::geojson ? kGeoJsonCell : 0;
}

/// The chart has a size of its own.
Shape sampled(const OutputSpec& spec, Shape shape) {
    return spec.layer == OutputLayer::statistics ? kStatisticsChartShape : shape;
}

}  // namespace

std::uint64_t sample_bytes(const OutputSpec& spec, Shape shape) {
    return cells(sampled(spec, shape)) * bytes_per_cell(spec);
}

std::uint64_t file_bytes_at_most(const OutputSpec& spec, Shape shape) {
    const std::uint64_t samples = sample_bytes(spec, shape);
    if (is_tiff(spec.format)) return tiff_bytes_at_most(shape, bytes_per_cell(spec), spec.layout);
    if (is_raw(spec.format)) return samples;
    if (spec.format == OutputFormat::exr32f) {
        return deflated_at_most(samples) + (static_cast<std::uint64_t>(std::max(shape.height, 0)) / 16 + 1) * 32 + 1024;
    }
    if (spec.format == OutputFormat::csv) return (most_trees(shape) + 1) * kCsvLine;
    if (!has_samples(spec.format)) return samples + kText;
    const std::uint64_t filtered = samples + static_cast<std::uint64_t>(std::max(sampled(spec, shape).height, 0));
    const std::uint64_t stream = deflated_at_most(filtered);
    return stream + 12 * (stream / 8192 + 1) + 256;
}

std::uint64_t export_memory_bytes(const std::vector<OutputSpec>& outputs, Shape shape, int threads,
                                  const TileLayout& tiling) {
    std::vector<std::uint64_t> each;
    for (const OutputSpec& spec : outputs) {
        const bool cut = tiling.cuts() && is_cut(spec);
        const Shape part = cut ? tile_shape(tiling, shape) : shape;
        const std::uint64_t file = file_bytes_at_most(spec, part);
        if (!has_samples(spec.format)) {
            // Forests have some 0.05 trees a cell. A growing buffer is copied into a larger one now and then.
            constexpr std::uint64_t kFewTrees = 4096;
            const std::uint64_t trees = kCsvLine * (cells(shape) / 4 + kFewTrees);
            const std::uint64_t text = spec.format == OutputFormat::csv ? std::min(file, trees) : file;
            each.push_back(text + text / 2);
            continue;
        }
        // The samples, the file, and the samples that are read back; of a tile also the cells that were cut out.
        constexpr std::uint64_t kCutCell = 12;
        const std::uint64_t bytes = 2 * sample_bytes(spec, part) + file + (cut ? kCutCell * cells(part) : 0);
        each.insert(each.end(),
                    cut ? static_cast<std::size_t>(tiling.columns) * static_cast<std::size_t>(tiling.rows) : 1, bytes);
    }
    std::sort(each.begin(), each.end(), std::greater<>());
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < each.size() && i < static_cast<std::size_t>(std::max(threads, 1)); ++i) {
        sum += each[i];
    }
    return sum;
}

std::uint32_t tiff_rows_per_strip(Shape shape, std::uint64_t bytes_per_sample) {
    const std::uint64_t row = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(shape.width) * bytes_per_sample);
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (std::uint64_t{1} << 18) / row));
}

std::uint64_t tiff_bytes_at_most(Shape shape, std::uint64_t bytes_per_sample, TiffLayout layout) {
    const auto pieces = [](std::uint64_t whole, std::uint64_t part) { return (whole + part - 1) / part; };
    const auto width = static_cast<std::uint64_t>(std::max(shape.width, 0));
    const auto height = static_cast<std::uint64_t>(std::max(shape.height, 0));
    constexpr std::uint64_t kPiece = 64 + 16;  // what compression can add, offset and size
    constexpr auto kTile = static_cast<std::uint64_t>(kTiffTile);
    const bool tiled = layout == TiffLayout::tiles;
    const std::uint64_t count = tiled ? pieces(width, kTile) * pieces(height, kTile)
                                      : pieces(height, tiff_rows_per_strip(shape, bytes_per_sample));
    // Tiles at the sides are whole ones.
    const std::uint64_t samples = tiled ? count * kTile * kTile : cells(shape);
    return deflated_at_most(samples * bytes_per_sample) + count * kPiece + 4096 + kGeoTags;
}

}  // namespace terrain
