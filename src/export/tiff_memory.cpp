#include "export/tiff_memory.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>

namespace terrain {

namespace {

TiffMemory& memory_of(thandle_t handle) { return *static_cast<TiffMemory*>(handle); }

tmsize_t read_memory(thandle_t handle, void* out, tmsize_t bytes) {
    TiffMemory& memory = memory_of(handle);
    const std::uint64_t size = memory.size();
    const std::uint64_t left = memory.position < size ? size - memory.position : 0;
    const std::uint64_t count = std::min(left, static_cast<std::uint64_t>(std::max<tmsize_t>(bytes, 0)));
    const std::uint8_t* from = memory.writing ? memory.written.data() : memory.reading.data();
    if (count > 0) {
        std::memcpy(out, from + memory.position, count);
    }
    memory.position += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t write_memory(thandle_t handle, void* data, tmsize_t bytes) {
    TiffMemory& memory = memory_of(handle);
    if (!memory.writing || bytes <= 0) {
        return 0;
    }
    const std::uint64_t end = memory.position + static_cast<std::uint64_t>(bytes);
    try {
        if (end > memory.written.size()) {
            if (end > memory.written.capacity()) {
                memory.written.reserve(std::max<std::uint64_t>(end, memory.written.capacity() * 3 / 2));
            }
            memory.written.resize(end);
        }
    } catch (const std::bad_alloc&) {
        memory.error = "out of memory";
        return 0;
    }
    std::memcpy(memory.written.data() + memory.position, data, static_cast<std::size_t>(bytes));
    memory.position = end;
    return bytes;
}

toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
    TiffMemory& memory = memory_of(handle);
    const std::uint64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory.position : memory.size();
    memory.position = base + offset;
    return memory.position;
}

int close_memory(thandle_t /*handle*/) { return 0; }

toff_t memory_size(thandle_t handle) { return memory_of(handle).size(); }

int keep_error(TIFF* /*tiff*/, void* data, const char* /*module*/, const char* format, std::va_list arguments) {
    auto& error = static_cast<TiffMemory*>(data)->error;
    if (error.empty()) {
        std::array<char, 512> text{};
        std::vsnprintf(text.data(), text.size(), format, arguments);
        error = text.data();
    }
    return 1;
}

int ignore_warning(TIFF* /*tiff*/, void* /*data*/, const char* /*module*/, const char* /*format*/, std::va_list) {
    return 1;
}

}  // namespace

TiffHandle open_tiff(TiffMemory& memory, const char* mode) {
    memory.writing = mode[0] == 'w';
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_error, &memory);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_warning, &memory);
    return {TIFFClientOpenExt("memory", mode, &memory, read_memory, write_memory, seek_memory, close_memory,
                              memory_size, nullptr, nullptr, options.get()),
            TIFFClose};
}

}  // namespace terrain
