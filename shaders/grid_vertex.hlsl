// One grid for all sectors: a vertex of it, put onto the sector of the instance.
#include "frame.hlsli"
#include "sector_patch.hlsli"

struct GridVertex
{
    float2 cell : CELL;
    float3 edge1 : EDGE1;  // the sector's edges along x and y
    float3 edge2 : EDGE2;
    float3 start : START;
    float4 borders : BORDERS;
    float factor : FACTOR;
    float level : LEVEL;
};

ControlPoint main(GridVertex v)
{
    ControlPoint p;
    // Powers of two throughout: exact, hence the same bits on both sides of a border.
    float2 share = v.cell / (float)grid_cells;
    p.cube = v.start + v.edge1 * share.x + v.edge2 * share.y;
    p.cell = v.cell;
    p.borders = v.borders;
    p.factor = v.factor;
    p.level = v.level;
    return p;
}
