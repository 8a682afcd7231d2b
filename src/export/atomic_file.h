// Files that appear whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace terrain {

/// The bytes of a file, mapped.
class MappedFile {
  public:
    /// RunError if it cannot be read.
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {data_, size_}; }

  private:
    const std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

/// A file on its way to its final name: written to temporary_prefix() and "<n>.tmp" in the same folder, flushed, and
/// renamed only when asked. Until then an old file under the final name stays as it is, and the destructor removes the
/// temporary. Every failure is a RunError that names the final file and the system's reason.
class PendingFile {
  public:
    explicit PendingFile(std::filesystem::path final_path);
    ~PendingFile();
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    /// A limit on the file's size is an error (EFBIG) like a full disk, whatever the process does about SIGXFSZ.
    void write(std::span<const std::uint8_t> bytes);
    /// Flushes to the disk and closes. The only way to rename_into_place.
    void finish();
    void rename_into_place();
    /// What the file holds, once finished.
    [[nodiscard]] MappedFile read_back() const { return MappedFile(temporary_); }

  private:
    void remove() noexcept;

    std::filesystem::path final_path_;
    std::filesystem::path temporary_;
    int descriptor_ = -1;
    bool exists_ = false;
};

/// Writes a file whole or not at all, replacing what is there. RunError as PendingFile's.
void write_whole(const std::filesystem::path& file, std::span<const std::uint8_t> bytes);

/// ".terrain-gen-<process>-": how the names of this process's temporary files begin; <process> has no other "-".
std::string temporary_prefix();

/// "cannot <action> <path>: <reason of the system's error number>".
[[noreturn]] void throw_system_error(const char* action, const std::filesystem::path& path, int error_number);

}  // namespace terrain
