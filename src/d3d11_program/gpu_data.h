// Memory layouts that the shaders share: each has its counterpart in shaders/.
#pragma once

#include <array>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace terrain::d3d11 {

/// One sector that is drawn: the per-instance vertex stream (grid_vertex.hlsl, written by list_compute.hlsl).
struct GpuInstance {
    glm::vec3 edge1;
    glm::vec3 edge2;
    glm::vec3 start;
    glm::vec4 borders;
    float factor;
    float level;
    std::uint32_t sector;
};
static_assert(sizeof(GpuInstance) == 64);

/// sectors.hlsli
struct GpuSector {
    glm::vec3 start;
    glm::vec3 right;
    glm::vec3 up;
    glm::vec3 centre;
    std::array<std::int32_t, 4> neighbour;
};
static_assert(sizeof(GpuSector) == 64);

/// frame.hlsli: blocks of 16 bytes.
struct Frame {
    glm::mat4 view_projection;  ///< each of GLM's columns is a row of the row-major matrix
    std::array<glm::vec4, 6> planes;
    std::array<glm::vec4, 8> levels;
    std::array<glm::vec4, 8> level_ranges;

    glm::vec3 eye;
    std::uint32_t sector_count;
    glm::vec3 eye_direction;
    std::uint32_t level_count;
    glm::vec3 view_right;
    std::uint32_t grid_cells;
    glm::vec3 view_up;
    std::uint32_t samples_a_side;
    glm::vec3 view_forward;
    float pixel_angle;
    glm::vec3 sun;
    std::uint32_t cull;

    glm::vec2 tile_first;
    glm::vec2 sample_count;
    glm::vec2 tile_samples;
    glm::vec2 map_size;

    glm::vec3 sun_colour;
    float specular_power;
    glm::vec3 ambient;
    std::uint32_t lod_colours;
    glm::vec3 specular;
    std::uint32_t wireframe;
    glm::vec3 atmosphere_colour;
    float atmosphere_thickness;
    glm::vec3 background_colour;
    float atmosphere_density;
    std::uint32_t background_kind;
    float star_density;
    std::uint32_t star_seed;
    std::uint32_t detail_octaves;
    float detail_amplitude;
    float detail_frequency;
    std::uint32_t detail_seed;
    std::uint32_t unused;
};
static_assert(sizeof(Frame) == 64 + 22 * 16 + 6 * 16 + 2 * 16 + 5 * 16 + 2 * 16);

}  // namespace terrain::d3d11
