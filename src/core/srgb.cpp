#include "core/srgb.h"

#include <array>
#include <cstddef>

namespace terrain {

namespace {

constexpr std::size_t kCells = 4096;  // finer than the narrowest step (1 / 3295), so at most two steps a cell

struct Encoder {
    std::array<float, 256> least{};            // least linear light of each code
    std::array<std::uint8_t, kCells> first{};  // code at the low end of each cell of linear light

    Encoder() {
        for (std::size_t code = 1; code < 256; ++code) {
            least[code] = static_cast<float>(srgb_to_linear((static_cast<double>(code) - 0.5) / 255.0));
        }
        std::size_t code = 0;
        for (std::size_t cell = 0; cell < kCells; ++cell) {
            const float low = static_cast<float>(cell) / static_cast<float>(kCells);
            while (code < 255 && least[code + 1] <= low) {
                ++code;
            }
            first[cell] = static_cast<std::uint8_t>(code);
        }
    }
};

}  // namespace

std::uint8_t linear_to_srgb8(float linear) {
    static const Encoder encoder;
    if (!(linear > 0.0F)) {
        return 0;
    }
    if (linear >= 1.0F) {
        return 255;
    }
    std::size_t code = encoder.first[static_cast<std::size_t>(linear * static_cast<float>(kCells))];
    while (code < 255 && linear >= encoder.least[code + 1]) {
        ++code;
    }
    return static_cast<std::uint8_t>(code);
}

}  // namespace terrain
