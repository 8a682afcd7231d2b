// A point of the tessellated sector: onto the sphere, and out by the relief.
#include "detail.hlsli"
#include "frame.hlsli"
#include "sector_patch.hlsli"
#include "sphere.hlsli"

[domain("tri")]
SurfacePoint main(PatchFactors factors, float3 share : SV_DomainLocation, const OutputPatch<ControlPoint, 3> patch)
{
    // Exact, as all are dyadic: the border's points come out the same from both sides.
    precise float3 cube = patch[0].cube * share.x + patch[1].cube * share.y + patch[2].cube * share.z;
    float3 d = unit(cube);
    float2 uv = map_coordinates(d);
    float height = height_at(uv);
    if (detail_octaves > 0)
    {
        float water = surface_map.SampleLevel(map_sampler, uv, 0.0f).a;
        float footprint = pixel_angle * distance(d * (1.0f + height), eye);
        height += detail_noise(d, footprint).w * (1.0f - water);
    }
    SurfacePoint p;
    p.place = d * (1.0f + height);
    p.position = mul(float4(p.place, 1.0f), view_projection);
    p.level = patch[0].level;
    return p;
}
