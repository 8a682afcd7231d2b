// What goes from the grid's vertices through the hull shader to the domain shader.
#ifndef SECTOR_PATCH_HLSLI
#define SECTOR_PATCH_HLSLI

struct ControlPoint
{
    float3 cube : CUBE;        // on the cube of half-edge 1
    float2 cell : CELL;        // in the sector's grid, 0 to the number of cells
    float4 borders : BORDERS;  // factors of the sector's sides: bottom, left, top, right
    float factor : FACTOR;     // of the sector
    float level : LEVEL;
};

struct PatchFactors
{
    float edges[3] : SV_TessFactor;  // each opposite the control point of its number
    float inside : SV_InsideTessFactor;
};

struct SurfacePoint
{
    float4 position : SV_Position;
    float3 place : PLACE;
    nointerpolation float level : LEVEL;
};

// A point of a triangle whose edges are drawn as well.
struct WirePoint
{
    float4 position : SV_Position;
    float3 place : PLACE;
    nointerpolation float level : LEVEL;
    noperspective float3 from_edges : EDGES;  // distances, in samples
};

#endif
