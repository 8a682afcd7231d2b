// SHA-256 (FIPS 180-4), computed by Nettle, which uses the processor's SHA instructions where there are any.
#pragma once

#include <nettle/sha2.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace terrain {

class Sha256 {
  public:
    Sha256();
    void update(const void* data, std::size_t bytes);
    /// 64 lower-case hex digits; starts anew.
    std::string hex_digest();

  private:
    sha256_ctx context_;
};

/// Of a file's bytes; empty if it cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

std::string sha256_hex(std::span<const std::uint8_t> bytes);

}  // namespace terrain
