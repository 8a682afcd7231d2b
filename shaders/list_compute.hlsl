// Second pass, when every level is known: lists the sectors that are seen, with the factors of their sides. A side takes
// the lesser factor of the two sectors that meet there, whether or not the other one is drawn.
#include "frame.hlsli"
#include "sectors.hlsli"

StructuredBuffer<Sector> sectors : register(t0);
StructuredBuffer<uint> states : register(t1);
RWByteAddressBuffer instances : register(u0);
RWStructuredBuffer<uint> counter : register(u1);  // only its hidden counter is used

static const uint kInstanceBytes = 64;

float factor_of(uint sector)
{
    return levels[states[sector] & (kSeen - 1)].w;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint k = id.x;
    if (k >= sector_count) return;
    uint state = states[k];
    if ((state & kSeen) == 0) return;
    Sector s = sectors[k];
    float factor = factor_of(k);
    float4 borders = float4(factor_of(s.neighbour.x), factor_of(s.neighbour.y), factor_of(s.neighbour.z),
                            factor_of(s.neighbour.w));
    borders = min(borders, factor);
    uint at = counter.IncrementCounter() * kInstanceBytes;
    instances.Store4(at, asuint(float4(s.right, s.up.x)));
    instances.Store4(at + 16, asuint(float4(s.up.yz, s.start.xy)));
    instances.Store4(at + 32, asuint(float4(s.start.z, borders.xyz)));
    instances.Store4(at + 48, uint4(asuint(borders.w), asuint(factor), asuint((float)(state & (kSeen - 1))), k));
}
