// Constants of one picture. The counterpart is Frame in src/d3d11_program/gpu_data.h.
#ifndef FRAME_HLSLI
#define FRAME_HLSLI

cbuffer Frame : register(b0)
{
    row_major float4x4 view_projection;  // of this tile
    float4 planes[6];                    // of the frustum, pointing inwards
    float4 levels[8];                    // rgb: colour, w: tessellation factor
    float4 level_ranges[8];              // x: the least cosine

    float3 eye;
    uint sector_count;
    float3 eye_direction;
    uint level_count;
    float3 view_right;  // times the tangent of half the horizontal field of view
    uint grid_cells;
    float3 view_up;  // times the tangent of half the vertical one
    uint samples_a_side;
    float3 view_forward;
    float pixel_angle;  // of a pixel in the picture's middle
    float3 sun;
    uint cull;  // 0: everything is drawn

    float2 tile_first;    // the tile's first sample in the picture
    float2 sample_count;  // of the whole picture
    float2 tile_samples;  // of the tile
    float2 map_size;  // texels of the finest level

    float3 sun_colour;
    float specular_power;
    float3 ambient;
    uint lod_colours;
    float3 specular;
    uint wireframe;
    float3 atmosphere_colour;
    float atmosphere_thickness;
    float3 background_colour;
    float atmosphere_density;
    uint background_kind;
    float star_density;
    uint star_seed;
    uint detail_octaves;
    float detail_amplitude;
    float detail_frequency;
    uint detail_seed;
    uint unused;
};

#endif
