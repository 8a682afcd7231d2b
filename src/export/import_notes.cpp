#include "export/import_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace terrain {

namespace {

struct Notes {
    const Terrain& terrain;
    const TileLayout& tiling;
    const std::vector<PackedFile>& files;
    std::string text;

    template <class... T>
    void line(fmt::format_string<T...> format, T&&... values) {
        text += fmt::format(format, std::forward<T>(values)...) + "\n";
    }
    void value(std::string_view what, const std::string& exact) { line("| {} | {} |", what, exact); }
    void table() { line("\n| Field | Value |\n| --- | --- |"); }

    [[nodiscard]] double cell() const { return terrain.world.cell_size_m; }
    [[nodiscard]] Shape tile() const { return tile_shape(tiling, terrain.shape); }
    /// The first file of a layer in one of the formats.
    [[nodiscard]] const PackedFile* find(OutputLayer layer, std::initializer_list<OutputFormat> formats) const {
        const auto found = std::find_if(files.begin(), files.end(), [&](const PackedFile& file) {
            const bool fits =
                formats.size() == 0 || std::find(formats.begin(), formats.end(), file.spec.format) != formats.end();
            return file.spec.layer == layer && fits;
        });
        return found == files.end() ? nullptr : &*found;
    }
};

std::string number(double value) { return fmt::format("{}", value); }
std::string pair(double x, double y) { return fmt::format("{} x {}", x, y); }

void add_normal(Notes& notes, NormalY wanted) {
    const PackedFile* file = notes.find(OutputLayer::normal, {});
    if (file == nullptr) return;
    const bool plus = file->spec.normal_y == NormalY::plus;
    notes.line("\nNormal map `{}`: tangent space, green points {} ({}); not sRGB.{}", file->spec.file,
               plus ? "up the image" : "down the image", plus ? "OpenGL, Y+" : "DirectX, Y-",
               file->spec.normal_y == wanted ? "" : " Flip its green channel: the program takes the other way.");
}

void add_tiles(Notes& notes) {
    if (!notes.tiling.cuts()) return;
    const Shape tile = notes.tile();
    const double step = notes.tiling.shared_edges ? 1 : 0;
    notes.line(
        "\n## Tiles\n\n{} columns (from the west) and {} rows (from the north) of {} x {} samples, {}. All tiles "
        "have the same\nrange, so the values are the same for each. A tile's north-west sample lies {} m east a "
        "column and {} m south a row.",
        notes.tiling.columns, notes.tiling.rows, tile.width, tile.height,
        notes.tiling.shared_edges ? "neighbours share the samples at their edges" : "no sample twice",
        (tile.width - step) * notes.cell(), (tile.height - step) * notes.cell());
}

void unreal(Notes& notes) {
    const PackedFile* file = notes.find(OutputLayer::height, {OutputFormat::png16, OutputFormat::raw16le});
    if (file == nullptr) return;
    const UnrealScale scale = unreal_scale(file->range, notes.cell());
    notes.line("Landscape mode, Manage, New, Import from File: `{}`.", file->spec.file);
    notes.table();
    notes.value("Heightmap resolution", fmt::format("{} x {}", notes.tile().width, notes.tile().height));
    notes.value("Scale X", number(scale.xy_scale));
    notes.value("Scale Y", number(scale.xy_scale));
    notes.value("Scale Z", number(scale.z_scale));
    notes.value("Location Z (cm)", number(scale.z));
    notes.line("\nThen sample 0 is {} m and 65535 is {} m above world zero. X points east, Y south.", file->range.lo,
               file->range.hi);
    add_normal(notes, NormalY::minus);
}

void unity(Notes& notes) {
    const PackedFile* file = notes.find(OutputLayer::height, {OutputFormat::raw16le, OutputFormat::raw16be});
    if (file == nullptr) return;
    const Shape tile = notes.tile();
    notes.line("Terrain Settings, Import Raw: `{}`.", file->spec.file);
    notes.table();
    notes.value("Depth", "Bit 16");
    notes.value("Resolution (width, height)", fmt::format("{} x {}", tile.width, tile.height));
    notes.value("Byte Order", file->spec.format == OutputFormat::raw16le ? "Windows" : "Mac");
    notes.value("Flip Vertically", file->spec.flip_y ? "off" : "on");
    notes.value("Terrain Size X (width)", number((tile.width - 1) * notes.cell()));
    notes.value("Terrain Size Y (height)", number(file->range.hi - file->range.lo));
    notes.value("Terrain Size Z (length)", number((tile.height - 1) * notes.cell()));
    notes.value("Transform Position Y", number(file->range.lo));
    notes.line("\nX points east, Z north; one unit is one metre.");
    add_normal(notes, NormalY::plus);
}

void godot(Notes& notes) {
    if (const PackedFile* file = notes.find(OutputLayer::height, {OutputFormat::exr32f})) {
        notes.line("Terrain3D, importer.tscn: Height File Name `{}` (metres as 32-bit floats).", file->spec.file);
        notes.table();
        notes.value("Import Scale", "1");
        notes.value("Import Offset", "0");
        notes.value("Vertex Spacing", number(notes.cell()));
        notes.value("Least height (m)", number(file->range.lo));
        notes.value("Greatest height (m)", number(file->range.hi));
    }
    if (const PackedFile* file = notes.find(OutputLayer::height, {OutputFormat::raw16le})) {
        notes.line("\nAs R16: `{}`.", file->spec.file);
        notes.table();
        notes.value("R16 Range (min, max)", fmt::format("{}, {}", file->range.lo, file->range.hi));
        notes.value("R16 Size", fmt::format("{}, {}", notes.tile().width, notes.tile().height));
        notes.value("Import Scale", "1");
        notes.value("Import Offset", "0");
        notes.value("Vertex Spacing", number(notes.cell()));
        if (file->spec.flip_y) notes.line("\nIts southernmost row comes first: flip it before.");
    }
    notes.line("\nX points east, Z south; one unit is one metre.");
    add_normal(notes, NormalY::plus);
}

void blender(Notes& notes) {
    const Shape tile = notes.tile();
    const PackedFile* file = notes.find(OutputLayer::height, {OutputFormat::exr32f, OutputFormat::tiff32f});
    if (file == nullptr) return;
    notes.line(
        "A plane with UVs, subdivided (a Grid, or Multires/Subdivision set to Simple), and a Displace modifier "
        "with an\nimage texture: `{}` (metres as 32-bit floats).",
        file->spec.file);
    notes.table();
    notes.value("Plane dimensions X x Y (m)", pair(tile.width * notes.cell(), tile.height * notes.cell()));
    notes.value("Image, Color Space", "Non-Color");
    notes.value("Image Mapping, Extension", "Extend");
    notes.value("Displace, Coordinates", "UV");
    notes.value("Displace, Direction", "Z");
    notes.value("Displace, Strength", "1");
    notes.value("Displace, Midlevel", "0");
    notes.value("Least height (m)", number(file->range.lo));
    notes.value("Greatest height (m)", number(file->range.hi));
    notes.line(
        "\nAs a Displacement node: Scale 1, Midlevel 0. X points east, Y north. The viewport's clip end has to be "
        "larger than\nthe plane.");
    add_normal(notes, NormalY::plus);
}

void gis(Notes& notes) {
    const PackedFile* file = notes.find(OutputLayer::height, {OutputFormat::tiff32f});
    if (file == nullptr) return;
    const GeoReference& geo = notes.terrain.geo;
    const Shape shape = notes.terrain.shape;
    const auto corner = geo.to_map({0, 0});
    const auto opposite = geo.to_map({shape.width, shape.height});
    notes.line("`{}` is a GeoTIFF of metres; `gdalinfo {}` shows:", file->spec.file, file->spec.file);
    notes.table();
    notes.value("Coordinate system", geo.epsg()            ? fmt::format("EPSG:{}", *geo.epsg())
                                     : geo.is_geographic() ? "that of the source"
                                                           : "local, metres (or that of the source)");
    if (corner && opposite) {
        notes.value("North-west corner of the map", fmt::format("{}, {}", corner->x, corner->y));
        notes.value("South-east corner of the map", fmt::format("{}, {}", opposite->x, opposite->y));
    }
    notes.value("Pixel size (m)", number(notes.cell()));
    notes.value("Nodata", "nan");
    notes.value("Least height (m)", number(file->range.lo));
    notes.value("Greatest height (m)", number(file->range.hi));
    notes.line("\nA pixel is an area; heights are those of its centre.");
}

void ranges(Notes& notes) {
    notes.line("\n## Ranges\n\nvalue = lo + sample / greatest sample * (hi - lo); floats are the values themselves.\n");
    notes.line("| File | lo | hi | Unit |\n| --- | --- | --- | --- |");
    for (const PackedFile& file : notes.files) {
        const bool listed = is_scalar(file.spec.layer) && has_samples(file.spec.format) &&
                            (!is_exact(file.spec.format) || is_float(file.spec.format));
        if (!listed) continue;
        notes.line("| `{}` | {} | {} | {} |", file.spec.file, file.range.lo, file.range.hi, unit_of(file.spec.layer));
    }
}

}  // namespace

UnrealScale unreal_scale(const QuantisedRange& range, double cell_size_m) {
    constexpr double kCentimetres = 100.0;
    UnrealScale scale;
    scale.xy_scale = cell_size_m * kCentimetres;
    // A level map has no height to scale: 100 is the program's own.
    if (range.hi > range.lo) scale.z_scale = (range.hi - range.lo) * kCentimetres * 128.0 / 65535.0;
    scale.z = range.lo * kCentimetres + 256.0 * scale.z_scale;
    return scale;
}

std::string import_notes(Target target, const Terrain& terrain, const TileLayout& tiling,
                         const std::vector<PackedFile>& files) {
    constexpr std::array<std::string_view, 6> kTitles{"any program", "Unreal Engine", "Unity",
                                                      "Godot",       "Blender",       "GIS"};
    Notes notes{terrain, tiling, files, {}};
    notes.line("# Import into {}\n", kTitles.at(static_cast<std::size_t>(target)));
    switch (target) {
        case Target::unreal:
            unreal(notes);
            break;
        case Target::unity:
            unity(notes);
            break;
        case Target::godot:
            godot(notes);
            break;
        case Target::blender:
            blender(notes);
            break;
        case Target::gis:
            gis(notes);
            break;
        default:
            notes.line("Row 0 is north, column 0 west; a cell is {} m.", notes.cell());
            break;
    }
    add_tiles(notes);
    ranges(notes);
    return notes.text;
}

}  // namespace terrain
