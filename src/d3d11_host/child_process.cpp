#include "d3d11_host/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#ifdef __linux__
#include <linux/close_range.h>
#endif
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "core/errors.h"

namespace terrain {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kSlice{20};
constexpr int kLinesDescriptor = 3;
// Above what the child's own descriptors are, so that no dup2 there closes another one of them.
constexpr int kFirstFree = 10;

struct Pipe {
    int read = -1;
    int write = -1;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw RunError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    Pipe result;
    result.read = fcntl(ends[0], F_DUPFD_CLOEXEC, kFirstFree);
    result.write = fcntl(ends[1], F_DUPFD_CLOEXEC, kFirstFree);
    close(ends[0]);
    close(ends[1]);
    return result;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

struct Start {
    std::vector<char*> arguments;
    std::vector<char*> environment;
    const char* folder;
    const char* errors;
    int input, output, failure;
    bool display_pipe;
    pid_t parent;
};

int opened(const char* path, int flags) {
    const int low = *path == '\0' ? -1 : open(path, flags, 0600);
    const int high = low < 0 ? -1 : fcntl(low, F_DUPFD, kFirstFree);
    if (low >= 0) close(low);
    return high;
}

void close_later(int first) {
#ifdef CLOSE_RANGE_CLOEXEC
    if (close_range(static_cast<unsigned>(first), ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
    for (int descriptor = first; descriptor < 4096; ++descriptor) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// Between fork and exec: only calls that are safe after a fork of a program with threads.
[[noreturn]] void become(const Start& start) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != start.parent) _exit(127);
#endif
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);

    const int nowhere = opened("/dev/null", O_RDWR);
    const int errors = opened(start.errors, O_WRONLY | O_CREAT | O_APPEND);
    dup2(start.input, STDIN_FILENO);
    dup2(start.display_pipe ? nowhere : start.output, STDOUT_FILENO);
    dup2(errors < 0 ? nowhere : errors, STDERR_FILENO);
    // A lock or a pipe that the child inherits would live as long as the last of its own children.
    close_later(kLinesDescriptor);
    if (start.display_pipe) dup2(start.output, kLinesDescriptor);
    if (*start.folder == '\0' || chdir(start.folder) == 0) {
        execve(start.arguments[0], start.arguments.data(), start.environment.data());
    }
    const int error = errno;
    if (write(start.failure, &error, sizeof error) != sizeof error) _exit(126);
    _exit(127);
}

// Writing to a program that is gone must be an error, not the end of this one.
class NoPipeSignal {
  public:
    NoPipeSignal() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        const timespec at_once{};
        while (sigtimedwait(&pipe_, nullptr, &at_once) > 0) continue;
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }

  private:
    sigset_t pipe_{};
    sigset_t before_{};
};

}  // namespace

ChildProcess::ChildProcess(const ChildCommand& command) {
    const Pipe input = make_pipe(), output = make_pipe(), failure = make_pipe();
    Start start{pointers(command.arguments),
                pointers(command.environment),
                command.folder.c_str(),
                command.errors.c_str(),
                input.read,
                output.write,
                failure.write,
                command.display_pipe,
                getpid()};
    pid_ = fork();
    if (pid_ == 0) become(start);
    int error = errno;
    for (const int end : {input.read, output.write, failure.write}) close(end);
    input_ = input.write;
    output_ = output.read;
    bool failed = pid_ < 0;
    if (!failed) {
        setpgid(pid_, pid_);
        failed = read(failure.read, &error, sizeof error) == sizeof error;
        if (failed) waitpid(pid_, nullptr, 0);
    }
    close(failure.read);
    if (failed) {
        close(input_);
        close(output_);
        throw RunError(fmt::format("cannot start {}: {}", command.arguments[0], std::strerror(error)));
    }
    fcntl(output_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
    stop();
    close_input();
    close(output_);
}

bool ChildProcess::reap(bool block) {
    if (exit_code_) return true;
    int status = 0;
    if (waitpid(pid_, &status, block ? 0 : WNOHANG) != pid_) return false;
    exit_code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

bool ChildProcess::running() { return !reap(false); }

bool ChildProcess::take_line(std::string& line) {
    const std::size_t end = buffered_.find('\n');
    if (end == std::string::npos) return false;
    line = buffered_.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    buffered_.erase(0, end + 1);
    return true;
}

std::optional<std::string> ChildProcess::read_line(std::chrono::milliseconds limit, const Progress& progress) {
    const auto end = Clock::now() + limit;
    std::string line;
    for (;;) {
        // Asked before reading: what an ended program said last is still in the pipe.
        const bool ended = !running();
        std::array<char, 4096> data;
        ssize_t count = 0;
        while ((count = read(output_, data.data(), data.size())) > 0) buffered_.append(data.data(), count);
        if (take_line(line)) return line;
        if (ended || Clock::now() >= end) return std::nullopt;
        progress.check();
        pollfd ready{output_, POLLIN, 0};
        poll(&ready, 1, static_cast<int>(kSlice.count()));
        // A closed pipe is always ready.
        if ((ready.revents & POLLIN) == 0 && ready.revents != 0) std::this_thread::sleep_for(kSlice);
    }
}

bool ChildProcess::write_line(const std::string& line) {
    const NoPipeSignal guard;
    const std::string text = line + '\n';
    return input_ >= 0 && write(input_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void ChildProcess::close_input() {
    if (input_ >= 0) close(input_);
    input_ = -1;
}

std::optional<int> ChildProcess::wait(std::chrono::milliseconds limit, const Progress& progress) {
    const auto end = Clock::now() + limit;
    auto pause = std::chrono::milliseconds(1);
    while (!reap(false)) {
        if (Clock::now() >= end) return std::nullopt;
        progress.check();
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, kSlice);
    }
    return exit_code_;
}

void ChildProcess::stop() {
    if (exit_code_) return;
    kill(-pid_, SIGTERM);
    if (!wait(std::chrono::seconds(2), Progress())) {
        kill(-pid_, SIGKILL);
        reap(true);
    }
}

}  // namespace terrain
