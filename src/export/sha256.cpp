#include "export/sha256.h"

#include <fstream>
#include <vector>

#include <array>

namespace terrain {

Sha256::Sha256() { sha256_init(&context_); }

void Sha256::update(const void* data, std::size_t bytes) {
    sha256_update(&context_, bytes, static_cast<const std::uint8_t*>(data));
}

std::string Sha256::hex_digest() {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context_, digest.size(), digest.data());
    constexpr char kDigits[] = "0123456789abcdef";
    std::string hex;
    for (const std::uint8_t byte : digest) {
        hex += kDigits[byte >> 4];
        hex += kDigits[byte & 15];
    }
    return hex;
}

std::string sha256_hex(std::span<const std::uint8_t> bytes) {
    Sha256 hash;
    hash.update(bytes.data(), bytes.size());
    return hash.hex_digest();
}

std::string sha256_of_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return {};
    std::vector<char> block(std::size_t{1} << 20);
    Sha256 hash;
    while (stream) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        hash.update(block.data(), static_cast<std::size_t>(stream.gcount()));
    }
    return stream.bad() ? std::string() : hash.hex_digest();
}

}  // namespace terrain
