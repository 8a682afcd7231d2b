// The structured bindings name every member on purpose: a parameter that is added to a struct and not described here
// does not compile.
#include "recipe/fields.h"

namespace terrain {
namespace {

constexpr std::array<std::string_view, 3> kBackends{"auto", "d3d11", "reference"};
constexpr std::array<std::string_view, 3> kCullModes{"cpu", "gpu", "off"};
constexpr std::array<std::string_view, 2> kTilings{"mirror", "repeat"};
constexpr std::array<std::string_view, 3> kBackgrounds{"transparent", "plain", "stars"};
constexpr std::array<std::string_view, 2> kSunFrames{"camera", "planet"};
constexpr Range<double> kMetres{-100000.0, 100000.0};

/// A choice by its name; names in the order of the enumeration.
template <class Enum, std::size_t N>
void choice(FieldVisitor& v, const Field& field, Enum& value, const std::array<std::string_view, N>& names) {
    std::string name(names.at(static_cast<std::size_t>(value)));
    v.name(field, name, {names});
    for (std::size_t k = 0; k < N; ++k) {
        if (names[k] == name) value = static_cast<Enum>(k);
    }
}

void describe_camera(FieldVisitor& v, PreviewCamera& p) {
    auto& [latitude, longitude, distance, fill, fov, walk] = p;
    v.number({"latitude", "above which the camera stands", "degrees"}, latitude, {-90.0, 90.0});
    v.number({"longitude", "the same; 0 is the map's middle column, east is positive", "degrees"}, longitude,
             {-360.0, 360.0});
    v.nullable({"distance", "of the camera from the planet's centre; null: as fill says", "radii"}, distance,
               {1.0, 1000.0});
    v.number({"fill", "part of the picture's shorter side that the planet with its relief spans"}, fill, {0.01, 4.0});
    v.number({"fov", "vertical field of view", "degrees"}, fov, {1.0, 120.0});
    v.text({"walk",
            "a camera on the ground instead: walk:latitude,longitude,height,heading,pitch; height in radii, "
            "pitch down",
            "degrees", "none"},
           walk, {walk_problem, "walk:latitude,longitude,height,heading,pitch"});
}

void describe_surface(FieldVisitor& v, PreviewSurface& p) {
    auto& [relief, exaggeration, shading, ramp, sea_color, specular, sea_level_m, snow_line, ice_latitude, detail,
           tiling] = p;
    v.number({"relief", "height of the highest ground above the sea, or above the lowest ground", "radii"}, relief,
             {0.0, 0.2});
    v.number({"exaggeration", "factor on the relief"}, exaggeration, {0.0, 10.0});
    v.number({"shading", "factor on slopes as the light sees them: relief that is lower than it looks"}, shading,
             {0.0, 10.0});
    v.text({"ramp", "colours of the ground by height: earth, desert, moon, ice, or stops share:#colour,share:#colour",
            "", "earth"},
           ramp, {ramp_problem, "a name, or two or more stops with shares from 0 to 1"});
    v.text({"sea_color", "of the sea", "", "#0a2a4e"}, sea_color, {color_problem, "#rrggbb or #rgb"});
    v.number({"specular", "strength of the sun's mirror image in water"}, specular, {0.0, 10.0});
    v.nullable({"sea_level_m", "null: world.sea_level_m", "m"}, sea_level_m, kMetres);
    v.number({"snow_line", "share of the relief above which snow lies at the equator; 2: nowhere"}, snow_line,
             {0.0, 2.0});
    v.number({"ice_latitude", "where snow and ice reach the sea; 90: nowhere", "degrees"}, ice_latitude, {1.0, 90.0});
    v.number({"detail", "height of noise finer than the map", "texels"}, detail, {0.0, 1.0});
    choice(v, {"tiling", "how a flat map is laid around the planet: mirror (no seam) or repeat"}, tiling, kTilings);
}

}  // namespace

void describe_preview(FieldVisitor& v, PreviewParameters& p) {
    auto& [write, backend, size, ssaa, views, cull, camera, sun, sun_on_planet, ambient, surface, atmosphere_color,
           atmosphere_thickness, atmosphere_density, background, background_color, wireframe, lod_colors] = p;
    v.boolean({"write", "whether to render the terrain as a planet; --preview sets it"}, write);
    choice(v, {"backend", "auto: d3d11 where it can run, else reference"}, backend, kBackends);
    v.integers({"size", "of the picture, [width, height]", "pixels"}, size, {1, planet::kMaximumPictureSide});
    v.integer({"ssaa", "samples along each side of a pixel"}, ssaa, {1, 4});
    v.integer({"views", "pictures of a turntable"}, views, {1, 999});
    choice(v, {"cull", "what cannot be seen is left out on the cpu, the gpu (d3d11) or not; the pictures are the same"},
           cull, kCullModes);
    v.object({"camera", "where it is seen from"}, [&, &part = camera] { describe_camera(v, part); });
    v.numbers(
        {"sun", "direction to the sun, [azimuth, elevation]: 0, 0 is behind the camera, left is negative", "degrees"},
        sun, {-360.0, 360.0}, false);
    choice(v, {"sun_frame", "planet: sun is the [longitude, latitude] where the sun stands overhead"}, sun_on_planet,
           kSunFrames);
    v.number({"ambient", "light on the night side"}, ambient, {0.0, 1.0});
    v.object({"surface", "ground and sea"}, [&, &part = surface] { describe_surface(v, part); });
    v.text({"atmosphere_color", "of the rim of air", "", "#5b9dff"}, atmosphere_color,
           {color_problem, "#rrggbb or #rgb"});
    v.number({"atmosphere_thickness", "0: no air", "radii"}, atmosphere_thickness, {0.0, 1.0});
    v.number({"atmosphere_density", "optical depth along the ground at the rim"}, atmosphere_density, {0.0, 20.0});
    choice(v, {"background", "stars, plain or transparent"}, background, kBackgrounds);
    v.text({"background_color", "of the sky", "", "#000000"}, background_color, {color_problem, "#rrggbb or #rgb"});
    v.boolean({"wireframe", "draw the edges of the triangles"}, wireframe);
    v.boolean({"lod_colors", "a colour for each level of detail"}, lod_colors);
}

}  // namespace terrain
