// Gradient noise of the direction, below the map's texels (src/planet/detail.h).
#ifndef DETAIL_HLSLI
#define DETAIL_HLSLI

#include "frame.hlsli"
#include "scalar.hlsli"

uint lattice_hash(int3 p, uint seed)
{
    uint h = (uint)p.x * 0x9e3779b1u + (uint)p.y * 0x85ebca77u + (uint)p.z * 0xc2b2ae3du + seed * 0x27d4eb2fu;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return h;
}

// xyz: gradient, w: value.
float4 gradient_noise(float3 p, uint seed)
{
    float3 base = floor(p);
    float3 f = p - base;
    float3 s = f * f * f * (f * (f * 6.0f - 15.0f) + 10.0f);
    float3 ds = 30.0f * f * f * (f * (f - 2.0f) + 1.0f);
    float4 sum = 0.0f;
    [unroll] for (uint corner = 0; corner < 8; ++corner)
    {
        uint3 c = uint3(corner & 1, (corner >> 1) & 1, corner >> 2);
        uint h = lattice_hash((int3)base + (int3)c, seed);
        float3 g = float3((float)(h & 1023u), (float)((h >> 10) & 1023u), (float)((h >> 20) & 1023u)) / 511.5f - 1.0f;
        float value = dot(g, f - (float3)c);
        float3 w = c != 0 ? s : 1.0f - s;
        float3 dw = c != 0 ? ds : -ds;
        sum.w += w.x * w.y * w.z * value;
        sum.xyz += g * (w.x * w.y * w.z);
        sum.x += dw.x * w.y * w.z * value;
        sum.y += dw.y * w.x * w.z * value;
        sum.z += dw.z * w.x * w.y * value;
    }
    return sum;
}

// Height (w) and its gradient (xyz) over the unit direction d; footprint: of a pixel there, radii.
float4 detail_noise(float3 d, float footprint)
{
    float4 sum = 0.0f;
    float amplitude = detail_amplitude;
    float frequency = detail_frequency;
    for (uint o = 0; o < detail_octaves; ++o)
    {
        float weight = clamp01(2.0f - 4.0f * footprint * frequency);
        if (weight <= 0.0f) break;
        float4 noise = gradient_noise(d * frequency, detail_seed + o);
        sum.w += weight * amplitude * noise.w;
        sum.xyz += noise.xyz * (weight * amplitude * frequency);
        amplitude *= 0.5f;
        frequency *= 2.0f;
    }
    return sum;
}

#endif
