// Gives each corner of a triangle its distance from the opposite edge on the screen.
#include "frame.hlsli"
#include "sector_patch.hlsli"

[maxvertexcount(3)]
void main(triangle SurfacePoint corners[3], inout TriangleStream<WirePoint> stream)
{
    float2 screen[3];
    [unroll] for (uint i = 0; i < 3; ++i)
    {
        screen[i] = corners[i].position.xy / corners[i].position.w * 0.5f * tile_samples;
    }
    float2 a = screen[1] - screen[0];
    float2 b = screen[2] - screen[0];
    float area = abs(a.x * b.y - a.y * b.x);
    [unroll] for (uint k = 0; k < 3; ++k)
    {
        WirePoint p;
        p.position = corners[k].position;
        p.place = corners[k].place;
        p.level = corners[k].level;
        float edge = length(screen[(k + 1) % 3] - screen[(k + 2) % 3]);
        p.from_edges = 0.0f;
        p.from_edges[k] = area / max(edge, 1e-6f);
        stream.Append(p);
    }
    stream.RestartStrip();
}
