// A folder of Wine's own (its "prefix") for one job, made from a template that is set up once for each user.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "d3d11_host/file_lock.h"

namespace terrain {

struct WineTools {
    std::filesystem::path loader;  ///< wine64
    std::filesystem::path server;  ///< wineserver
};

/// <user's cache folder>/terrain-gen: of XDG_CACHE_HOME or ~/.cache when that is this user's and writable, else a
/// folder in the system's temporary one. Exists afterwards. RunError: neither can be had.
std::filesystem::path cache_folder();

/// Jobs at the same time have different prefixes ("slots"), hence each its own wineserver, which is ended with the job
/// and takes every process of the prefix along. What a killed job left is ended by the next holder of its slot.
class WinePrefix {
  public:
    /// Takes the first free slot and makes what is not there: the template takes some seconds, a slot a tenth.
    /// Throws Interrupted; RunError: Wine does not set itself up within its time, or the folder cannot be written.
    WinePrefix(const WineTools& tools, const std::filesystem::path& cache, Progress& progress);
    ~WinePrefix();
    WinePrefix(const WinePrefix&) = delete;
    WinePrefix& operator=(const WinePrefix&) = delete;

    /// What a program runs with under Wine: the environment of this process, less what would lead Wine astray.
    std::vector<std::string> environment(const std::string& display) const;
    /// An empty folder for the job's own files, gone with this object.
    std::filesystem::path work_folder() const { return slot_.folder / "work"; }

  private:
    struct Slot {
        std::filesystem::path folder;
        FileLock lock;
    };
    static Slot take_slot(const std::filesystem::path& cache, const Progress& progress);
    void make_slot(const std::string& stamp, Progress& progress);

    WineTools tools_;
    std::filesystem::path cache_;
    Slot slot_;
};

}  // namespace terrain
