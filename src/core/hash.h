// Counter-based randomness: a value is a pure function of (seed, stage, index), so that no draw depends on how many
// were made before it, on the thread or on the platform.
#pragma once

#include <cstdint>
#include <string_view>

namespace terrain {

/// The splitmix64 finaliser (Steele, Lea & Flood 2014, with Stafford's mix 13 constants).
constexpr std::uint64_t mix64(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    x ^= x >> 31;
    return x;
}

/// FNV-1a of a stage's name: the key that keeps the streams of two stages apart.
constexpr std::uint64_t stage_key(std::string_view name) {
    std::uint64_t h = 0xcbf29ce484222325ULL;
    for (const char c : name) {
        h ^= static_cast<unsigned char>(c);
        h *= 0x100000001b3ULL;
    }
    return h;
}

/// A keyed stream of 64-bit values, addressed by index.
class RandomStream {
  public:
    constexpr RandomStream(std::uint64_t seed, std::string_view stage)
        : key_(mix64(seed * 0x9e3779b97f4a7c15ULL + 0x243f6a8885a308d3ULL) ^ mix64(stage_key(stage))) {}

    constexpr std::uint64_t operator()(std::uint64_t index) const {
        return mix64(key_ ^ (mix64(index + 0x9e3779b97f4a7c15ULL)));
    }
    constexpr std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return mix64((*this)(a) + b); }

  private:
    std::uint64_t key_;
};

/// The top 24 bits of r as a float in [0, 1): exact, and never 1.
constexpr float unit_float(std::uint64_t r) { return static_cast<float>(r >> 40) * 0x1p-24F; }

/// The top 53 bits of r as a double in [0, 1).
constexpr double unit_double(std::uint64_t r) { return static_cast<double>(r >> 11) * 0x1p-53; }

/// An integer in [0, bound), bound >= 1, from the top 32 bits of r (multiply-shift; bias below bound / 2^32).
constexpr std::uint32_t bounded(std::uint64_t r, std::uint32_t bound) {
    return static_cast<std::uint32_t>(((r >> 32) * bound) >> 32);
}

}  // namespace terrain
