#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <set>
#include <string>
#include <system_error>

#include "core/errors.h"
#include "export/atomic_file.h"
#include "export/folder.h"
#include "export/utf8_path.h"

namespace terrain {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = ".terrain-gen-";
constexpr std::string_view kClaimEnd = ".lock";
constexpr std::string_view kTemporaryEnd = ".tmp";

/// The process of a temporary or a claim: what stands between the prefix and the next "-". Empty for other names.
std::string process_of(const std::string& name, std::string_view ending) {
    if (!name.starts_with(kPrefix) || !name.ends_with(ending)) return {};
    const std::size_t end = name.find('-', kPrefix.size());
    return end == std::string::npos ? std::string() : name.substr(kPrefix.size(), end - kPrefix.size());
}

/// Removes the claim if nobody holds it. False: somebody does, or it cannot be known.
bool remove_free_claim(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return errno == ENOENT;
    const bool is_free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (is_free) ::unlink(path.c_str());
    ::close(descriptor);
    return is_free;
}

}  // namespace

void remove_stale_temporaries(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> temporaries;
    bool any = false;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(kPrefix)) continue;
        if (!fs::is_regular_file(entry->symlink_status(error))) continue;
        any = any || !name.starts_with(temporary_prefix());
        if (!process_of(name, kTemporaryEnd).empty()) temporaries.push_back(entry->path());
    }
    if (!any) return;
    const FolderLock lock(folder);  // no claim is made meanwhile
    std::set<std::string> live;
    // A temporary may have been made since by a process whose claim was not there yet.
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string process = process_of(entry->path().filename().string(), kClaimEnd);
        if (!process.empty() && !remove_free_claim(entry->path())) live.insert(process);
    }
    if (error) return;
    for (const fs::path& path : temporaries) {
        if (!live.contains(process_of(path.filename().string(), kTemporaryEnd))) fs::remove(path, error);
    }
}

OutputFolder::OutputFolder(const fs::path& folder, bool overwrite, bool trial)
    : folder_(folder.empty() ? fs::path(".") : folder) {
    check_folder(folder_, overwrite);
    // Another process may remove the folder, empty still, that it had made: then once more.
    constexpr int kTries = 20;
    try {
        for (int k = 0; descriptor_ < 0; ++k) {
            create();
            if (!claim() && k == kTries) throw_system_error("create output folder", folder_, ENOENT);
        }
        if (!trial) remove_stale_temporaries(folder_);
    } catch (...) {
        release();
        throw;
    }
}

OutputFolder::~OutputFolder() { release(); }

void OutputFolder::create() {
    std::vector<fs::path> missing;
    std::error_code error;
    for (fs::path at = folder_; !at.empty() && fs::status(at, error).type() == fs::file_type::not_found;
         at = at.parent_path()) {
        if (at.has_filename()) missing.push_back(at);
    }
    for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
        if (::mkdir(at->c_str(), 0777) == 0) {
            made_.push_back(*at);
        } else if (errno != EEXIST && errno != ENOENT) {
            throw RunError("cannot create output folder " + utf8_text(folder_) + ": " +
                           std::generic_category().message(errno));
        }
    }
}

bool OutputFolder::claim() {
    static std::atomic<std::uint64_t> counter{0};
    const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 && errno == ENOENT) return false;
    if (folder >= 0) ::close(folder);
    const FolderLock lock(folder_);
    do {
        claim_ = folder_ / (temporary_prefix() + std::to_string(counter.fetch_add(1)) + std::string(kClaimEnd));
        descriptor_ = ::open(claim_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
    if (descriptor_ < 0 && errno == ENOENT) return false;
    if (descriptor_ < 0) throw_system_error("write to output folder", folder_, errno);
    static_cast<void>(::flock(descriptor_, LOCK_EX | LOCK_NB));  // without locks on this file system it goes without
    return true;
}

void OutputFolder::release() noexcept {
    if (descriptor_ >= 0) {
        ::unlink(claim_.c_str());
        ::close(descriptor_);
        descriptor_ = -1;
    }
    for (auto at = made_.rbegin(); at != made_.rend(); ++at) {
        if (::rmdir(at->c_str()) != 0) break;
    }
    made_.clear();
}

}  // namespace terrain
