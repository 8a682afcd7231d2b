// The atmosphere along a ray, and the ray of a sample (src/planet/shading.h). Colours are premultiplied.
#ifndef AIR_HLSLI
#define AIR_HLSLI

#include "frame.hlsli"
#include "scalar.hlsli"

float4 over(float4 front, float4 back)
{
    return front + back * (1.0f - front.a);
}

// Unit direction from the eye through a position in the tile, in samples.
float3 sample_ray(float2 position)
{
    float2 share = 2.0f * (position + tile_first) / sample_count;
    return unit(view_forward + view_right * (share.x - 1.0f) + view_up * (1.0f - share.y));
}

// Up to the distance t at which the ray meets the surface; negative: it does not.
float4 air(float3 ray, float t)
{
    if (atmosphere_thickness <= 0.0f || atmosphere_density <= 0.0f) return 0.0f;
    float outer = 1.0f + atmosphere_thickness;
    float b = dot(eye, ray);
    float3 closest = eye - ray * b;
    float q = outer * outer - dot(closest, closest);
    if (q <= 0.0f) return 0.0f;
    float root = sqrt(q);
    float enter = max(0.0f, -b - root);
    float leave = t < 0.0f ? -b + root : t;
    if (leave <= enter) return 0.0f;
    float lowest = min(max(-b, enter), leave);
    float3 p = eye + ray * lowest;
    float radius = length(p);
    float thin = 1.0f - clamp01((radius - 1.0f) / atmosphere_thickness);
    float grazing = 2.0f * sqrt(outer * outer - 1.0f);
    float depth = atmosphere_density * thin * thin * thin * (leave - enter) / grazing;
    float alpha = 1.0f - exp(-depth);
    float s = dot(p, sun) / radius;
    float day = smooth_step(-0.15f, 0.5f, s);
    float3 warm = float3(0.9f, 0.55f, 0.4f);
    float3 colour = lerp(warm, atmosphere_colour, smooth_step(-0.1f, 0.2f, s)) * sun_colour * day;
    return float4(colour * alpha, t < 0.0f ? alpha * day : alpha);
}

#endif
