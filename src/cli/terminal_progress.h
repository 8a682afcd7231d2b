// Progress for people: on a terminal one live line, otherwise a line for each stage that is done.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

#include "core/progress.h"

namespace terrain {

class TerminalProgress final : public Progress {
  public:
    enum class Mode { quiet, lines, live };

    explicit TerminalProgress(Mode mode, std::FILE* stream = stderr);
    ~TerminalProgress() override;

    /// live if the stream is a terminal that can redraw a line, else lines.
    static Mode mode_for(std::FILE* stream);

    void begin(std::string_view stage, std::uint64_t total, std::string_view unit) override;
    void advance(std::uint64_t done) override;
    void end() override;
    void warn(std::string_view message) override;
    void check() const override;

    /// A line for the user, above the live line; nothing when quiet.
    void note(std::string_view message) override;

  private:
    void draw();
    void clear();
    void print(std::string_view text);

    Mode mode_;
    std::FILE* stream_;
    std::mutex mutex_;
    std::string stage_;
    std::string unit_;
    std::uint64_t total_ = 0;
    std::uint64_t done_ = 0;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point started_;
    std::chrono::steady_clock::time_point drawn_at_;
};

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t value);

/// Seconds as "0.4 s", "12 s", "3 min 05 s", "2 h 07 min".
std::string duration_text(double seconds);

}  // namespace terrain
