#include "cli/terminal_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include "cli/interrupt.h"
#include "core/errors.h"

namespace terrain {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool is_terminal(std::FILE* stream) {
#ifdef _WIN32
    return _isatty(_fileno(stream)) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

std::uint64_t rate(std::uint64_t done, double seconds) {
    return static_cast<std::uint64_t>(static_cast<double>(done) / std::max(seconds, 1e-3));
}

}  // namespace

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

std::string duration_text(double seconds) {
    if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

TerminalProgress::TerminalProgress(Mode mode, std::FILE* stream) : mode_(mode), stream_(stream) {}

TerminalProgress::~TerminalProgress() { clear(); }

TerminalProgress::Mode TerminalProgress::mode_for(std::FILE* stream) {
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    return is_terminal(stream) && !dumb ? Mode::live : Mode::lines;
}

void TerminalProgress::begin(std::string_view stage, std::uint64_t total, std::string_view unit) {
    check();
    const std::lock_guard lock(mutex_);
    stage_ = stage;
    unit_ = unit;
    total_ = total;
    done_ = 0;
    started_ = Clock::now();
    if (mode_ == Mode::live) draw();
}

void TerminalProgress::advance(std::uint64_t done) {
    check();
    const std::lock_guard lock(mutex_);
    done_ = done;
    if (mode_ == Mode::live && seconds_since(drawn_at_) >= 0.1) draw();
}

void TerminalProgress::end() {
    const std::lock_guard lock(mutex_);
    clear();
    if (mode_ == Mode::quiet) return;
    const double seconds = seconds_since(started_);
    print(fmt::format("{}: {} {} in {} ({}/s)\n", stage_, grouped(total_), unit_, duration_text(seconds),
                      grouped(rate(total_, seconds))));
}

void TerminalProgress::warn(std::string_view message) {
    const std::lock_guard lock(mutex_);
    if (mode_ == Mode::quiet) return;
    clear();
    print(fmt::format("warning: {}\n", message));
}

void TerminalProgress::note(std::string_view message) {
    const std::lock_guard lock(mutex_);
    if (mode_ == Mode::quiet) return;
    clear();
    print(fmt::format("{}\n", message));
}

void TerminalProgress::check() const {
    if (interrupted()) throw Interrupted();
}

void TerminalProgress::draw() {
    const double seconds = seconds_since(started_);
    const std::uint64_t done = std::min(done_, total_);
    std::string line = fmt::format(
        "{} {:3}%", stage_,
        total_ == 0 ? 100 : static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total_)));
    if (done > 0) {
        const double left = seconds * static_cast<double>(total_ - done) / static_cast<double>(done);
        line += fmt::format("  {} {}/s  {} left", grouped(rate(done, seconds)), unit_, duration_text(left));
    }
    print(fmt::format("\r{}\x1b[K", line));
    drawn_ = true;
    drawn_at_ = Clock::now();
}

void TerminalProgress::clear() {
    if (!drawn_) return;
    print("\r\x1b[K");
    drawn_ = false;
}

void TerminalProgress::print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream_);
    std::fflush(stream_);
}

}  // namespace terrain
