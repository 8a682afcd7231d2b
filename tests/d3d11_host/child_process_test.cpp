#include "d3d11_host/child_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <functional>

#include "core/errors.h"

using namespace terrain;
using namespace std::chrono_literals;

namespace {

ChildCommand shell(const std::string& script) {
    ChildCommand command;
    command.arguments = {"/bin/sh", "-c", script};
    command.environment = {"PATH=/usr/bin:/bin", "GREETING=hello there"};
    return command;
}

class StopSoon : public Progress {
  public:
    void check() const override {
        if (++asked_ > 3) throw Interrupted();
    }

  private:
    mutable std::atomic<int> asked_{0};
};

double seconds_of(const std::function<void()>& body) {
    const auto start = std::chrono::steady_clock::now();
    body();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool is_there(pid_t pid) { return kill(pid, 0) == 0; }

}  // namespace

TEST_CASE("A child process talks in lines and tells its exit code") {
    Progress progress;
    ChildProcess child(shell("echo $GREETING; read x; echo got $x; printf last; exit 7"));
    CHECK(child.read_line(5s, progress) == "hello there");
    CHECK(child.write_line("a word"));
    CHECK(child.read_line(5s, progress) == "got a word");
    // No line, as it has no end.
    CHECK_FALSE(child.read_line(5s, progress).has_value());
    CHECK(child.wait(5s, progress) == 7);
    CHECK_FALSE(child.running());
    CHECK_FALSE(child.write_line("more"));
}

TEST_CASE("A child process that hangs is ended in time, with its own children") {
    Progress progress;
    pid_t grandchild = 0;
    CHECK(seconds_of([&] {
              ChildProcess child(shell("trap '' TERM; sleep 60 & echo $!; while :; do sleep 60; done"));
              grandchild = std::stoi(child.read_line(5s, progress).value());
              CHECK(is_there(grandchild));
              CHECK_FALSE(child.read_line(100ms, progress).has_value());
              CHECK_FALSE(child.wait(100ms, progress).has_value());
          }) < 10.0);
    for (int i = 0; i < 100 && is_there(grandchild); ++i) usleep(20'000);
    CHECK_FALSE(is_there(grandchild));
}

TEST_CASE("Waiting for a child process is given up when the user asks") {
    ChildProcess child(shell("sleep 60"));
    const StopSoon stop;
    CHECK_THROWS_AS(child.read_line(50s, stop), Interrupted);
    const StopSoon again;
    CHECK_THROWS_AS(child.wait(50s, again), Interrupted);
}

TEST_CASE("A child process inherits no descriptors, and a missing program is an error") {
    Progress progress;
    const int open_here = open("/dev/null", O_RDONLY);
    REQUIRE(open_here >= 0);
    ChildProcess child(shell("ls /proc/self/fd | tr '\\n' ' '; echo"));
    // 0 to 2, and the one with which ls reads the folder.
    CHECK(child.read_line(5s, progress) == "0 1 2 3 ");
    close(open_here);

    ChildCommand missing;
    missing.arguments = {"/nowhere/program"};
    CHECK_THROWS_WITH(ChildProcess(missing), Catch::Contains("/nowhere/program") && Catch::Contains("No such file"));
}
