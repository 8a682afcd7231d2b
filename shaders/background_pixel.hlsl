// What is behind the planet: stars or a plain colour, and the rim of the atmosphere before it (src/planet/shading.h).
#include "air.hlsli"
#include "detail.hlsli"

static const uint kTransparent = 0;
static const uint kStars = 2;

float3 star_light(float3 r)
{
    const float cells = 40.0f;
    float3 m = abs(r);
    int axis = m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
    // The largest component, and the other two in their order.
    float along = axis == 0 ? r.x : axis == 1 ? r.y : r.z;
    float2 across = axis == 0 ? r.yz : axis == 1 ? r.xz : r.xy;
    float magnitude = abs(along);
    int face = 2 * axis + (along < 0.0f ? 1 : 0);
    float2 place = (across / magnitude * 0.5f + 0.5f) * cells;
    float2 cell = floor(min(place, cells - 1.0f));
    uint h = lattice_hash(int3((int)cell.x, (int)cell.y, face), star_seed);
    if ((float)(h & 1023u) >= 400.0f * star_density) return 0.0f;
    float2 star = 0.2f + 0.6f * float2((float)((h >> 10) & 255u), (float)((h >> 18) & 255u)) / 255.0f;
    float2 away = place - cell - star;
    float radius = min(0.18f, 1.2f * pixel_angle * 0.5f * cells / (magnitude * magnitude));
    float off = dot(away, away) / (radius * radius);
    if (off >= 1.0f) return 0.0f;
    float bright = (float)(h >> 26) / 63.0f;
    bright = bright * bright * bright;
    uint h2 = lattice_hash(int3((int)cell.x, (int)cell.y, face), star_seed + 1u);
    float3 tint = lerp(float3(1.0f, 0.75f, 0.55f), float3(0.65f, 0.8f, 1.0f), (float)(h2 & 255u) / 255.0f);
    return tint * ((bright * bright + 0.04f) * (1.0f - off) * (1.0f - off));
}

float4 main(float4 position : SV_Position) : SV_Target
{
    float3 ray = sample_ray(position.xy);
    float4 sky = 0.0f;
    if (background_kind != kTransparent)
    {
        sky = float4(background_colour, 1.0f);
        if (background_kind == kStars) sky.rgb += star_light(ray);
    }
    return over(air(ray, -1.0f), sky);
}
