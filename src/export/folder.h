// The folder that a pack is written to.
#pragma once

#include <filesystem>
#include <vector>

namespace terrain {

inline constexpr const char* kManifestName = "manifest.json";

/// Whether a pack may be written there, judged without touching anything. UserError: the path (or what it lies in) is
/// no folder, or the folder holds a pack (manifest.json) and overwrite is false. RunError: no permission to create or
/// write. Other files in the folder do not matter. An empty path is the working directory.
void check_folder(const std::filesystem::path& folder, bool overwrite);

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

/// A folder that this process writes to for as long as the object lives. The constructor calls check_folder, creates
/// what is missing of the path, and proves that files can be made there: it leaves a locked file, from which others see
/// that this process's temporaries are in use. The destructor removes that file, and the folders made if they are
/// empty. Throws as check_folder does.
class OutputFolder {
  public:
    /// trial: nothing that lies there is touched; else temporaries of processes that were killed are removed.
    OutputFolder(const std::filesystem::path& folder, bool overwrite, bool trial = false);
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

  private:
    void create();
    bool claim();
    void release() noexcept;

    std::filesystem::path folder_;
    std::filesystem::path claim_;
    std::vector<std::filesystem::path> made_;
    int descriptor_ = -1;
};

/// Removes the temporaries in the folder that belong to no process that lives: those whose claim (OutputFolder) nobody
/// holds. Where the file system knows no locks, and where anything is in doubt, it leaves them.
void remove_stale_temporaries(const std::filesystem::path& folder);

}  // namespace terrain
