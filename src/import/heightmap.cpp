#include "import/heightmap.h"

#include <array>
#include <cmath>
#include <new>
#include <string_view>

#include "import/fill_gaps.h"
#include "import/formats.h"

namespace terrain {
namespace {

constexpr const char* kUnknown =
    "is neither PNG nor TIFF; for a RAW16 file, source.heightmap.raw_size must give its size";

InputFile open(const std::filesystem::path& path) {
    InputFile file;
    const std::u8string text = path.u8string();
    file.name.assign(text.begin(), text.end());
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) refuse(file.name, "no such file");
    if (!std::filesystem::is_regular_file(status)) refuse(file.name, "is not a file that can be read");
    file.bytes = std::filesystem::file_size(path, error);
    file.stream.open(path, std::ios::binary);
    if (error || !file.stream) refuse(file.name, "cannot be opened for reading");
    return file;
}

enum class Format { png, tiff, unknown };

Format detect(InputFile& file) {
    std::array<char, 8> head{};
    file.stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    file.stream.clear();
    file.stream.seekg(0);
    const std::string_view start(head.data(), head.size());
    if (start == std::string_view("\x89PNG\r\n\x1a\n", 8)) return Format::png;
    for (const std::string_view magic : {std::string_view("II*\0", 4), std::string_view("MM\0*", 4),
                                         std::string_view("II+\0", 4), std::string_view("MM\0+", 4)}) {
        if (start.substr(0, 4) == magic) return Format::tiff;
    }
    return Format::unknown;
}

HeightSamples read(InputFile& file, const HeightmapParameters& parameters) {
    const Format format = detect(file);
    if (parameters.raw_size) {
        // A RAW16 file may begin with any bytes; its size tells it from a picture.
        const auto [width, height] = *parameters.raw_size;
        const auto expected = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) * 2;
        if (format != Format::unknown && file.bytes != expected) {
            refuse(file.name, "is a PNG or TIFF; source.heightmap.raw_size is for RAW16 files alone");
        }
        return read_raw16(file, parameters);
    }
    if (format == Format::png) return read_png(file);
    Shape shape;
    if (format == Format::tiff) return read_tiff(file, shape, true);
    refuse(file.name, kUnknown);
}

Shape png_shape(InputFile& file) {
    std::array<char, 24> head{};  // the signature, and IHDR up to its width and height
    file.stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    if (!file.stream) refuse(file.name, "is a broken PNG: it is cut short");
    const auto number = [&](std::size_t at) {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < 4; ++k) value = value << 8 | static_cast<unsigned char>(head[at + k]);
        return value;
    };
    return checked_shape(file.name, number(16), number(20));
}

std::string nodata_kinds(const HeightSamples& samples) {
    return samples.nodata ? fmt::format("NaN, infinite or the file's nodata value {}", *samples.nodata)
                          : std::string("NaN or infinite");
}

}  // namespace

Shape checked_shape(const std::string& file, std::uint64_t width, std::uint64_t height) {
    constexpr std::uint64_t kLargest = 32768;
    if (width < 1 || height < 1 || width > kLargest || height > kLargest) {
        refuse(file, fmt::format("is {} x {}; each side must be from 1 to {}", width, height, kLargest));
    }
    return {static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)};
}

HeightmapInfo inspect_heightmap(const std::filesystem::path& path, const HeightmapParameters& parameters) {
    InputFile file = open(path);
    if (parameters.raw_size) return {{(*parameters.raw_size)[0], (*parameters.raw_size)[1]}, {}};
    const Format format = detect(file);
    if (format == Format::png) return {png_shape(file), {}};
    if (format == Format::unknown) refuse(file.name, kUnknown);
    HeightmapInfo info;
    info.geo = read_tiff(file, info.shape, false).geo;
    return info;
}

Heightmap read_heightmap(const std::filesystem::path& path, const HeightmapParameters& parameters,
                         std::array<double, 2> height_m, Gaps gaps) {
    InputFile file = open(path);
    HeightSamples samples;
    try {
        samples = read(file, parameters);
    } catch (const std::bad_alloc&) {
        throw RunError(fmt::format("{}: not enough memory to read it", file.name));
    }
    std::size_t missing = 0, first = 0;
    for (std::size_t i = 0; i < samples.values.size(); ++i) {
        if (std::isfinite(samples.values[i])) continue;
        if (missing++ == 0) first = i;
    }
    Heightmap map{std::move(samples.values), samples.is_metres, 0, {}, std::move(samples.geo)};
    Grid<float>& values = map.metres_or_unit;
    if (missing == 0) return map;
    if (parameters.nodata_fill_m) {
        const double range = height_m[1] - height_m[0];
        const double unit = range != 0.0 ? (*parameters.nodata_fill_m - height_m[0]) / range : 0.0;
        const auto fill = static_cast<float>(samples.is_metres ? *parameters.nodata_fill_m : unit);
        for (float& value : values) value = std::isfinite(value) ? value : fill;
        map.filled_cells = missing;
        return map;
    }
    if (missing == values.size()) refuse(file.name, fmt::format("no cell holds a height ({})", nodata_kinds(samples)));
    if (gaps == Gaps::refuse) {
        const auto width = static_cast<std::size_t>(values.width());
        refuse(file.name,
               fmt::format("{} of {} cells hold no height ({}), the first at column {}, row {} (from 0); "
                           "source.heightmap.nodata_fill_m can give them one, or hydrology.cycles 0 leaves them out",
                           missing, values.size(), nodata_kinds(samples), first % width, first / width));
    }
    map.no_data = Grid<std::uint8_t>(values.shape());
    for (std::size_t i = 0; i < values.size(); ++i) map.no_data[i] = std::isfinite(values[i]) ? 0 : 1;
    fill_gaps(values, map.no_data);
    return map;
}

}  // namespace terrain
