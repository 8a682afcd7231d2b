// One holder at a time, over all processes of this machine.
#pragma once

#include <filesystem>
#include <optional>

#include "core/progress.h"

namespace terrain {

/// Held until destruction, or until the process ends in whatever way.
class FileLock {
  public:
    /// Makes the file if need be. Nothing when another one holds the lock. RunError: no right to write there.
    static std::optional<FileLock> try_take(const std::filesystem::path& file);
    /// Waits for it. Throws Interrupted.
    static FileLock take(const std::filesystem::path& file, const Progress& progress);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

  private:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

}  // namespace terrain
