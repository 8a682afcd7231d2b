// One triangle that covers the target, at the farthest depth.
float4 main(uint i : SV_VertexID) : SV_Position
{
    return float4(i == 1 ? 3.0f : -1.0f, i == 2 ? -3.0f : 1.0f, 1.0f, 1.0f);
}
