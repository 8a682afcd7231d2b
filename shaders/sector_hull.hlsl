// Tessellation factors of a triangle of the grid. On a side of the sector the smaller one of the two sectors that meet
// there counts, so that both cut the border alike and no crack opens.
#include "frame.hlsli"
#include "sector_patch.hlsli"

float edge_factor(ControlPoint a, ControlPoint b)
{
    float end = (float)grid_cells;
    if (a.cell.y == 0.0f && b.cell.y == 0.0f) return a.borders.x;
    if (a.cell.x == 0.0f && b.cell.x == 0.0f) return a.borders.y;
    if (a.cell.y == end && b.cell.y == end) return a.borders.z;
    if (a.cell.x == end && b.cell.x == end) return a.borders.w;
    return a.factor;
}

PatchFactors factors(InputPatch<ControlPoint, 3> patch)
{
    PatchFactors f;
    f.edges[0] = edge_factor(patch[1], patch[2]);
    f.edges[1] = edge_factor(patch[2], patch[0]);
    f.edges[2] = edge_factor(patch[0], patch[1]);
    f.inside = patch[0].factor;
    return f;
}

[domain("tri")]
[partitioning("pow2")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("factors")]
[maxtessfactor(64.0)]
ControlPoint main(InputPatch<ControlPoint, 3> patch, uint i : SV_OutputControlPointID)
{
    return patch[i];
}
