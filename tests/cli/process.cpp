#include "process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace terrain::test {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void redirect(const std::string& file, int descriptor) {
    const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
    close(opened);
}

[[noreturn]] void child(const Launch& what, const std::string& out, const std::string& err, const sigset_t& mask) {
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    if (chdir(what.folder.c_str()) != 0) _exit(126);
    for (const auto& [name, value] : what.environment) setenv(name.c_str(), value.c_str(), 1);
    if (what.address_space > 0) {
        const rlimit limit{what.address_space, what.address_space};
        setrlimit(RLIMIT_AS, &limit);
    }
    if (what.file_size > 0) {
        const rlimit limit{what.file_size, what.file_size};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    std::vector<std::string> arguments{TERRAIN_GEN_BINARY};
    arguments.insert(arguments.end(), what.arguments.begin(), what.arguments.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    execv(argv[0], argv.data());
    _exit(127);
}

}  // namespace

const std::string kSmallRecipe = R"({"size":[48,32],"hydrology":{"cycles":3,"drops_per_cell":1.0}})";

Finished launch(const Launch& what) {
    const TemporaryFolder files;
    const std::string out = what.standard_output.empty() ? (files / "out").string() : what.standard_output;
    const std::string err = (files / "err").string();
    const Clock::time_point start = Clock::now();
    // Until the program is there, a signal would reach the test's own handlers in the child.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = fork();
    if (pid == 0) child(what, out, err, before);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) throw std::runtime_error("fork failed");
    Finished finished;
    int status = 0;
    rusage usage{};
    bool sent = what.signal == 0;
    Clock::time_point sent_at = start;
    while (wait4(pid, &status, WNOHANG, &usage) == 0) {
        if (!sent && since(start) >= what.signal_after_s) {
            kill(pid, what.signal);
            sent_at = Clock::now();
            sent = true;
        }
        if (since(start) > what.deadline_s) kill(pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    finished.seconds = since(start);
    finished.seconds_after_signal = since(sent_at);
    finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    finished.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    finished.peak_kib = usage.ru_maxrss;
    if (what.standard_output.empty()) finished.out = read_file(out);
    finished.err = read_file(err);
    return finished;
}

Finished terrain_gen(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
    Launch what;
    what.arguments = arguments;
    what.folder = folder;
    return launch(what);
}

void write_file(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string read_file(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<std::pair<std::string, std::string>> contents(const std::filesystem::path& folder) {
    std::vector<std::pair<std::string, std::string>> files;
    if (!std::filesystem::exists(folder)) return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_directory()) {
            files.emplace_back(entry.path().lexically_relative(folder).string(), read_file(entry.path()));
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace terrain::test
