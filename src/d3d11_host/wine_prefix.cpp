#include "d3d11_host/wine_prefix.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>

#include "core/errors.h"
#include "d3d11_host/child_process.h"

namespace terrain {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

// More jobs than that at a time wait for each other.
constexpr int kSlots = 64;
constexpr seconds kSetUpLimit{180};
constexpr seconds kServerLimit{10};
constexpr const char* kStampName = ".made-with";

const std::set<std::string_view> kDropped = {
    "DISPLAY",    "WAYLAND_DISPLAY", "XAUTHORITY",  "HOME",           "LC_ALL",           "LANG",
    "LD_PRELOAD", "XDG_RUNTIME_DIR", "LIBGL_DEBUG", "GALLIUM_DRIVER", "VK_ICD_FILENAMES", "LIBGL_ALWAYS_SOFTWARE"};

bool kept(std::string_view name) {
    return !kDropped.contains(name) && !name.starts_with("WINE") && !name.starts_with("MESA");
}

std::vector<std::string> wine_environment(const fs::path& prefix, const fs::path& cache, const std::string& display) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        if (kept(text.substr(0, text.find('=')))) result.emplace_back(text);
    }
    result.push_back("WINEPREFIX=" + prefix.string());
    result.emplace_back("WINEARCH=win64");
    result.emplace_back("WINEDEBUG=-all");
    // Neither .NET nor a browser engine is wanted, nor entries in the user's menu.
    result.emplace_back("WINEDLLOVERRIDES=mscoree=;mshtml=;winemenubuilder.exe=");
    // Wine's Vulkan renderer loses the counter of the culling pass; its command thread spins while it waits.
    result.emplace_back("WINE_D3D_CONFIG=renderer=gl,csmt=0");
    // Links to the user's own folders are made of this one's.
    result.push_back("HOME=" + prefix.string());
    // Wine reads paths in the encoding of the locale.
    result.emplace_back("LC_ALL=C.UTF-8");
    result.push_back("MESA_SHADER_CACHE_DIR=" + (cache / "mesa").string());
    if (!display.empty()) result.push_back("DISPLAY=" + display);
    return result;
}

// What a prefix depends on: another Wine makes a new one.
std::string stamp_of(const fs::path& loader) {
    struct stat status {};
    if (stat(loader.c_str(), &status) != 0) throw RunError(fmt::format("cannot find {}", loader.string()));
    return fmt::format("1 {} {} {}", loader.string(), status.st_size, status.st_mtime);
}

std::string stamp_in(const fs::path& prefix) {
    std::ifstream file(prefix / kStampName);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// Ends the prefix's server, if it runs, and with it all that runs in the prefix: a server that is asked to end takes
// its processes along, while one that is killed leaves some behind, waiting for ever.
void end_server(const WineTools& tools, const fs::path& prefix, const fs::path& cache) noexcept {
    try {
        ChildCommand command;
        command.environment = wine_environment(prefix, cache, "");
        for (const char* way : {"-k", "-k9"}) {
            command.arguments = {tools.server.string(), way};
            if (ChildProcess(command).wait(kServerLimit, Progress())) return;
        }
    } catch (const std::exception&) {
        // No processes to be had: the server ends itself a few seconds after its last client.
    }
}

fs::path library_folder(const fs::path& loader) {
    const fs::path root = fs::weakly_canonical(loader).parent_path().parent_path();
    for (const char* place : {"x86_64-linux-gnu/wine/x86_64-windows", "wine/x86_64-windows",
                              "lib64/wine/x86_64-windows", "lib/wine/x86_64-windows"}) {
        if (fs::is_directory(root / place)) return root / place;
    }
    return {};
}

// Wine copies its system files into a prefix, some 700 MB. Links do as well and take 20 MB.
void link_system_files(const fs::path& prefix, const fs::path& library) {
    if (library.empty()) return;
    std::vector<fs::path> copies;
    for (const auto& entry : fs::recursive_directory_iterator(prefix / "drive_c" / "windows")) {
        std::error_code error;
        if (entry.is_symlink() || !entry.is_regular_file()) continue;
        const auto size = fs::file_size(library / entry.path().filename(), error);
        if (!error && size == entry.file_size()) copies.push_back(entry.path());
    }
    for (const fs::path& copy : copies) {
        fs::remove(copy);
        fs::create_symlink(library / copy.filename(), copy);
    }
}

void set_up(const WineTools& tools, const fs::path& prefix, const fs::path& cache, const Progress& progress) {
    ChildCommand command;
    command.arguments = {tools.loader.string(), "wineboot", "-i"};
    command.environment = wine_environment(prefix, cache, "");
    struct ServerEnd {
        const WineTools& tools;
        const fs::path &prefix, &cache;
        ~ServerEnd() { end_server(tools, prefix, cache); }
    };
    {
        ChildProcess boot(command);
        // Before it ends, the server writes the registry.
        const ServerEnd end{tools, prefix, cache};
        const auto code = boot.wait(kSetUpLimit, progress);
        if (!code) throw RunError(fmt::format("Wine did not set itself up within {} s", kSetUpLimit.count()));
    }
    if (!fs::exists(prefix / "system.reg") || !fs::exists(prefix / "drive_c" / "windows" / "system32")) {
        throw RunError(fmt::format("{} cannot set up {}", tools.loader.string(), prefix.string()));
    }
}

// Makes `target` by `make(folder)` unless it is there; half a folder never gets the name.
template <class Make>
void ensure(const fs::path& target, const std::string& stamp, const Make& make) {
    if (stamp_in(target) == stamp) return;
    const fs::path half = target.string() + ".half";
    fs::remove_all(half);
    fs::remove_all(target);
    make(half);
    std::ofstream(half / kStampName) << stamp;
    fs::rename(half, target);
}

}  // namespace

WinePrefix::Slot WinePrefix::take_slot(const fs::path& cache, const Progress& progress) {
    for (;;) {
        for (int i = 0; i < kSlots; ++i) {
            const fs::path folder = cache / fmt::format("wine-{}", i);
            if (auto lock = FileLock::try_take(folder.string() + ".lock")) return {folder, std::move(*lock)};
        }
        progress.check();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

WinePrefix::WinePrefix(const WineTools& tools, const fs::path& cache, Progress& progress)
    : tools_(tools), cache_(cache), slot_(take_slot(cache, progress)) {
    const std::string stamp = stamp_of(tools.loader);
    if (stamp_in(slot_.folder) == stamp) {
        end_server(tools_, slot_.folder, cache_);
    } else {
        make_slot(stamp, progress);
    }
    fs::remove_all(work_folder());
    fs::create_directory(work_folder());
}

void WinePrefix::make_slot(const std::string& stamp, Progress& progress) {
    const fs::path model = cache_ / "wine-template";
    const FileLock only = FileLock::take(model.string() + ".lock", progress);
    if (stamp_in(model) != stamp) progress.warn("setting up Wine for Direct3D 11; this is done once");
    ensure(model, stamp, [&](const fs::path& half) {
        set_up(tools_, half, cache_, progress);
        link_system_files(half, library_folder(tools_.loader));
    });
    ensure(slot_.folder, stamp, [&](const fs::path& half) {
        fs::copy(model, half, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    });
}

WinePrefix::~WinePrefix() {
    end_server(tools_, slot_.folder, cache_);
    std::error_code error;
    fs::remove_all(work_folder(), error);
}

std::vector<std::string> WinePrefix::environment(const std::string& display) const {
    return wine_environment(slot_.folder, cache_, display);
}

}  // namespace terrain
