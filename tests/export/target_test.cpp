#include "export/target.h"

#include <catch2/catch.hpp>

#include "export/import_notes.h"
#include "support.h"

using namespace terrain;

namespace {

TileLayout tiling_of(int columns, int rows) {
    TileLayout tiling;
    tiling.columns = columns;
    tiling.rows = rows;
    return tiling;
}

PackedFile height_file(OutputFormat format, const std::string& file, double lo, double hi) {
    PackedFile packed;
    packed.spec.format = format;
    packed.spec.file = file;
    packed.range = {lo, hi, 0};
    return packed;
}

Terrain flat_terrain(Shape shape, double cell) {
    Terrain terrain;
    terrain.shape = shape;
    terrain.world.cell_size_m = cell;
    return terrain;
}

/// The value in the row of that field.
std::string value_of(const std::string& notes, const std::string& field) {
    const std::string start = "| " + field + " | ";
    const std::size_t at = notes.find(start);
    if (at == std::string::npos) return "no such field";
    const std::size_t from = at + start.size();
    return notes.substr(from, notes.find(" |", from) - from);
}

}  // namespace

TEST_CASE("Unreal: the documented sizes are valid, powers of two are not", "[target]") {
    for (const int side : {127, 253, 505, 1009, 2017, 4033, 8129}) {
        CHECK_FALSE(target_size_problem(Target::unreal, {side, side}));
    }
    for (const int side : {1, 2, 3, 512, 1024, 1025, 2048, 4096, 8192}) {
        CHECK(target_size_problem(Target::unreal, {side, side}));
    }
    CHECK_FALSE(target_size_problem(Target::unreal, {1009, 2017}));
    const std::string text = target_size_problem(Target::unreal, {1024, 1024}).value();
    CHECK_THAT(text, Catch::Contains("1024 x 1024 does not go with target unreal") && Catch::Contains("1021 x 1021") &&
                         Catch::Contains("1017 x 1017"));
}

TEST_CASE("Unity and Godot: powers of two plus one, Godot powers of two as well", "[target]") {
    for (const int side : {33, 65, 513, 1025, 4097}) CHECK_FALSE(target_size_problem(Target::unity, {side, side}));
    for (const int side : {32, 512, 1009, 8193}) CHECK(target_size_problem(Target::unity, {side, side}));
    CHECK(target_size_problem(Target::unity, {513, 1025}));
    CHECK_THAT(target_size_problem(Target::unity, {600, 600}).value(), Catch::Contains("513 x 513"));
    for (const int side : {64, 65, 1024, 1025}) CHECK_FALSE(target_size_problem(Target::godot, {side, side}));
    CHECK_FALSE(target_size_problem(Target::godot, {1024, 2048}));
    CHECK(target_size_problem(Target::godot, {1024, 1025}));
    CHECK_THAT(target_size_problem(Target::godot, {1000, 1000}).value(), Catch::Contains("1024 x 1024"));
}

TEST_CASE("Blender and GIS take any size", "[target]") {
    for (const Target target : {Target::none, Target::blender, Target::gis}) {
        CHECK_FALSE(target_size_problem(target, {1, 1}));
        CHECK_FALSE(target_size_problem(target, {1000, 3}));
    }
}

TEST_CASE("with tiles the rule is a tile's, and the sizes listed are the map's", "[target]") {
    CHECK_FALSE(target_size_problem(Target::unity, {1025, 1025}, tiling_of(4, 4)));
    CHECK_FALSE(target_size_problem(Target::unity, {1025, 513}, tiling_of(2, 1)));
    const std::string text = target_size_problem(Target::unity, {2001, 2001}, tiling_of(4, 4)).value();
    CHECK_THAT(text, Catch::Contains("tiles of 501 x 501") && Catch::Contains("2049 x 2049"));
    for (const Target target : {Target::unreal, Target::unity, Target::godot}) {
        // Whatever is proposed is valid.
        for (const int side : {100, 1000, 5000, 32768}) {
            const std::string list = target_size_problem(target, {side, side + 1}, tiling_of(1, 1)).value_or("");
            std::size_t at = list.find("near it: ");
            if (at == std::string::npos) continue;
            int width = 0, height = 0;
            REQUIRE(std::sscanf(list.c_str() + at + 9, "%d x %d", &width, &height) == 2);
            CHECK_FALSE(target_size_problem(target, {width, height}));
        }
    }
}

TEST_CASE("import.md, Unreal: the scale brings every sample to its metres", "[target]") {
    const double lo = -123.5, hi = 2345.25;
    const UnrealScale scale = unreal_scale({lo, hi, 0}, 7.5);
    const auto metres = [&](double sample) { return ((sample - 32768.0) / 128.0 * scale.z_scale + scale.z) / 100.0; };
    CHECK(metres(0) == Approx(lo).epsilon(1e-12));
    CHECK(metres(65535) == Approx(hi).epsilon(1e-12));
    CHECK(scale.xy_scale == 750.0);
    const std::string notes = import_notes(Target::unreal, flat_terrain({1009, 505}, 7.5), {},
                                           {height_file(OutputFormat::png16, "height.png", lo, hi)});
    CHECK(std::stod(value_of(notes, "Scale Z")) == scale.z_scale);
    CHECK(std::stod(value_of(notes, "Location Z (cm)")) == scale.z);
    CHECK(value_of(notes, "Scale X") == "750");
    CHECK(value_of(notes, "Heightmap resolution") == "1009 x 505");
    // The documentation's own example: Z scale 100 spans 512 m.
    CHECK(unreal_scale({-256.0, 255.9921875, 0}, 1).z_scale == Approx(100.0).epsilon(1e-12));
    CHECK(unreal_scale({-256.0, 255.9921875, 0}, 1).z == Approx(0.0).margin(1e-9));
}

TEST_CASE("import.md, Unity, Godot, Blender, GIS", "[target]") {
    const Terrain terrain = flat_terrain({513, 513}, 2.0);
    PackedFile raw = height_file(OutputFormat::raw16le, "height.raw", 100.25, 900.75);
    raw.spec.flip_y = true;
    const std::string unity = import_notes(Target::unity, terrain, {}, {raw});
    CHECK(value_of(unity, "Terrain Size X (width)") == "1024");
    CHECK(value_of(unity, "Terrain Size Y (height)") == "800.5");
    CHECK(value_of(unity, "Transform Position Y") == "100.25");
    CHECK(value_of(unity, "Byte Order") == "Windows");
    CHECK(value_of(unity, "Flip Vertically") == "off");
    const PackedFile exr = height_file(OutputFormat::exr32f, "height.exr", 100.25, 900.75);
    raw.spec.flip_y = false;
    const std::string godot = import_notes(Target::godot, terrain, {}, {exr, raw});
    CHECK(value_of(godot, "Vertex Spacing") == "2");
    CHECK(value_of(godot, "R16 Range (min, max)") == "100.25, 900.75");
    CHECK(value_of(godot, "Least height (m)") == "100.25");
    const std::string blender = import_notes(Target::blender, terrain, {}, {exr});
    CHECK(value_of(blender, "Plane dimensions X x Y (m)") == "1026 x 1026");
    CHECK(value_of(blender, "Displace, Midlevel") == "0");
    Terrain placed = terrain;
    placed.geo = square_cells(32632, {600000.0, 5200000.0}, 2.0);
    const std::string gis = import_notes(Target::gis, placed, {}, {height_file(OutputFormat::tiff32f, "h.tif", 1, 2)});
    CHECK(value_of(gis, "Coordinate system") == "EPSG:32632");
    CHECK(value_of(gis, "South-east corner of the map") == "601026, 5198974");
}
