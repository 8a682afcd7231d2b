// The folder that a pack is written to.
#pragma once

#include <filesystem>

namespace terrain {

inline constexpr const char* kManifestName = "manifest.json";

/// Whether a pack may be written there, judged without touching anything. UserError: the path (or what it lies in) is
/// no folder, or the folder holds a pack (manifest.json) and overwrite is false. RunError: no permission to create or
/// write. Other files in the folder do not matter. An empty path is the working directory.
void check_folder(const std::filesystem::path& folder, bool overwrite);

/// check_folder, then creates what is missing of the path and proves that a file can be made there.
void prepare_folder(const std::filesystem::path& folder, bool overwrite);

/// While it lives, no other process that asks for it has it: the moment in which a pack's files get their names.
/// Where the file system knows no locks it does nothing.
class FolderLock {
  public:
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    /// Flushes the names in the folder to the disk.
    void flush() const;

  private:
    int descriptor_;
};

}  // namespace terrain
