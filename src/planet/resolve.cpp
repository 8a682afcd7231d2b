#include "planet/resolve.h"

#include "core/srgb.h"
#include "planet/scalar.h"

namespace terrain::planet {

void resolve_row(const glm::vec4* samples, std::int32_t width, std::int32_t ssaa, glm::u8vec4* pixels) {
    const std::int32_t stride = width * ssaa;
    const float share = 1.0F / static_cast<float>(ssaa * ssaa);
    for (std::int32_t x = 0; x < width; ++x) {
        glm::vec4 sum(0.0F);
        for (std::int32_t j = 0; j < ssaa; ++j) {
            for (std::int32_t i = 0; i < ssaa; ++i) {
                const glm::vec4& s = samples[j * stride + x * ssaa + i];
                // What is brighter than white counts as white, so that the rim of a bright disc is smooth.
                sum += glm::vec4(clamp01(s.x), clamp01(s.y), clamp01(s.z), clamp01(s.w));
            }
        }
        sum *= share;
        const float scale = sum.w > 0.0F ? 1.0F / sum.w : 0.0F;
        pixels[x] = {linear_to_srgb8(sum.x * scale), linear_to_srgb8(sum.y * scale), linear_to_srgb8(sum.z * scale),
                     static_cast<std::uint8_t>(sum.w * 255.0F + 0.5F)};
    }
}

}  // namespace terrain::planet
