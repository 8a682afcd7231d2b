// The mean of a pixel's samples (linear light, premultiplied, none brighter than white) as sRGB with straight alpha.
#include "frame.hlsli"

Texture2D<float4> sample_colours : register(t0);

float to_srgb(float x)
{
    return x <= 0.0031308f ? 12.92f * x : 1.055f * pow(x, 1.0f / 2.4f) - 0.055f;
}

float4 main(float4 position : SV_Position) : SV_Target
{
    uint2 first = uint2(position.xy) * samples_a_side;
    float4 sum = 0.0f;
    for (uint y = 0; y < samples_a_side; ++y)
    {
        for (uint x = 0; x < samples_a_side; ++x) sum += saturate(sample_colours.Load(uint3(first + uint2(x, y), 0)));
    }
    float4 mean = sum / (float)(samples_a_side * samples_a_side);
    float3 colour = mean.a > 0.0f ? saturate(mean.rgb / mean.a) : 0.0f;
    return float4(to_srgb(colour.r), to_srgb(colour.g), to_srgb(colour.b), mean.a);
}
