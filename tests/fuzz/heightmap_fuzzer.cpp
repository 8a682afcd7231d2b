// Heightmaps: any file is refused by a UserError, or read as a map of the shape that it was said to have.
//
// Three bytes say how to read the rest. Bits of the first: 0: as RAW16 of the size in the other two; 1: RAW16 is
// big-endian; 2: gaps are filled; 3: gaps are kept.
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/errors.h"
#include "import/heightmap.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::size_t kHeader = 3;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

/// A file in memory, with a path.
const std::string& memory_file(const std::uint8_t* data, std::size_t size) {
    static const int descriptor = memfd_create("heightmap", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, data, size, 0) != static_cast<ssize_t>(size)) {
        fail("no file in memory");
    }
    return path;
}

std::uint32_t big_endian(const std::uint8_t* bytes) {
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

/// Makes the checksums of a PNG's chunks right again, without which libpng looks no further.
void mend_checksums(std::uint8_t* png, std::size_t size) {
    if (size < 8 || std::memcmp(png, "\x89PNG", 4) != 0) return;
    for (std::size_t at = 8; at + 12 <= size;) {
        const std::size_t length = big_endian(png + at);
        if (length > size - at - 12) return;
        const auto sum = static_cast<std::uint32_t>(crc32(0, png + at + 4, static_cast<unsigned>(length + 4)));
        for (int k = 0; k < 4; ++k) png[at + 8 + length + static_cast<std::size_t>(k)] = sum >> (24 - 8 * k) & 255;
        at += length + 12;
    }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
    size = LLVMFuzzerMutate(data, size, most);
    if (size > kHeader && seed % 16 != 0) mend_checksums(data + kHeader, size - kHeader);
    return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace terrain;
    if (size < kHeader) return 0;
    HeightmapParameters parameters;
    const unsigned flags = data[0];
    if ((flags & 1) != 0) parameters.raw_size = {{data[1], data[2]}};
    parameters.raw_big_endian = (flags & 2) != 0;
    if ((flags & 4) != 0) parameters.nodata_fill_m = 12.5;
    const std::string& path = memory_file(data + kHeader, size - kHeader);
    try {
        const Shape told = inspect_heightmap(path, parameters).shape;
        const Heightmap map =
            read_heightmap(path, parameters, {-5.0, 20.0}, (flags & 8) != 0 ? Gaps::keep : Gaps::refuse);
        if (map.metres_or_unit.shape() != told) fail("another shape than inspect_heightmap said");
        for (const float height : map.metres_or_unit) {
            if (!std::isfinite(height)) fail("a height that is not finite");
        }
    } catch (const UserError& error) {
        if (*error.what() == '\0') fail("an error without a message");
    }
    return 0;
}
