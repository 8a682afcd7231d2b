#include "export/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/errors.h"
#include "export/atomic_file.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

fs::path or_here(const fs::path& folder) { return folder.empty() ? fs::path(".") : folder; }

/// status that tells "is not there" from "cannot be looked at"; names what a file lies in if that is the trouble.
fs::file_status status_of(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found && error != std::errc::not_a_directory) {
        return status;
    }
    if (error && error != std::errc::not_a_directory) {
        throw RunError("cannot use " + utf8_text(path) + " as output folder: " + error.message());
    }
    return error ? fs::file_status(fs::file_type::not_found) : status;
}

}  // namespace

void check_folder(const fs::path& wanted, bool overwrite) {
    const fs::path folder = or_here(wanted);
    fs::path nearest = folder;
    fs::file_status status = status_of(nearest);
    while (status.type() == fs::file_type::not_found) {
        const fs::path parent = nearest.has_parent_path() ? nearest.parent_path() : fs::path(".");
        if (parent == nearest) {
            break;
        }
        nearest = parent;
        status = status_of(nearest);
    }
    if (status.type() != fs::file_type::directory) {
        throw UserError("output folder " + utf8_text(folder) + ": " + utf8_text(nearest) +
                        " is not a folder; give a folder, or a path where one can be made");
    }
    if (::access(nearest.c_str(), W_OK | X_OK) != 0) {
        throw_system_error("write to output folder", nearest, errno);
    }
    if (!overwrite && nearest == folder && status_of(folder / kManifestName).type() != fs::file_type::not_found) {
        throw UserError("output folder " + utf8_text(folder) +
                        " already holds a pack (manifest.json); give another folder, or --overwrite to replace it");
    }
}

FolderLock::FolderLock(const fs::path& wanted)
    : descriptor_(::open(or_here(wanted).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) {
        throw_system_error("write to output folder", or_here(wanted), errno);
    }
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
}

FolderLock::~FolderLock() { ::close(descriptor_); }

void FolderLock::flush() const { static_cast<void>(::fsync(descriptor_)); }

}  // namespace terrain
