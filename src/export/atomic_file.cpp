#include "export/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "core/errors.h"
#include "export/utf8_path.h"

namespace terrain {

namespace {

/// Holds back this thread's SIGXFSZ, which would end the process, so that write fails with EFBIG instead.
class SizeSignalBlock {
  public:
    SizeSignalBlock() {
        sigemptyset(&signal_);
        sigaddset(&signal_, SIGXFSZ);
        blocked_ = pthread_sigmask(SIG_BLOCK, &signal_, &old_) == 0 && sigismember(&old_, SIGXFSZ) == 0;
    }
    ~SizeSignalBlock() {
        if (blocked_) {
            const timespec now{0, 0};
            while (sigtimedwait(&signal_, nullptr, &now) > 0) {
            }
            pthread_sigmask(SIG_SETMASK, &old_, nullptr);
        }
    }
    SizeSignalBlock(const SizeSignalBlock&) = delete;
    SizeSignalBlock& operator=(const SizeSignalBlock&) = delete;

  private:
    sigset_t signal_{};
    sigset_t old_{};
    bool blocked_ = false;
};

std::string temporary_name() {
    static std::atomic<std::uint64_t> counter{0};
    return temporary_prefix() + std::to_string(counter.fetch_add(1)) + ".tmp";
}

}  // namespace

std::string temporary_prefix() {
    // In containers many processes have the number 1: the time of the start tells them apart.
    static const auto start = std::chrono::system_clock::now().time_since_epoch().count();
    return fmt::format(".terrain-gen-{}x{:x}-", ::getpid(), start);
}

void throw_system_error(const char* action, const std::filesystem::path& path, int error_number) {
    throw RunError("cannot " + std::string(action) + ' ' + utf8_text(path) + ": " +
                   std::generic_category().message(error_number));
}

MappedFile::MappedFile(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
        const int error = errno;
        if (descriptor >= 0) ::close(descriptor);
        throw_system_error("read", path, error);
    }
    size_ = static_cast<std::size_t>(status.st_size);
    void* data = size_ == 0 ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    const int error = errno;
    ::close(descriptor);
    if (data == MAP_FAILED) throw_system_error("read", path, error);
    data_ = static_cast<const std::uint8_t*>(data);
}

MappedFile::~MappedFile() {
    if (size_ > 0) ::munmap(const_cast<std::uint8_t*>(data_), size_);
}

PendingFile::PendingFile(std::filesystem::path final_path) : final_path_(std::move(final_path)) {
    constexpr int kTries = 1000;  // leftovers of a killed process that had the same number
    for (int i = 0; i < kTries && descriptor_ < 0; ++i) {
        temporary_ = final_path_.parent_path() / temporary_name();
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST && errno != EINTR) {
            throw_system_error("write", final_path_, errno);
        }
    }
    if (descriptor_ < 0) {
        throw_system_error("write", final_path_, EEXIST);
    }
    exists_ = true;
}

PendingFile::~PendingFile() { remove(); }

void PendingFile::remove() noexcept {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        descriptor_ = -1;
    }
    if (exists_) {
        ::unlink(temporary_.c_str());
        exists_ = false;
    }
}

void PendingFile::write(std::span<const std::uint8_t> bytes) {
    const SizeSignalBlock block;
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            const int error = count < 0 ? errno : EIO;
            remove();
            throw_system_error("write", final_path_, error);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

void PendingFile::finish() {
    int error = ::fsync(descriptor_) == 0 ? 0 : errno;
    if (error == EINVAL || error == EROFS) {
        error = 0;  // a file system that has nothing to flush
    }
    const int closing = std::exchange(descriptor_, -1);
    if (::close(closing) != 0 && errno != EINTR && error == 0) {
        error = errno;
    }
    if (error != 0) {
        remove();
        throw_system_error("write", final_path_, error);
    }
}

void write_whole(const std::filesystem::path& file, std::span<const std::uint8_t> bytes) {
    PendingFile pending(file);
    pending.write(bytes);
    pending.finish();
    pending.rename_into_place();
}

void PendingFile::rename_into_place() {
    if (::rename(temporary_.c_str(), final_path_.c_str()) != 0) {
        const int error = errno;
        remove();
        throw_system_error("write", final_path_, error);
    }
    exists_ = false;
}

}  // namespace terrain
