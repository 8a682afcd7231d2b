// A program that runs beside this one: its own process group, a line-wise conversation, an end in bounded time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/progress.h"

namespace terrain {

struct ChildCommand {
    std::vector<std::string> arguments;    ///< [0] is the program's path
    std::vector<std::string> environment;  ///< all of it, as NAME=value
    std::filesystem::path folder;          ///< working directory; empty: this program's
    std::filesystem::path errors;          ///< file for its standard error; empty: nowhere
    bool display_pipe = false;             ///< lines come from descriptor 3 instead of standard output
};

/// Runs from construction to destruction at the longest: the destructor ends what is left of the process group. It gets
/// no descriptors but 0 to 2 (and 3), does not hear the terminal's Ctrl-C, and ends should this program die (Linux).
class ChildProcess {
  public:
    /// RunError: it cannot be started (no such program, no processes left).
    explicit ChildProcess(const ChildCommand& command);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// The next line that it says, without its end; nothing when it ended or `limit` went by. Throws Interrupted.
    std::optional<std::string> read_line(std::chrono::milliseconds limit, const Progress& progress);
    /// Sends a line. False when it does not listen any more.
    bool write_line(const std::string& line);
    /// Closes its standard input.
    void close_input();
    /// Its exit code (128 + signal when killed); nothing when `limit` goes by first. Throws Interrupted.
    std::optional<int> wait(std::chrono::milliseconds limit, const Progress& progress);
    bool running();
    /// Ends the group: SIGTERM, and SIGKILL after two seconds.
    void stop();

  private:
    bool reap(bool block);
    bool take_line(std::string& line);

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string buffered_;
    std::optional<int> exit_code_;
};

}  // namespace terrain
