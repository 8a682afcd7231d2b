// Light from the planet's surface through its air (src/planet/shading.h). Colours are premultiplied, linear light.
#ifndef SURFACE_HLSLI
#define SURFACE_HLSLI

#include "air.hlsli"
#include "detail.hlsli"
#include "sphere.hlsli"

// Level of the normal and surface map for ground at that distance; facing: cosine towards the eye.
float map_level(float far_away, float facing)
{
    float texel = kPi / map_size.y;
    float sample_angle = pixel_angle / (float)samples_a_side;
    float footprint = sample_angle * far_away / sqrt(max(facing, 0.1f));
    float ratio = footprint / texel;
    return ratio > 1.0f ? log2_near(ratio) : 0.0f;
}

float3 surface_normal(float3 n, float2 map, float3 detail_gradient, float water)
{
    float z = sqrt(max(1e-4f, 1.0f - map.x * map.x - map.y * map.y));
    Tangents t = tangents(n);
    float dry = 1.0f - water;
    float east = map.x / z - dry * dot(detail_gradient, t.east);
    float south = map.y / z - dry * dot(detail_gradient, t.south);
    return unit(n + t.east * east + t.south * south);
}

float3 surface_light(float3 up, float3 normal, float3 to_eye, float3 albedo, float water)
{
    float day = smooth_step(-0.05f, 0.15f, dot(up, sun));
    float cosine = max(0.0f, dot(normal, sun));
    float3 light = albedo * (sun_colour * (cosine * day) + ambient);
    if (water > 0.0f && day > 0.0f)
    {
        float3 halfway = unit(sun + to_eye * 1.0001f);
        float mirror = dot(normal, halfway);
        if (mirror > 0.0f)
        {
            float graze = 1.0f - clamp01(dot(to_eye, halfway));
            float graze2 = graze * graze;
            float reflectance = 0.2f + 0.8f * graze2 * graze2 * graze;
            float shine = exp(specular_power * log(mirror));
            light += sun_colour * specular * (water * day * reflectance * shine);
        }
    }
    return light;
}

float4 surface_colour(float3 place, float lod)
{
    float3 up = unit(place);
    float3 towards = eye - place;
    float far_away = length(towards);
    float3 to_eye = towards / far_away;
    float2 uv = map_coordinates(up);
    float level = map_level(far_away, dot(up, to_eye));
    float4 ground = surface_map.SampleLevel(map_sampler, uv, level);
    float3 gradient = 0.0f;
    if (detail_octaves > 0) gradient = detail_noise(up, pixel_angle * far_away).xyz;
    float3 normal = surface_normal(up, normal_map.SampleLevel(map_sampler, uv, level), gradient, ground.a);
    float3 albedo = ground.rgb;
    if (lod_colours != 0)
    {
        float grey = 0.2126f * albedo.r + 0.7152f * albedo.g + 0.0722f * albedo.b;
        albedo = levels[(uint)lod].rgb * (0.25f + 0.75f * grey);
    }
    float3 light = surface_light(up, normal, to_eye, albedo, ground.a);
    return over(air(-to_eye, far_away), float4(light, 1.0f));
}

#endif
