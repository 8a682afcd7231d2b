// What the export's tests share: a folder that goes away, a terrain with every layer, a reader of PNG bytes that knows
// nothing of the encoders.
#pragma once

#include <libdeflate.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/terrain.h"
#include "export/raster.h"
#include "export/utf8_path.h"
#include "temporary_folder.h"

namespace terrain::test {

namespace fs = std::filesystem;

inline Bytes read_bytes(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void write_text(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

inline std::string read_text(const fs::path& path) {
    const Bytes bytes = read_bytes(path);
    return {bytes.begin(), bytes.end()};
}

inline std::set<std::string> names_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.insert(utf8_text(entry.path().filename()));
    }
    return names;
}

/// The layers that are made from the ground and its drainage.
inline void fill_derived(Terrain& t, const RandomStream& random) {
    const Shape shape = t.shape;
    t.slope = t.slope_degrees = t.aspect = t.profile_curvature = t.plan_curvature = t.wetness = t.erosion;
    t.ambient_occlusion = t.drainage_scale = t.stream;
    t.filled = t.lake_depth = t.water_level;
    t.flow_map_routed = t.flow_map;
    t.slope_class = t.landform = t.water = t.water_routed = t.stream_mask = t.stream_order = t.receivers =
        Grid<std::uint8_t>(shape);
    t.splat = t.splat_routed = Grid<Rgba8>(shape);
    t.drainage_cells = t.basins = Grid<std::uint32_t>(shape);
    t.drainage = Grid<double>(shape);
    for (std::size_t i = 0; i < shape.cells(); ++i) {
        const std::uint64_t r = random(i, 7);
        t.slope_class[i] = 1 + (r & 3);
        t.landform[i] = 1 + (r >> 2) % 10;
        t.water[i] = t.water_routed[i] = (r >> 8) & 3;
        t.stream_mask[i] = (r >> 10) & 1;
        t.stream_order[i] = (r >> 11) & 7;
        t.receivers[i] = static_cast<std::uint8_t>(1U << ((r >> 14) & 7));
        t.splat[i] = t.splat_routed[i] = Rgba8(r & 255, (r >> 8) & 255, (r >> 16) & 255, (r >> 24) & 255);
        t.drainage_cells[i] = static_cast<std::uint32_t>(r >> 20);
        t.basins[i] = static_cast<std::uint32_t>(r >> 32);
        t.drainage[i] = unit_double(r) * 1e6;
    }
    t.statistics = "{}\n";
    t.statistics_chart = Grid<Rgb8>(kStatisticsChartShape, Rgb8(9, 8, 7));
    if (shape.cells() > 1) t.rivers = {{{0, 1}, 2, 10.0, 200.0, -1}};
    t.lakes = {{100.0, 10.0, 7.0, 0.5, 0, {{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}}}};
}

/// Every layer filled, no two rows or columns alike.
inline Terrain sample_terrain(Shape shape, std::uint64_t seed = 1) {
    Terrain t;
    t.shape = shape;
    t.height = Grid<float>(shape);
    t.stream = t.pool = t.water_level = t.trees = t.erosion = t.deposition = t.height;
    t.normal = t.flow_map = Grid<glm::vec3>(shape);
    t.hillshade = Grid<Rgb8>(shape);
    const RandomStream random(seed, "export test");
    for (std::int32_t y = 0; y < shape.height; ++y) {
        for (std::int32_t x = 0; x < shape.width; ++x) {
            const auto i =
                static_cast<std::size_t>(y) * static_cast<std::size_t>(shape.width) + static_cast<std::size_t>(x);
            const float noise = unit_float(random(i));
            t.height[i] = 300.0F + 3.0F * static_cast<float>(x) - 2.0F * static_cast<float>(y) + noise;
            t.pool[i] = noise;
            t.water_level[i] = t.height[i] + noise;
            t.stream[i] = unit_float(random(i, 1));
            t.trees[i] = unit_float(random(i, 2));
            t.erosion[i] = 2.0F * noise;
            t.deposition[i] = 3.0F * noise;
            const float a = 2.0F * unit_float(random(i, 3)) - 1.0F;
            t.normal[i] = {0.6F * a, 0.8F * a, std::sqrt(1.0F - a * a)};
            t.flow_map[i] = {noise, 1.0F - noise, 0.25F};
            t.hillshade[i] = Rgb8(random(i, 4) & 255, random(i, 5) & 255, random(i, 6) & 255);
        }
    }
    fill_derived(t, random);
    t.tree_list = {{1.5F, 2.25F, 300.125F, 0.5F}, {10.0F, 0.0F, 299.0F, 1.0F}};
    return t;
}

struct PlainPng {
    std::uint32_t width = 0, height = 0;
    int depth = 0, colour_type = 0, channels = 0;
    std::vector<std::string> chunks;
    std::vector<std::uint16_t> samples;
};

inline std::uint32_t big_endian(const std::uint8_t* p) {
    return std::uint32_t{p[0]} << 24 | std::uint32_t{p[1]} << 16 | std::uint32_t{p[2]} << 8 | p[3];
}

inline int paeth(int left, int up, int corner) {
    const int guess = left + up - corner;
    const int dl = std::abs(guess - left), du = std::abs(guess - up), dc = std::abs(guess - corner);
    return dl <= du && dl <= dc ? left : du <= dc ? up : corner;
}

inline void unfilter(std::vector<std::uint8_t>& raw, std::size_t row, std::size_t rows, std::size_t pixel) {
    for (std::size_t y = 0; y < rows; ++y) {
        std::uint8_t* line = raw.data() + y * (row + 1) + 1;
        const std::size_t filter = line[-1];
        if (filter > 4) throw std::runtime_error("filter");
        const std::uint8_t* above = y > 0 ? line - row - 1 : nullptr;
        for (std::size_t i = 0; i < row; ++i) {
            const int left = i >= pixel ? line[i - pixel] : 0;
            const int up = above != nullptr ? above[i] : 0;
            const int corner = above != nullptr && i >= pixel ? above[i - pixel] : 0;
            const int guesses[5] = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
            line[i] = static_cast<std::uint8_t>(line[i] + guesses[filter]);
        }
    }
}

/// Reads a PNG without interlacing, every CRC checked.
inline PlainPng read_plain_png(const Bytes& bytes) {
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw std::runtime_error(what);
    };
    const std::uint8_t signature[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    require(bytes.size() > 8 && std::equal(signature, signature + 8, bytes.begin()), "signature");
    PlainPng png;
    Bytes deflated;
    for (std::size_t at = 8; at < bytes.size();) {
        const std::size_t length = big_endian(&bytes[at]);
        require(at + 12 + length <= bytes.size(), "chunk length");
        png.chunks.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                                bytes.begin() + static_cast<std::ptrdiff_t>(at) + 8);
        require(libdeflate_crc32(0, &bytes[at + 4], length + 4) == big_endian(&bytes[at + 8 + length]), "CRC");
        const std::uint8_t* data = &bytes[at + 8];
        if (png.chunks.back() == "IHDR") {
            png.width = big_endian(data);
            png.height = big_endian(data + 4);
            png.depth = data[8];
            png.colour_type = data[9];
            require(data[12] == 0, "interlace");
        } else if (png.chunks.back() == "IDAT") {
            deflated.insert(deflated.end(), data, data + length);
        }
        at += 12 + length;
    }
    png.channels = png.colour_type == 2 ? 3 : png.colour_type == 6 ? 4 : 1;
    const auto sample = static_cast<std::size_t>(png.depth / 8);
    const std::size_t row = png.width * static_cast<std::size_t>(png.channels) * sample;
    std::vector<std::uint8_t> raw((row + 1) * png.height);
    libdeflate_decompressor* inflater = libdeflate_alloc_decompressor();
    const auto result =
        libdeflate_zlib_decompress(inflater, deflated.data(), deflated.size(), raw.data(), raw.size(), nullptr);
    libdeflate_free_decompressor(inflater);
    require(result == LIBDEFLATE_SUCCESS, "deflate");
    unfilter(raw, row, png.height, sample * static_cast<std::size_t>(png.channels));
    for (std::size_t y = 0; y < png.height; ++y) {
        const std::uint8_t* line = raw.data() + y * (row + 1) + 1;
        for (std::size_t i = 0; i < row; i += sample) {
            png.samples.push_back(static_cast<std::uint16_t>(sample == 1 ? line[i] : line[i] << 8 | line[i + 1]));
        }
    }
    return png;
}

}  // namespace terrain::test
