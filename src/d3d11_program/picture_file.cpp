#include "d3d11_program/picture_file.h"

#include <fstream>

#include "core/errors.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace terrain::d3d11 {
namespace {

std::ofstream opened(const std::filesystem::path& file) { return {file, std::ios::binary | std::ios::trunc}; }

void finish(std::ofstream& stream, const std::filesystem::path& file) {
    stream.close();
    if (!stream) throw RunError("cannot write " + file.string());
}

void append(void* stream, void* data, int size) {
    static_cast<std::ofstream*>(stream)->write(static_cast<const char*>(data), size);
}

}  // namespace

void write_png(const std::filesystem::path& file, const planet::Picture& picture) {
    std::ofstream stream = opened(file);
    if (stbi_write_png_to_func(append, &stream, picture.width, picture.height, 4, picture.pixels.data(),
                               picture.width * 4) == 0) {
        throw RunError("cannot encode " + file.string());
    }
    finish(stream, file);
}

void write_raw(const std::filesystem::path& file, const planet::Picture& picture) {
    std::ofstream stream = opened(file);
    stream.write(reinterpret_cast<const char*>(picture.pixels.data()),
                 static_cast<std::streamsize>(picture.pixels.size() * sizeof picture.pixels[0]));
    finish(stream, file);
}

}  // namespace terrain::d3d11
