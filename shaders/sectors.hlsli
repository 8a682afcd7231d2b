// What both passes over the sectors see.
#ifndef SECTORS_HLSLI
#define SECTORS_HLSLI

struct Sector
{
    float3 start;
    float3 right;
    float3 up;
    float3 centre;
    int4 neighbour;  // bottom, left, top, right
};

static const uint kSeen = 256;  // in a sector's state; below it is the level

#endif
