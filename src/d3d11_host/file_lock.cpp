#include "d3d11_host/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "core/errors.h"

namespace terrain {

std::optional<FileLock> FileLock::try_take(const std::filesystem::path& file) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) return FileLock(descriptor);
    const int error = errno;
    if (descriptor >= 0) close(descriptor);
    if (descriptor >= 0 && error == EWOULDBLOCK) return std::nullopt;
    throw RunError(fmt::format("cannot lock {}: {}", file.string(), std::strerror(error)));
}

FileLock FileLock::take(const std::filesystem::path& file, const Progress& progress) {
    for (;;) {
        if (auto lock = try_take(file)) return std::move(*lock);
        progress.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
    if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace terrain
