// A drop of water on its way down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace terrain::hydrology {

enum class DropState : std::uint8_t {
    running,
    left,        ///< over the border
    evaporated,  ///< too little is left of it, or it is too old
    stopped,     ///< in a dry depression or on flat ground
    in_water,    ///< at a lake or the sea
};

struct Drop {
    float x = 0, y = 0;         ///< position in cells; cell (i, j) spans [i, i+1) x [j, j+1)
    float vx = 0, vy = 0;       ///< velocity
    std::int32_t volume = 0;    ///< water units
    std::int32_t sediment = 0;  ///< carried, height units x cells
    std::uint32_t cell = 0;     ///< where it ended
    std::uint16_t age = 0;      ///< steps
    std::uint8_t rounds = 0;    ///< how often it may still go on from a lake
    DropState state = DropState::running;
};

/// What one step does to the map, applied after the batch.
struct StepLog {
    std::uint32_t cell;
    std::int32_t change;  ///< of the ground, height units
    std::int32_t track;   ///< volume in track units
    std::int16_t dx, dy;  ///< direction, 2^14 = 1
};

/// The log of one batch. Its memory is kept, and not cleared, from batch to batch.
class StepLogs {
  public:
    void clear() { used_ = 0; }
    void push_back(const StepLog& entry) {
        *room(1) = entry;
        ++used_;
    }
    /// Place for `count` more entries, valid until the next call; count_in says how many of them were written.
    StepLog* room(std::size_t count) {
        if (entries_.size() < used_ + count) entries_.resize(2 * (used_ + count) + 1024);
        return entries_.data() + used_;
    }
    void count_in(std::size_t count) { used_ += count; }
    [[nodiscard]] std::size_t size() const { return used_; }
    [[nodiscard]] std::span<const StepLog> entries() const { return {entries_.data(), used_}; }

  private:
    std::vector<StepLog> entries_;
    std::size_t used_ = 0;
};

}  // namespace terrain::hydrology
