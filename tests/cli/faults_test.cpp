// Disks that are full, folders that go away, and ends in the middle, while an old pack is replaced. Whatever happens:
// every name holds the whole old file or the whole new one, and only what is all there is called a success.
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <future>
#include <map>
#include <random>
#include <thread>

#include "process.h"

using namespace terrain::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>;

const std::string kRecipe = R"({"size":[24,16],"hydrology":{"cycles":2,"drops_per_cell":1.0},"outputs":[
    {"layer":"height"},{"layer":"normal"},{"layer":"height","format":"raw16le","file":"h.raw"},
    {"layer":"height","format":"tiff32f"},{"layer":"trees","format":"csv"}]})";

Files files_of(const fs::path& folder) {
    Files files;
    for (auto& [name, bytes] : contents(folder)) files.emplace(name, std::move(bytes));
    return files;
}

// The journal is none: it says what lies in a folder whose pack is not whole.
bool is_temporary(const std::string& name) {
    return name.starts_with(".terrain-gen-") && name != ".terrain-gen-journal.json";
}

/// A folder with a pack of seed 1 in "d", and what the packs of seeds 1 and 2 hold.
class Packs {
  public:
    explicit Packs(const fs::path& place) : place_(place) {
        write_file(place_ / "a.json", kRecipe);
        for (const char* seed : {"1", "2"}) {
            const fs::path into = place_ / "clean" / seed;
            REQUIRE(terrain_gen({"--quiet", "--seed", seed, "--out", into.string(), "a.json"}, place_).code == 0);
            (*seed == '1' ? old_ : new_) = files_of(into);
        }
        fs::remove_all(place_ / "clean");
        restore();
    }

    void restore() const {
        fs::remove_all(folder());
        for (const auto& [name, bytes] : old_) write_file(folder() / name, bytes);
    }
    [[nodiscard]] fs::path folder() const { return place_ / "d"; }
    [[nodiscard]] const Files& old_files() const { return old_; }
    [[nodiscard]] const Files& new_files() const { return new_; }

    /// A run of seed 2 (or another) over what is there.
    [[nodiscard]] Launch replacing(const std::string& seed = "2") const {
        Launch what;
        what.arguments = {"--quiet", "--threads", "1", "--overwrite", "--seed", seed, "--out", "d", "a.json"};
        what.folder = place_;
        return what;
    }

    /// Every name holds a whole file, none is lost, and a manifest speaks of the pack that is there.
    void check_whole() const {
        const Files now = files_of(folder());
        for (const auto& [name, bytes] : old_) {
            CAPTURE(name);
            const auto found = now.find(name);
            if (name == "manifest.json" && found == now.end()) continue;
            REQUIRE(found != now.end());
            REQUIRE((found->second == bytes || found->second == new_.at(name)));
        }
        if (!now.contains("manifest.json")) return;
        const Files& pack = now.at("manifest.json") == old_.at("manifest.json") ? old_ : new_;
        for (const auto& [name, bytes] : pack) REQUIRE(now.at(name) == bytes);
    }

    void check_temporaries_gone() const {
        for (const auto& [name, bytes] : files_of(folder())) {
            CAPTURE(name);
            REQUIRE_FALSE(is_temporary(name));
        }
    }

    /// The same line again ends as one clean run would.
    void check_next_run() const {
        REQUIRE(launch(replacing()).code == 0);
        const Files now = files_of(folder());
        REQUIRE(now == new_);
    }

  private:
    fs::path place_;
    Files old_, new_;
};

/// A small file system of its own, for root where mounting is allowed.
class SmallDisk {
  public:
    explicit SmallDisk(const fs::path& at, const char* size) : at_(at) {
        fs::create_directories(at_);
        mounted_ = mount("none", at_.c_str(), "tmpfs", 0, size) == 0;
    }
    ~SmallDisk() {
        if (mounted_) umount2(at_.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    [[nodiscard]] bool mounted() const { return mounted_; }
    [[nodiscard]] bool make_read_only() const {
        return mount("none", at_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0;
    }

  private:
    fs::path at_;
    bool mounted_ = false;
};

}  // namespace

TEST_CASE("faults: files that may not grow fail the run and leave the old pack as it was") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    for (const std::size_t most : {200U, 700U, 1000U}) {
        Launch what = packs.replacing();
        what.file_size = most;
        const Finished run = launch(what);
        CAPTURE(most, run.err, run.signal);
        REQUIRE(run.code == 1);
        REQUIRE_THAT(run.err, Contains("cannot write d/") && Contains("File too large"));
        REQUIRE(files_of(packs.folder()) == packs.old_files());
    }
}

TEST_CASE("faults: a full disk fails the run and leaves the old pack as it was") {
    const TemporaryFolder folder;
    const SmallDisk disk(folder / "disk", "size=96k");
    if (!disk.mounted()) {
        WARN("no file system can be mounted here: left out");
        return;
    }
    const Packs packs(folder / "disk");
    Launch what = packs.replacing();
    what.arguments.insert(what.arguments.end(), {"--size", "200x160"});
    const Finished full = launch(what);
    CAPTURE(full.err);
    REQUIRE(full.code == 1);
    REQUIRE_THAT(full.err, Contains("cannot write d/") && Contains("No space left on device"));
    REQUIRE(files_of(packs.folder()) == packs.old_files());

    REQUIRE(disk.make_read_only());
    const Finished refused = launch(packs.replacing());
    CAPTURE(refused.err);
    REQUIRE(refused.code == 1);
    REQUIRE_THAT(refused.err, Contains("Read-only file system"));
    REQUIRE(files_of(packs.folder()) == packs.old_files());
}

TEST_CASE("faults: a folder that may not be written to is told of before the work") {
    if (geteuid() == 0) return;  // whom no permission stops: the read-only disk stands for it
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    fs::permissions(packs.folder(), fs::perms::owner_read | fs::perms::owner_exec);
    const Finished run = launch(packs.replacing());
    fs::permissions(packs.folder(), fs::perms::owner_all);
    REQUIRE(run.code == 1);
    REQUIRE_THAT(run.err, Contains("Permission denied"));
    REQUIRE(files_of(packs.folder()) == packs.old_files());
}

TEST_CASE("faults: a folder that goes away ends in a whole pack or in a failure") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    Launch what = packs.replacing();
    const double whole_run = launch(what).seconds;
    for (int moment = 0; moment < 12; ++moment) {
        packs.restore();
        auto run = std::async(std::launch::async, [&] { return launch(what); });
        std::this_thread::sleep_for(std::chrono::duration<double>(whole_run * moment / 10));
        std::error_code ignored;
        fs::rename(packs.folder(), folder / ("gone" + std::to_string(moment)), ignored);
        const Finished finished = run.get();
        const Files now = files_of(packs.folder());
        const Files gone = files_of(folder / ("gone" + std::to_string(moment)));
        CAPTURE(moment, finished.err);
        if (finished.code == 0) {
            REQUIRE((now == packs.new_files() || gone == packs.new_files()));
        } else {
            REQUIRE(finished.code == 1);
            REQUIRE_THAT(finished.err, Contains("error: ") && (Contains("d/") || Contains("folder d")));
            for (const auto& [name, bytes] : now) REQUIRE(bytes == packs.new_files().at(name));
        }
        for (const auto& [name, bytes] : packs.old_files()) {
            if (!gone.contains(name)) continue;
            REQUIRE((gone.at(name) == bytes || gone.at(name) == packs.new_files().at(name)));
        }
    }
}

TEST_CASE("faults: killed at a hundred moments, no file is lost or half") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    double whole_run = 0;
    for (int k = 0; k < 3; ++k) whole_run = std::max(whole_run, launch(packs.replacing("1")).seconds);
    std::mt19937 random(7);
    int killed = 0;
    for (int moment = 0; moment < 100; ++moment) {
        // The one pack over the other and back: what the last run left is what this one finds.
        Launch what = packs.replacing(moment % 2 == 0 ? "2" : "1");
        what.signal = SIGKILL;
        what.signal_after_s = whole_run * (0.2 + 0.9 * random() / static_cast<double>(std::mt19937::max()));
        const Finished run = launch(what);
        CAPTURE(moment, what.signal_after_s, run.err);
        REQUIRE((run.signal == SIGKILL || run.code == 0));
        killed += run.signal == SIGKILL ? 1 : 0;
        packs.check_whole();
    }
    REQUIRE(killed >= 20);
    packs.check_next_run();
}

TEST_CASE("faults: SIGTERM at any moment leaves the old pack or the new one") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    Launch what = packs.replacing();
    const double whole_run = launch(what).seconds;
    for (int moment = 0; moment < 25; ++moment) {
        packs.restore();
        what.signal = SIGTERM;
        what.signal_after_s = whole_run * moment / 22;
        const Finished run = launch(what);
        CAPTURE(moment, run.code, run.signal, run.err);
        REQUIRE((run.code == 130 || run.code == 0 || run.signal == SIGTERM));
        REQUIRE(files_of(packs.folder()) == (run.code == 0 ? packs.new_files() : packs.old_files()));
    }
}

TEST_CASE("faults: two runs on one folder end in a whole pack of one of them") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    for (int k = 0; k < 8; ++k) {
        auto other = std::async(std::launch::async, [&] { return launch(packs.replacing("1")); });
        const Finished one = launch(packs.replacing("2"));
        const Finished two = other.get();
        CAPTURE(one.err, two.err);
        REQUIRE(one.code == 0);
        REQUIRE(two.code == 0);
        const Files now = files_of(packs.folder());
        REQUIRE((now == packs.old_files() || now == packs.new_files()));
    }
}

#if !TERRAIN_SANITIZED

namespace {

/// The run with a fault at its call number `at`.
Finished faulty(const Packs& packs, const char* kind, int at) {
    Launch what = packs.replacing();
    what.environment = {
        {"LD_PRELOAD", TERRAIN_IO_FAULT}, {"TERRAIN_FAULT", kind}, {"TERRAIN_FAULT_AT", std::to_string(at)}};
    return launch(what);
}

}  // namespace

TEST_CASE("faults: a disk that is full at any one call fails the run or harms nothing") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    int failed = 0;
    for (int at = 1;; ++at) {
        REQUIRE(at < 300);
        packs.restore();
        const Finished run = faulty(packs, "full", at);
        CAPTURE(at, run.code, run.err);
        packs.check_whole();
        packs.check_temporaries_gone();
        if (run.err.find("fault injected") == std::string::npos) {
            REQUIRE(run.code == 0);
            break;
        }
        if (run.code == 0) {
            REQUIRE(files_of(packs.folder()) == packs.new_files());
            continue;
        }
        ++failed;
        REQUIRE(run.code == 1);
        REQUIRE_THAT(run.err, Contains("error: ") && Contains("No space left on device"));
        if (at % 4 == 0) packs.check_next_run();
    }
    REQUIRE(failed >= 20);  // 6 files: opened, written, flushed and renamed
}

TEST_CASE("faults: killed at any one call that changes files, no file is lost or half") {
    const TemporaryFolder folder;
    const Packs packs(folder.path());
    int at = 1;
    for (;; ++at) {
        REQUIRE(at < 300);
        packs.restore();
        const Finished run = faulty(packs, "kill", at);
        CAPTURE(at, run.code, run.err);
        packs.check_whole();
        if (run.signal == 0) {
            REQUIRE(run.code == 0);
            break;
        }
        REQUIRE(run.signal == SIGKILL);
        if (at % 2 == 0) packs.check_next_run();
    }
    REQUIRE(at >= 20);
}

#endif
