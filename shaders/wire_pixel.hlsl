// The surface with its triangles' edges: lines of one sample's width.
#include "sector_patch.hlsli"
#include "surface.hlsli"

static const float4 kWire = float4(0.7f, 0.7f, 0.7f, 0.8f);

float4 main(WirePoint p) : SV_Target
{
    float4 colour = surface_colour(p.place, p.level);
    float nearest = min(p.from_edges.x, min(p.from_edges.y, p.from_edges.z));
    return nearest <= 0.5f ? over(kWire, colour) : colour;
}
