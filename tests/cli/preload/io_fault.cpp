// Loaded into the program by a test: at the call number TERRAIN_FAULT_AT among those that change files, either the
// program is killed (TERRAIN_FAULT=kill) or, unless it is an unlink, the call fails as on a full disk. Says so on
// standard error.
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template <class Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool strikes(bool can_fail = true) {
    static std::atomic<long> calls{0};
    static const char* const at = std::getenv("TERRAIN_FAULT_AT");
    static const char* const kind = std::getenv("TERRAIN_FAULT");
    const bool kills = kind != nullptr && std::strcmp(kind, "kill") == 0;
    if (at == nullptr || (!kills && !can_fail) || ++calls != std::atol(at)) return false;
    if (kills) raise(SIGKILL);
    static auto* const plain_write = next<ssize_t(int, const void*, size_t)>("write");
    static_cast<void>(plain_write(STDERR_FILENO, "fault injected\n", 15));
    errno = ENOSPC;
    return true;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    static auto* const plain = next<int(const char*, int, ...)>("open");
    return (flags & O_CREAT) != 0 && strikes() ? -1 : plain(path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
    static auto* const plain = next<ssize_t(int, const void*, size_t)>("write");
    return descriptor > STDERR_FILENO && strikes() ? -1 : plain(descriptor, bytes, count);
}

int fsync(int descriptor) {
    static auto* const plain = next<int(int)>("fsync");
    return strikes() ? -1 : plain(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    static auto* const plain = next<int(const char*, const char*)>("rename");
    return strikes() ? -1 : plain(from, to);
}

int unlink(const char* path) noexcept {
    static auto* const plain = next<int(const char*)>("unlink");
    return strikes(false) ? -1 : plain(path);
}

}  // extern "C"
