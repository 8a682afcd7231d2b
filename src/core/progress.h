// What a long stage reports while it runs, and how it learns that it should stop.
#pragma once

#include <cstdint>
#include <string_view>

namespace terrain {

/// A stage calls begin, then advance from its own thread at least every 100 ms, then end. All do nothing by default.
class Progress {
  public:
    virtual ~Progress() = default;
    /// total and what advance counts: `unit` is a plural noun such as "drops" or "rows".
    virtual void begin(std::string_view stage, std::uint64_t total, std::string_view unit) {
        (void)stage, (void)total, (void)unit;
    }
    /// done: the count so far. Throws Interrupted when the user asked to stop.
    virtual void advance(std::uint64_t done) { (void)done; }
    virtual void end() {}
    /// Something the user may like to know.
    virtual void note(std::string_view message) { (void)message; }
    /// Something the user should know but that is no error.
    virtual void warn(std::string_view message) { (void)message; }
    /// Throws Interrupted when the user asked to stop. Safe from any thread.
    virtual void check() const {}
};

}  // namespace terrain
