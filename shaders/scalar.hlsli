// Small functions with the same arithmetic as src/planet/scalar.h: both backends must agree.
#ifndef SCALAR_HLSLI
#define SCALAR_HLSLI

static const float kPi = 3.14159265f;

float clamp01(float x)
{
    return min(max(x, 0.0f), 1.0f);
}

// With the edges as constants and no division by a variable.
float smooth_step(float low, float high, float x)
{
    float t = clamp01((x - low) / (high - low));
    return t * t * (3.0f - 2.0f * t);
}

float3 unit(float3 v)
{
    precise float len = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    precise float3 result = v / len;
    return result;
}

// HLSL's atan2 gives NaN for (0, 0) on some drivers, and differs in precision between them.
float unit_atan(float t)
{
    const float c = 0.41421356f;
    float x = (t - c) / (1.0f + c * t);
    float s = x * x;
    return 0.39269908f + x * (1.0f + s * (-0.33333313f + s * (0.19997776f + s * (-0.14201644f + s * 0.096894f))));
}

float angle_of(float y, float x)
{
    float ax = abs(x);
    float ay = abs(y);
    float most = max(ax, ay);
    float least = min(ax, ay);
    float a = most > 0.0f ? unit_atan(least / max(most, 1e-30f)) : 0.0f;
    a = least > 0.0f ? a : 0.0f;
    a = ay > ax ? 0.5f * kPi - a : a;
    a = x < 0.0f ? kPi - a : a;
    a = y < 0.0f ? -a : a;
    return most > 0.0f ? a : 0.0f;
}

float log2_near(float x)
{
    uint bits = asuint(x);
    float exponent = (float)((int)(bits >> 23) - 127);
    float m = asfloat((bits & 0x007fffffu) | 0x3f800000u) - 1.0f;
    return exponent +
           m * (1.44122672f + m * (-0.70596904f + m * (0.40989232f + m * (-0.19011696f + m * 0.04496726f))));
}

#endif
