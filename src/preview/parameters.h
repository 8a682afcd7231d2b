// What a recipe says of its preview: plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "planet/scene.h"

namespace terrain {

enum class PreviewChoice : std::uint8_t { automatic, d3d11, reference };

/// How a flat map is laid around the planet.
enum class Tiling : std::uint8_t { mirror, repeat };

struct PreviewCamera {
    double latitude = 20;            ///< degrees
    double longitude = 0;            ///< 0: the map's middle column
    std::optional<double> distance;  ///< of the eye from the planet's centre, radii; none: as `fill` says
    double fill = 0.85;              ///< part of the picture's shorter side that the planet spans
    double fov = 30;                 ///< vertical, degrees
    std::string walk;                ///< "walk:lat,lon,height,heading,pitch" instead of the orbit; see walk_pose
};

struct PreviewSurface {
    double relief = 0.03;     ///< height of the highest ground above the sea (without one: above the lowest), radii
    double exaggeration = 1;  ///< factor on the relief
    double shading = 2;       ///< factor on slopes as the light sees them
    std::string ramp = "earth";
    std::string sea_color = "#0a2a4e";
    double specular = 0.9;
    std::optional<double> sea_level_m;  ///< none: the world's
    double snow_line = 0.8;             ///< share of the relief at the equator above which snow lies; 2: nowhere
    double ice_latitude = 70;           ///< where snow and ice reach the sea; 90: nowhere
    double detail = 0.1;                ///< height of noise below the map's texels, in parts of a texel's width
    Tiling tiling = Tiling::mirror;
};

struct PreviewParameters {
    bool write = false;
    PreviewChoice backend = PreviewChoice::automatic;
    std::array<std::int32_t, 2> size{1024, 1024};
    int ssaa = 2;
    int views = 1;  ///< a turntable of so many pictures
    planet::CullMode cull = planet::CullMode::cpu;
    PreviewCamera camera;
    std::array<double, 2> sun{-50, 20};  ///< azimuth, elevation, degrees
    bool sun_on_planet = false;          ///< sun is longitude, latitude where it stands in the zenith
    double ambient = 0.015;
    PreviewSurface surface;
    std::string atmosphere_color = "#5b9dff";
    double atmosphere_thickness = 0.045;  ///< radii
    double atmosphere_density = 0.65;
    planet::BackgroundKind background = planet::BackgroundKind::stars;
    std::string background_color = "#000000";
    bool wireframe = false;
    bool lod_colors = false;
};

/// Nothing if the text is right, else what is allowed.
std::optional<std::string> color_problem(std::string_view text);
std::optional<std::string> ramp_problem(std::string_view text);
std::optional<std::string> walk_problem(std::string_view text);

/// "#rgb" or "#rrggbb" in linear light.
glm::vec3 linear_color(std::string_view text);

/// The numbers of "walk:lat,lon,height,heading,pitch": degrees, height above the ground in radii, compass heading,
/// pitch down.
struct WalkPose {
    double latitude = 0, longitude = 0, height = 0, heading = 0, pitch = 0;
};
WalkPose walk_pose(std::string_view text);

}  // namespace terrain
