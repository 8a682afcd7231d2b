// What runs the Windows program: failures that come soon, jobs side by side, and nothing left behind.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/errors.h"
#include "d3d11_host/file_lock.h"
#include "noise_planet.h"
#include "pictures.h"
#include "temporary_folder.h"

using namespace terrain;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = "TERRAIN_TEST_MARK";

/// Processes that have the mark in their environment, this one aside.
int marked(const std::string& mark) {
    int count = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(getpid())) continue;
        std::ifstream file(entry.path() / "environ", std::ios::binary);
        const std::string all{std::istreambuf_iterator<char>(file), {}};
        count += all.find(std::string(kMark) + "=" + mark + '\0') != std::string::npos ? 1 : 0;
    }
    return count;
}

/// What the variable is set to is inherited by all that is started; the destructor sees that nothing of it stays.
class Watch {
  public:
    Watch() : mark_(std::to_string(getpid()) + "-" + std::to_string(++count_)) { setenv(kMark, mark_.c_str(), 1); }
    ~Watch() { unsetenv(kMark); }
    [[nodiscard]] int running() const { return marked(mark_); }
    [[nodiscard]] bool nothing_stays() const {
        for (int i = 0; i < 100 && running() > 0; ++i) std::this_thread::sleep_for(50ms);
        return running() == 0;
    }

  private:
    static inline int count_ = 0;
    std::string mark_;
};

class StopAfter : public Progress {
  public:
    explicit StopAfter(std::chrono::milliseconds delay) : end_(std::chrono::steady_clock::now() + delay) {}
    void check() const override {
        if (std::chrono::steady_clock::now() >= end_) throw Interrupted();
    }

  private:
    std::chrono::steady_clock::time_point end_;
};

planet::Scene small_scene() {
    planet::Scene scene = planet::noise_planet(64);
    scene.width = scene.height = 64;
    scene.ssaa = 1;
    planet::add_view(scene, 10, 20);
    return scene;
}

/// Stand-ins for Wine and Xvfb, as scripts in a folder of their own with a cache of their own.
class FakeTools {
  public:
    FakeTools(const std::string& xvfb, const std::string& program) {
        setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
        // Setting up makes what a prefix is known by; anything else is the program.
        environment.wine.loader =
            script("wine64",
                   "if [ \"$1\" = wineboot ]; then mkdir -p \"$WINEPREFIX/drive_c/windows/system32\"; "
                   "echo >\"$WINEPREFIX/system.reg\"; exit 0; fi; " +
                       program);
        environment.wine.server = script("wineserver", "exit 0");
        environment.xvfb = script("Xvfb", xvfb);
        environment.program = folder_ / "terrain-preview.exe";
        environment.patience = 1s;
    }
    ~FakeTools() { unsetenv("XDG_CACHE_HOME"); }

    D3d11Environment environment;

  private:
    fs::path script(const char* name, const std::string& text) {
        const fs::path file = folder_ / name;
        std::ofstream(file) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(file, fs::perms::owner_all);
        return file;
    }
    test::TemporaryFolder folder_;
};

constexpr const char* kGoodDisplay = "echo 9 >&3; exec sleep 60";

std::string failure(const D3d11Environment& environment) {
    Progress progress;
    try {
        D3d11Renderer renderer(environment, progress);
        const planet::Scene scene = small_scene();
        renderer.render(scene, progress, [](std::size_t, planet::Picture&&, const D3d11Figures&) {});
    } catch (const RunError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("A failing display or program is an error soon, says what failed, and leaves nothing") {
    const Watch watch;
    const auto start = std::chrono::steady_clock::now();
    CHECK_THAT(failure(FakeTools("exit 1", "exit 0").environment), Catch::Contains("opens no display"));
    CHECK_THAT(failure(FakeTools("exec sleep 60", "exit 0").environment), Catch::Contains("opens no display"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, "echo no such thing >&2; exit 3").environment),
               Catch::Contains("ended with code 3: no such thing"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, "exec sleep 60").environment), Catch::Contains("said nothing for 1 s"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, "echo '{\"error\":\"no device\"}'; exit 1").environment),
               Catch::Contains("Direct3D 11: no device"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, "echo rubbish").environment), Catch::Contains("what it runs on"));
    // A device, and then no answer; or one about a picture that is not there.
    const std::string ready = "echo '{\"device\":\"d\"}'; read request; ";
    CHECK_THAT(failure(FakeTools(kGoodDisplay, ready + "exec sleep 60").environment),
               Catch::Contains("said nothing for 1 s"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, ready + "kill -9 $$").environment), Catch::Contains("code 137"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, ready + "echo '{\"view\":0,\"sectors\":1,\"instances\":1,"
                                                       "\"triangles\":1,\"milliseconds\":1}'")
                           .environment),
               Catch::Contains("cannot read"));
    CHECK_THAT(failure(FakeTools(kGoodDisplay, ready + "echo '{\"view\":0}'").environment),
               Catch::Contains("no figures"));
    CHECK(std::chrono::steady_clock::now() - start < 30s);
    CHECK(watch.nothing_stays());
}

TEST_CASE("What is missing for Direct3D 11 is told without starting anything") {
    const std::string path = std::getenv("PATH");
    const char* given = std::getenv("TERRAIN_PREVIEW_DIR");
    const std::string folder = given != nullptr ? given : "";
    unsetenv("TERRAIN_PREVIEW_DIR");
    CHECK_THAT(find_d3d11("/nowhere").missing, Catch::Contains("no terrain-preview.exe in /nowhere"));
    if (!folder.empty()) setenv("TERRAIN_PREVIEW_DIR", folder.c_str(), 1);
    if (find_d3d11(program_folder()).found) {
        setenv("PATH", "/nowhere/at/all", 1);
        CHECK_THAT(find_d3d11(program_folder()).missing, Catch::Contains("Wine"));
        setenv("PATH", path.c_str(), 1);
        setenv("WINE", "/nowhere/wine", 1);
        CHECK_THAT(find_d3d11(program_folder()).missing, Catch::Contains("Wine"));
        unsetenv("WINE");
    }
}

TEST_CASE("The cache is the user's folder, or the system's temporary one where that cannot be") {
    const std::string name = "terrain-gen";
    const test::TemporaryFolder temporary;
    const fs::path folder = temporary / "cache";
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    CHECK(cache_folder() == folder / name);
    CHECK(fs::is_directory(folder / name));
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    CHECK(cache_folder().parent_path() == fs::temp_directory_path());
    unsetenv("XDG_CACHE_HOME");
}

TEST_CASE("A lock has one holder at a time") {
    const test::TemporaryFolder folder;
    const fs::path file = folder / "lock";
    {
        const auto first = FileLock::try_take(file);
        CHECK(first.has_value());
        CHECK_FALSE(FileLock::try_take(file).has_value());
        CHECK_THROWS_AS(FileLock::take(file, StopAfter(100ms)), Interrupted);
    }
    CHECK(FileLock::try_take(file).has_value());
    CHECK_THROWS_WITH(FileLock::try_take("/nowhere/file"), Catch::Contains("/nowhere/file"));
}

TEST_CASE("Direct3D 11 jobs run side by side, and nothing of them stays, stopped or not") {
    const auto environment = d3d11_or_skip();
    if (!environment) return;
    const Watch watch;
    const planet::Scene scene = small_scene();
    std::vector<Rendered> rendered(3);
    std::vector<std::thread> jobs;
    std::atomic<int> failed{0};
    for (std::size_t k = 0; k < 2; ++k) {
        jobs.emplace_back([&, k] {
            try {
                Progress progress;
                D3d11Renderer renderer(*environment, progress);
                renderer.render(scene, progress, [&](std::size_t, planet::Picture&& picture, const D3d11Figures&) {
                    rendered[k].pictures.push_back(std::move(picture));
                });
            } catch (const std::exception& error) {
                std::cerr << error.what() << std::endl;
                ++failed;
            }
        });
    }
    // The user stops a third one while it starts.
    jobs.emplace_back([&] {
        StopAfter stop(700ms);
        try {
            D3d11Renderer renderer(*environment, stop);
            renderer.render(scene, stop, [](std::size_t, planet::Picture&&, const D3d11Figures&) {});
        } catch (const Interrupted&) {
        }
    });
    for (std::thread& job : jobs) job.join();
    CHECK(failed == 0);
    REQUIRE(rendered[0].pictures.size() == 1);
    REQUIRE(rendered[1].pictures.size() == 1);
    CHECK(rendered[0].pictures[0].pixels == rendered[1].pictures[0].pixels);
    CHECK(watch.nothing_stays());
}

TEST_CASE("Direct3D 11 ends soon when the program that runs it is killed") {
    const auto environment = d3d11_or_skip();
    if (!environment) return;
    const Watch watch;
    const pid_t job = fork();
    REQUIRE(job >= 0);
    if (job == 0) {
        try {
            Progress progress;
            D3d11Renderer renderer(*environment, progress);
            kill(getpid(), SIGKILL);
        } catch (const std::exception& error) {
            std::cerr << error.what() << std::endl;
        }
        _exit(1);
    }
    int status = 0;
    waitpid(job, &status, 0);
    CHECK(WIFSIGNALED(status));
    // Wine's server waits a few seconds for further clients.
    for (int i = 0; i < 300 && watch.running() > 0; ++i) std::this_thread::sleep_for(50ms);
    CHECK(watch.running() == 0);
}
