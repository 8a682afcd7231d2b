// Map coordinates, tangents and the maps themselves (src/planet/sphere.h, texture.h).
#ifndef SPHERE_HLSLI
#define SPHERE_HLSLI

#include "frame.hlsli"
#include "scalar.hlsli"

Texture2D<float> height_map : register(t0);
Texture2D<float2> normal_map : register(t1);
Texture2D<float4> surface_map : register(t2);
SamplerState map_sampler : register(s0);

// u in [0, 1) eastwards, v from 0 at the north pole to 1; never NaN. Adding 0 turns -0 into +0.
float2 map_coordinates(float3 d)
{
    float u = angle_of(d.z + 0.0f, d.x + 0.0f) / (2.0f * kPi);
    u = u < 0.0f ? u + 1.0f : u;
    u = u >= 1.0f ? 0.0f : u;
    float v = angle_of(sqrt(d.x * d.x + d.z * d.z), d.y) / kPi;
    return float2(u, clamp01(v));
}

// Bilinear in full precision, where samplers have 256 steps between two texels, which show as terraces.
float height_at(float2 uv)
{
    int2 size = (int2)map_size;
    float x = uv.x * map_size.x - 0.5f;
    float y = clamp(uv.y * map_size.y - 0.5f, 0.0f, map_size.y - 1.0f);
    float2 base = floor(float2(x, y));
    int x0 = (int)base.x;
    x0 = x0 < 0 ? x0 + size.x : x0;
    x0 = x0 >= size.x ? x0 - size.x : x0;
    int x1 = x0 + 1 >= size.x ? 0 : x0 + 1;
    int y0 = (int)base.y;
    int y1 = min(y0 + 1, size.y - 1);
    float2 f = float2(x, y) - base;
    float top = lerp(height_map.Load(int3(x0, y0, 0)), height_map.Load(int3(x1, y0, 0)), f.x);
    float bottom = lerp(height_map.Load(int3(x0, y1, 0)), height_map.Load(int3(x1, y1, 0)), f.x);
    return lerp(top, bottom, f.y);
}

struct Tangents
{
    float3 east;
    float3 south;
};

Tangents tangents(float3 n)
{
    float r = sqrt(n.x * n.x + n.z * n.z);
    float cos_b = r > 1e-6f ? n.x / max(r, 1e-6f) : 1.0f;
    float sin_b = r > 1e-6f ? n.z / max(r, 1e-6f) : 0.0f;
    Tangents t;
    t.east = float3(-sin_b, 0.0f, cos_b);
    t.south = float3(n.y * cos_b, -r, n.y * sin_b);
    return t;
}

#endif
