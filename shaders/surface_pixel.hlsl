// The surface as it is.
#include "sector_patch.hlsli"
#include "surface.hlsli"

float4 main(SurfacePoint p) : SV_Target
{
    return surface_colour(p.place, p.level);
}
