// The state of the hydrology on one level: separate arrays over the map and a ring of ghost cells around it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hydrology/level_scale.h"

namespace terrain::hydrology {

/// Bits of ErosionMap::attributes.
enum : std::uint32_t {
    kStreamMask = 0xffff,  ///< stream map, 0..65535
    kPlantShift = 16,      ///< plant density in fifths, 0..255
    kPlantMask = 0xffU << kPlantShift,
    kWet = 1U << 24,       ///< stands under a lake or the sea: `surface` is the water, `bed` the ground
    kNearLake = 1U << 25,  ///< within two cells of a lake or the sea: height changes take the careful way
    kEdge = 1U << 26,      ///< touches the ghost ring: on a border, or beside a joined edge
    kShore = 1U << 27,     ///< on the shore heap of a neighbouring lake
    kNearEdge = 1U << 28,  ///< touches such a cell: what is laid around it may change the ghost ring
    kListed = 1U << 29,    ///< a list of cells that is being gone through holds it
    kOpen = 1U << 30,      ///< on a border: water leaves the map here
    kSlowMask = kNearLake | kEdge | kNearEdge | kWet,
};

constexpr std::uint32_t kNoLake = 0;
constexpr std::uint32_t kSea = 0xffffffffU;

struct ErosionMap {
    explicit ErosionMap(const LevelScale& scale);

    LevelScale scale;
    bool joined;                         ///< whether any edges of the map are
    bool planet;                         ///< whether cells are narrower towards the poles
    std::int32_t width, height, stride;  ///< stride = width + 2
    std::int32_t base = 0;               ///< lowest border height at the start (without a border: lowest ground)
    std::array<std::int32_t, 8> offset;  ///< neighbours: E W S N SE NE SW NW

    // By row, of a planet alone: a cell's area in 1 / kAreaUnit of one at the equator, its width and 1 / width in
    // cells.
    static constexpr std::int64_t kAreaUnit = 1024;
    std::vector<std::int32_t> row_area;
    std::vector<float> row_width, row_inverse;

    std::vector<std::int32_t> surface;  ///< water surface where wet, else ground
    std::vector<std::int32_t> bed;      ///< ground under water; valid where wet
    std::vector<std::uint32_t> attributes;
    std::vector<std::uint32_t> lake;                         ///< lake id, kNoLake or kSea
    std::vector<std::int16_t> momentum;                      ///< x, y of the mean direction of motion, 2^14 = 1
    std::vector<std::int32_t> change;                        ///< height change waiting to be applied
    std::vector<std::int32_t> track, track_x, track_y;       ///< this cycle's crossings: volume and volume x direction
    std::vector<float> discharge, discharge_x, discharge_y;  ///< running means, shares of the map's rain

    std::vector<std::uint32_t> waiting;  ///< cells whose `change` was set outside of a batch

    // Ledgers. Sediment in height units x cells, water in water units.
    std::int64_t sediment_left = 0;  ///< carried over the border, or into the deep sea
    std::int64_t water_rained = 0, water_carried_in = 0, water_evaporated = 0, water_left = 0;
    std::uint64_t steps = 0, drops = 0;

    [[nodiscard]] std::uint32_t index(std::int32_t x, std::int32_t y) const {
        return static_cast<std::uint32_t>((y + 1) * stride + x + 1);
    }
    [[nodiscard]] std::int32_t x_of(std::uint32_t i) const { return static_cast<std::int32_t>(i) % stride - 1; }
    [[nodiscard]] std::int32_t y_of(std::uint32_t i) const { return static_cast<std::int32_t>(i) / stride - 1; }
    /// Beyond a joined edge: the cell there, not its ghost.
    [[nodiscard]] std::uint32_t neighbour(std::uint32_t i, int k) const {
        const std::uint32_t j = i + static_cast<std::uint32_t>(offset[static_cast<std::size_t>(k)]);
        return joined && (attributes[i] & kEdge) != 0 ? twin(j) : j;
    }
    /// The cell that ghost cell j stands for; j itself beyond a border, and inside.
    [[nodiscard]] std::uint32_t twin(std::uint32_t j) const;
    /// Brings a drop that crossed a joined edge back onto the map; false: it left over a border.
    bool re_enter(float& x, float& y, float& vx, float& vy) const;
    [[nodiscard]] bool inside(std::uint32_t i) const {
        const std::int32_t x = x_of(i), y = y_of(i);
        return x >= 0 && y >= 0 && x < width && y < height;
    }
    /// Where water leaves the map.
    [[nodiscard]] bool on_border(std::uint32_t i) const { return (attributes[i] & kOpen) != 0; }
    [[nodiscard]] bool on_edge(std::uint32_t i) const { return (attributes[i] & kEdge) != 0; }
    [[nodiscard]] bool wet(std::uint32_t i) const { return (attributes[i] & kWet) != 0; }
    [[nodiscard]] std::int32_t ground(std::uint32_t i) const { return wet(i) ? bed[i] : surface[i]; }
    /// Sets the surface of a cell, and of the ghosts that show it.
    void show(std::uint32_t i, std::int32_t value) {
        surface[i] = value;
        if (on_edge(i)) refresh_ghost(i);
    }
    void set_ground(std::uint32_t i, std::int32_t value) { (wet(i) ? bed[i] : surface[i]) = value; }
    /// Area of cell i, in 1 / area_unit() cells.
    [[nodiscard]] std::int64_t area_of(std::uint32_t i) const {
        return planet ? row_area[static_cast<std::size_t>(y_of(i))] : 1;
    }
    [[nodiscard]] std::int64_t area_unit() const { return planet ? kAreaUnit : 1; }
    /// Volume (height units x cells) of a height change of cell i, and the height that a volume makes there, towards 0.
    template <class Integer>
    [[nodiscard]] Integer volume_of(std::uint32_t i, Integer height_change) const {
        return planet ? static_cast<Integer>(height_change * area_of(i) / kAreaUnit) : height_change;
    }
    [[nodiscard]] std::int32_t height_of(std::uint32_t i, std::int32_t volume) const {
        if (!planet) return volume;
        return static_cast<std::int32_t>(
            std::clamp<std::int64_t>(volume * kAreaUnit / area_of(i), -1000000000, 1000000000));
    }
    /// Area of all cells, in cells of the equator.
    [[nodiscard]] double total_area() const;
    [[nodiscard]] float stream(std::uint32_t i) const {
        return static_cast<float>(attributes[i] & kStreamMask) * (1.0F / 65535.0F);
    }
    [[nodiscard]] std::uint32_t plants(std::uint32_t i) const { return (attributes[i] & kPlantMask) >> kPlantShift; }

    /// Least and greatest of the eight neighbours' surfaces.
    [[nodiscard]] std::int32_t lowest_neighbour(std::uint32_t i) const;
    [[nodiscard]] std::int32_t highest_neighbour(std::uint32_t i) const;
    /// The neighbour with the lowest surface; of equals the first in the order of `offset`.
    [[nodiscard]] std::uint32_t steepest_neighbour(std::uint32_t i) const;

    /// Sets the ghost cells that cell i, on an edge, decides: beyond a border, and beyond joined edges.
    void refresh_ghost(std::uint32_t i);
    /// After the ground was set: base, ghost ring, edge flags, sea.
    void begin();
    /// Makes cells below the sea level sea, and sea cells that have silted up land. Not lakes.
    void refresh_sea();
    /// Flags the cells within two of `i` kNearLake.
    void mark_near_lake(std::uint32_t i);
    /// Sets the kNearLake flags anew, from where lakes and sea are now.
    void refresh_near_lake();
    /// Volume of all ground (height units x cells).
    [[nodiscard]] std::int64_t ground_sum() const;
};

}  // namespace terrain::hydrology
