// Lakes as objects: water and bed sums in integers, level = (water + bed sum) / cells exactly; lazy heaps of shore and
// member cells make the cost of an event independent of the lake's size. Source: hydrology findings, "Lakes: objects".
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hydrology/erosion_map.h"

namespace terrain::hydrology {

struct HeightEntry {
    std::int32_t height;
    std::uint32_t cell;
};

// Heap orders; ties go by cell, so that what is popped does not depend on the order of pushes.
inline bool higher_first(const HeightEntry& a, const HeightEntry& b) {
    return a.height != b.height ? a.height < b.height : a.cell < b.cell;
}
inline bool lower_first(const HeightEntry& a, const HeightEntry& b) {
    return a.height != b.height ? a.height > b.height : a.cell > b.cell;
}

struct Lake {
    std::int64_t water = 0;      ///< water units
    std::int64_t bed_sum = 0;    ///< sum of the members' ground times their area
    std::int64_t area = 0;       ///< of the members (ErosionMap::area_of)
    std::int64_t suspended = 0;  ///< sediment not yet settled
    std::int32_t cells = 0;
    std::int32_t level = 0;
    std::int32_t shown_level = 0;  ///< what the members' `surface` holds; follows `level` within a tolerance
    std::uint8_t rounds = 0;       ///< spill rounds left to what it hands on
    bool alive = false, dirty = false, may_split = false;
    std::vector<HeightEntry> shore;    ///< min-heap, entries may be stale
    std::vector<HeightEntry> members;  ///< max-heap, entries may be stale
    std::size_t shore_limit = 256;     ///< rebuild the shore heap beyond this
};

/// Water that leaves a lake over its outlet.
struct Spill {
    std::int64_t water = 0;
    std::int64_t sediment = 0;
    std::uint32_t outlet = 0;  ///< the shore cell it runs over
    std::uint32_t beyond = 0;  ///< the lowest cell beside the outlet on the far side; the outlet itself at the border
    std::uint8_t rounds = 0;
};

class Lakes {
  public:
    explicit Lakes(ErosionMap& map);

    /// Hands water (and load) to the lake at wet cell `cell`, not the sea.
    void add_water(std::uint32_t cell, std::int64_t water, std::int64_t sediment, std::uint8_t rounds);
    /// Starts a lake at a dry inner cell. Its water must be added before the next settle.
    void start(std::uint32_t cell);
    /// Starts a lake of all of `cells` (dry, inner, with ground below `level`), filled to `level`.
    void found(const std::vector<std::uint32_t>& cells, std::int32_t level);
    /// Brings the water over `cells` (inner; dry ones, or whole lakes' among them) up to `level`: lakes on them rise to
    /// it, dry ground below it becomes lake. The water counts as carried in. Nothing is lowered.
    void raise(const std::vector<std::uint32_t>& cells, std::int32_t level);
    /// Splits every lake that may have come apart.
    void split_all();
    /// The ground of `cell` was changed by `change` (map.bed or map.surface hold the new value already).
    void ground_changed(std::uint32_t cell, std::int32_t change);
    /// Brings every lake that was touched to equilibrium, in order of their ids; what runs over goes to `spills`.
    void settle_all(std::vector<Spill>& spills);
    /// Once for `cycles` cycles: splits what has come apart, settles suspended load, takes seepage, dries up, shows
    /// exact levels.
    void end_cycles(std::uint64_t cycles, std::vector<Spill>& spills);
    /// Lays all suspended load on the beds; what finds no room there waits in map.change.
    void lay_all_load();
    /// Settles a last time and shows the exact levels; what runs over has left.
    void finish();

    [[nodiscard]] const std::vector<Lake>& all() const { return lakes_; }
    [[nodiscard]] std::int64_t water() const;
    [[nodiscard]] std::int64_t suspended() const;
    [[nodiscard]] Lake& of(std::uint32_t cell) { return lakes_[map_.lake[cell]]; }

  private:
    std::uint32_t create(std::int32_t level);
    void retire(std::uint32_t id);
    void mark(std::uint32_t id);
    void add_cell(std::uint32_t id, std::uint32_t cell);
    void remove_cell(std::uint32_t id, std::uint32_t cell);
    void push_shore(std::uint32_t id, std::uint32_t cell);
    void push_member(Lake& lake, std::uint32_t cell);
    [[nodiscard]] bool touches(std::uint32_t id, std::uint32_t cell) const;
    void rebuild_shore(std::uint32_t id);
    void rebuild_members(std::uint32_t id);
    /// Each member once, highest first; of equals the later cell first. For what the order counts.
    const std::vector<HeightEntry>& sorted_members(std::uint32_t id);
    template <class Keep>
    void each_once(std::vector<HeightEntry>& entries, Keep keep);
    std::uint32_t merge(std::uint32_t a, std::uint32_t b);
    bool pop_high_member(std::uint32_t id);
    [[nodiscard]] std::uint32_t beyond_outlet(std::uint32_t id, std::uint32_t cell) const;
    bool settle(std::uint32_t& id, Spill& spill);
    bool take_shore(std::uint32_t& id, Spill& spill, bool& spilled);
    void show_level(std::uint32_t id);
    void split(std::uint32_t id);
    void settle_load(std::uint32_t id);
    void dry_up(std::uint32_t id);
    std::pair<std::int64_t, std::int64_t> layer_of_load(const Lake& lake);
    void update_level(Lake& lake);

    ErosionMap& map_;
    std::vector<Lake> lakes_;  ///< index 0 is unused
    std::vector<std::uint32_t> free_, dirty_;
    std::vector<std::uint32_t> stack_, part_;
    std::int32_t show_tolerance_;
    std::int64_t smallest_spill_;
};

}  // namespace terrain::hydrology
