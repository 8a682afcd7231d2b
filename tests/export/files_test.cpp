#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "core/errors.h"
#include "export/atomic_file.h"
#include "export/folder.h"
#include "support.h"

using namespace terrain;
using test::names_in;
using test::TemporaryFolder;

namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

TEST_CASE("pending file: appears at the rename, not before") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "a.txt";
    test::write_text(path, "old");
    {
        PendingFile file(path);
        file.write(bytes_of("new "));
        file.write(bytes_of("text"));
        CHECK(test::read_text(path) == "old");
        file.finish();
        CHECK(test::read_text(path) == "old");
        CHECK(names_in(folder.path()).size() == 2);
        file.rename_into_place();
    }
    CHECK(test::read_text(path) == "new text");
    CHECK(names_in(folder.path()) == std::set<std::string>{"a.txt"});
}

TEST_CASE("pending file: given up, it leaves nothing") {
    const TemporaryFolder folder;
    {
        PendingFile half(folder.path() / "a");
        half.write(bytes_of("x"));
        PendingFile whole(folder.path() / "b");
        whole.write(bytes_of("x"));
        whole.finish();
        CHECK(names_in(folder.path()).size() == 2);
    }
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("pending file: errors name the file and the reason") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(PendingFile(folder.path() / "none" / "a.png"),
                      Catch::Contains("none/a.png") && Catch::Contains("No such file"));
    std::filesystem::create_directory(folder.path() / "taken");
    PendingFile file(folder.path() / "taken");
    file.finish();
    CHECK_THROWS_AS(file.rename_into_place(), RunError);
    CHECK(names_in(folder.path()) == std::set<std::string>{"taken"});
}

TEST_CASE("pending file: a leftover of the same name is stepped over") {
    const TemporaryFolder folder;
    for (int k = 0; k < 50; ++k) {
        test::write_text(folder.path() / (temporary_prefix() + std::to_string(k) + ".tmp"), "leftover");
    }
    PendingFile file(folder.path() / "a");
    file.finish();
    file.rename_into_place();
    CHECK(names_in(folder.path()).size() == 51);
}

TEST_CASE("pending file: a size limit is an error, not the end of the process") {
    const TemporaryFolder folder;
    test::write_text(folder.path() / "big.raw", "old");
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const rlimit limit{4096, 4096};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        int code = 1;
        try {
            PendingFile file(folder.path() / "big.raw");
            file.write(bytes_of(std::string(10000, 'x')));
            code = 2;
        } catch (const RunError& error) {
            const std::string text = error.what();
            code =
                text.find("big.raw") != std::string::npos && text.find("File too large") != std::string::npos ? 0 : 3;
        }
        ::_exit(code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(names_in(folder.path()) == std::set<std::string>{"big.raw"});
    CHECK(test::read_text(folder.path() / "big.raw") == "old");
}

TEST_CASE("folder: what may be written to") {
    const TemporaryFolder folder;
    CHECK_NOTHROW(check_folder(folder.path(), false));
    CHECK_NOTHROW(check_folder(folder.path() / "a" / "b", false));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "a"));  // checking makes nothing
    test::write_text(folder.path() / "notes.txt", "mine");
    CHECK_NOTHROW(check_folder(folder.path(), false));  // foreign files do not matter
    {
        const OutputFolder one(folder.path() / "a" / "b", false);
        const OutputFolder two(folder.path() / "c" / "d" / "", false);
        CHECK(std::filesystem::is_directory(folder.path() / "a" / "b"));
        CHECK(std::filesystem::is_directory(folder.path() / "c" / "d"));
        test::write_text(folder.path() / "a" / "b" / "file", "x");
    }
    CHECK(names_in(folder.path() / "a" / "b") == std::set<std::string>{"file"});
    CHECK_FALSE(std::filesystem::exists(folder.path() / "c"));  // made in vain
}

TEST_CASE("folder: a pack is not overwritten unasked") {
    const TemporaryFolder folder;
    test::write_text(folder.path() / "manifest.json", "{}");
    CHECK_THROWS_AS(check_folder(folder.path(), false), UserError);
    CHECK_THROWS_WITH(OutputFolder(folder.path() / "", false), Catch::Contains("--overwrite"));
    CHECK_NOTHROW(check_folder(folder.path(), true));
    CHECK_NOTHROW(check_folder(folder.path() / "deeper", false));
}

TEST_CASE("folder: a file in the way is named") {
    const TemporaryFolder folder;
    test::write_text(folder.path() / "file", "x");
    CHECK_THROWS_AS(check_folder(folder.path() / "file", true), UserError);
    CHECK_THROWS_WITH(check_folder(folder.path() / "file" / "x" / "y", true), Catch::Contains("file is not a folder"));
    CHECK_THROWS_AS(OutputFolder(folder.path() / "file", false), UserError);
}

TEST_CASE("folder: no permission is a run error") {
    const TemporaryFolder folder;
    if (::geteuid() != 0) {
        ::chmod(folder.path().c_str(), 0500);
        CHECK_THROWS_AS(check_folder(folder.path(), false), RunError);
        CHECK_THROWS_AS(OutputFolder(folder.path() / "x", false), RunError);
        ::chmod(folder.path().c_str(), 0700);
    } else {
        CHECK_THROWS_AS(OutputFolder("/proc/terrain-gen-test", false), RunError);
    }
}

TEST_CASE("folder: what killed processes left goes, what live ones use stays, and so does everything foreign") {
    const TemporaryFolder folder;
    const auto at = [&](const std::string& name) { return folder.path() / name; };
    const std::set<std::string> foreign{".terrain-gen-mine", ".terrain-gen-1x2.tmp", "terrain-gen-1x2-3.tmp", "a.tmp"};
    for (const std::string& name : foreign) test::write_text(at(name), "foreign");
    std::filesystem::create_directory(at(".terrain-gen-1x4-0.tmp"));
    test::write_text(at("target"), "foreign");
    std::filesystem::create_symlink(at("target"), at(".terrain-gen-1x5-0.tmp"));
    const auto before = names_in(folder.path());
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const OutputFolder held(folder.path(), false);
        PendingFile file(at("height.png"));
        ::raise(SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    CHECK(names_in(folder.path()).size() == before.size() + 2);  // a claim and a temporary
    test::write_text(at(".terrain-gen-9x9-7.tmp"), "of a process whose claim is gone");
    {
        const OutputFolder trial(folder.path(), true, true);
        CHECK(names_in(folder.path()).size() == before.size() + 4);  // a trial touches nothing
    }
    const OutputFolder live(folder.path(), false);
    PendingFile used(at("b"));
    const OutputFolder next(folder.path(), false);
    CHECK(names_in(folder.path()).size() == before.size() + 3);  // two claims and `used`
    used.finish();
    used.rename_into_place();
    CHECK(std::filesystem::exists(at("b")));
}
