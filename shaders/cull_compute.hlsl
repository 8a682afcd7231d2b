// First pass over the sectors: the level of each, and whether it can be seen (src/planet/cull.h, lod.h).
#include "frame.hlsli"
#include "sectors.hlsli"

struct Bounds
{
    float4 sphere;
    float least_dot;
};

StructuredBuffer<Sector> sectors : register(t0);
StructuredBuffer<Bounds> bounds : register(t1);
RWStructuredBuffer<uint> states : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint k = id.x;
    if (k >= sector_count) return;
    float3 centre = sectors[k].centre;
    // In the order of the processor's sums: both must come to the same choice.
    precise float cosine = eye_direction.x * centre.x + eye_direction.y * centre.y + eye_direction.z * centre.z;
    uint level = 0;
    for (uint i = 1; i < level_count; ++i)
    {
        if (cosine >= level_ranges[i].x) level = i;
    }
    bool seen = cosine >= bounds[k].least_dot;
    float4 sphere = bounds[k].sphere;
    for (uint p = 0; p < 6; ++p)
    {
        precise float distance =
            planes[p].x * sphere.x + planes[p].y * sphere.y + planes[p].z * sphere.z + planes[p].w;
        if (distance < -sphere.w) seen = false;
    }
    states[k] = level | (seen || cull == 0 ? kSeen : 0);
}
