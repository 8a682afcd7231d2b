// What a preview shows, in full: the one description that every backend renders, and its file.
//
// Plain data: no graphics API, no files of a pack, no recipe. The side that makes the scene bakes all that depends on
// terrain layers and metres into three equirectangular maps, so that a backend only samples.
//
// CONVENTIONS
// - Axes left-handed, y up (north), row vectors. The planet's centre is the origin, its radius 1; all lengths are
// radii.
//   Front faces are clockwise on the screen. Clip space is D3D's: x, y in [-1, 1], z in [0, 1].
// - Direction d of a surface point: polar angle a = atan2(sqrt(x^2 + z^2), y) from +y, azimuth
//   b = atan2(z + 0.0, x + 0.0), guarded at x = z = 0 (b = 0). Map coordinates u = frac(b / 2 pi), v = a / pi.
//   u grows eastwards; row 0 is north; texel centres at (i + 0.5) / width, (j + 0.5) / height.
// - Sampling: bilinear, WRAP in u, CLAMP in v, at an explicit level (never by implicit derivatives). The first and last
//   row of every map are baked with one value each, so that all azimuths agree at a pole.
// - Tangent frame of N = d: T east = (-sin b, 0, cos b), B south = (cos a cos b, -sin a, cos a sin b).
// - Surface point P = d * (1 + height(u, v) + detail(d)).
// - Colours in the scene are linear light, 0 to 1. Pictures are sRGB, 8 bits, straight alpha.
// Formulas of shading are in planet/shading.h; of detail in planet/detail.h; of culling, LOD and borders in
// planet/cull.h, planet/lod.h and planet/tessellation.h. A backend in another language mirrors those.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

namespace terrain::planet {

/// A row-major map, row 0 north. width and height are 1 to kMaximumMapSide each.
template <class T>
struct Map {
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::vector<T> texels;
};

inline constexpr std::int32_t kMaximumMapSide = 16384;
inline constexpr std::int32_t kMaximumPictureSide = 16384;
inline constexpr std::int32_t kMaximumSectors = 64;  ///< along a cube face's edge
inline constexpr std::int32_t kMaximumGrid = 64;     ///< cells along a sector's edge
inline constexpr std::int32_t kMaximumFactor = 64;   ///< Direct3D 11's largest tessellation factor

/// The cube sphere and how finely it is drawn. sectors, grid and factors are powers of two.
struct Geometry {
    std::int32_t sectors = 16;         ///< n: sectors along a face's edge; even, so that none straddles u = 0
    std::int32_t grid = 2;             ///< G: cells along a sector's edge
    std::int32_t levels = 6;           ///< levels of detail, 1 to 8; level 0 is the coarsest
    std::int32_t largest_factor = 64;  ///< the finest level's tessellation factor
    float target_px = 3.0F;            ///< edges of triangles on the silhouette, pixels of the picture, at most
    bool adaptive = true;              ///< false: largest_factor everywhere
    float lowest = 0.0F;               ///< bounds of height + detail over the whole planet, radii; > -1
    float highest = 0.0F;
};

enum class CullMode : std::uint32_t { cpu = 0, gpu = 1, off = 2 };

/// 3-D noise of the direction that is added to height and slopes below the map's texels (planet/detail.h).
struct Detail {
    float amplitude = 0.0F;    ///< of the first octave, radii; 0: none
    float frequency = 256.0F;  ///< noise cells a radius, first octave
    std::int32_t octaves = 0;  ///< 0 to 8; each twice as fine, half as high
    std::uint32_t seed = 0;
};

struct Light {
    glm::vec3 sun_colour{1.0F};    ///< linear, may exceed 1
    glm::vec3 ambient{0.02F};      ///< light from everywhere
    glm::vec3 specular{0.5F};      ///< of water, at full mirror
    float specular_power = 60.0F;  ///< Blinn-Phong exponent
};

struct Atmosphere {
    glm::vec3 colour{0.25F, 0.5F, 1.0F};
    float thickness = 0.0F;  ///< radii above radius 1; 0: none
    float density = 1.0F;    ///< optical depth along the grazing ray
};

enum class BackgroundKind : std::uint32_t { transparent = 0, plain = 1, stars = 2 };

struct Background {
    BackgroundKind kind = BackgroundKind::stars;
    glm::vec3 colour{0.0F};     ///< plain, and between the stars
    float star_density = 1.0F;  ///< 1: about 3750 stars in the whole sky that can be seen
    std::uint32_t star_seed = 0;
};

/// One picture of the scene. right, up, forward are orthonormal; right = cross(up, forward) (left-handed).
struct View {
    glm::vec3 eye{0.0F, 0.0F, -3.0F};
    glm::vec3 right{1.0F, 0.0F, 0.0F};
    glm::vec3 up{0.0F, 1.0F, 0.0F};
    glm::vec3 forward{0.0F, 0.0F, 1.0F};
    float tan_half_fov = 0.2679F;  ///< of the vertical field of view
    float near_plane = 0.1F;
    float far_plane = 10.0F;
    glm::vec3 sun{0.0F, 0.0F, -1.0F};  ///< unit, towards the sun
    std::string file;                  ///< plain file name of the picture, such as preview_000.png
};

/// Of the surface map: rgb albedo, linear light; a: share of open water (mirrors the sun), 0 to 65535 for 0 to 1.
using Surface = glm::u16vec4;
/// Of the normal map: the unit normal's x (east) and y (south), 32767 for 1; z = sqrt(max(0, 1 - x^2 - y^2)).
using PackedNormal = glm::i16vec2;

struct Scene {
    std::int32_t width = 1024;  ///< of the picture
    std::int32_t height = 1024;
    std::int32_t ssaa = 2;  ///< samples along each side of a pixel, 1 to 4
    Geometry geometry;
    CullMode cull = CullMode::cpu;
    Map<float> heights;         ///< above radius 1, radii: ground, or water's surface where there is some
    Map<PackedNormal> normals;  ///< of the same shape
    Map<Surface> surface;       ///< of the same shape
    Detail detail;
    Light light;
    Atmosphere atmosphere;
    Background background;
    bool wireframe = false;
    bool lod_colours = false;
    std::vector<View> views;
};

/// A finished picture: sRGB, straight alpha, row 0 on top.
struct Picture {
    std::int32_t width = 0;
    std::int32_t height = 0;
    std::vector<glm::u8vec4> pixels;
};

/// What is wrong with the scene (a bound above is broken, shapes that differ, a value that is not finite), or nothing.
/// Readers and backends refuse a scene that has a problem.
std::string scene_problem(const Scene& scene);

/// The scene as a file's bytes: "TGSCENE\0", a u32 version, then the members above in their order; integers and floats
/// little-endian, bool as u32, enums as u32, strings and arrays as a u32 (arrays of maps: none, width x height) count
/// and the items.
std::vector<std::uint8_t> encode_scene(const Scene& scene);

/// Throws RunError, saying why, if the bytes are no scene of this version, are cut off, go on after the end, or hold a
/// scene with a problem. Allocates no more than the bytes can fill.
Scene decode_scene(const std::uint8_t* bytes, std::size_t size);

/// The same from and to a file. Throw RunError naming the file.
void write_scene(const std::filesystem::path& file, const Scene& scene);
Scene read_scene(const std::filesystem::path& file);

}  // namespace terrain::planet
