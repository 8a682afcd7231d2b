#include <algorithm>

#include "routing/work.h"

namespace terrain::routing_detail {
namespace {

constexpr std::uint32_t kUnlabelled = 0xffffffffU;

/// Follows the descents to a cell with a label and hands it back to all on the way. A descent that leaves the strip
/// ends in a basin of its own: the filled height is max(ground, level of the basin) for every division into basins
/// whose cells descend to one cell each.
class Labeller {
  public:
    Labeller(const Work& work, Strip& strip)
        : work_(work), strip_(strip), first_(work.row_start(strip.first_row)), last_(work.row_start(strip.last_row)) {}

    void run() {
        std::fill(work_.number + first_, work_.number + last_, kUnlabelled);
        for (std::size_t i = first_; i < last_; ++i) {
            if (work_.number[i] != kUnlabelled) continue;
            const std::uint32_t label = descend_from(i);
            for (const std::uint32_t cell : path_) work_.number[cell] = label;
        }
    }

  private:
    std::uint32_t descend_from(std::size_t i) {
        path_.clear();
        for (;;) {
            if (work_.number[i] != kUnlabelled) return work_.number[i];
            path_.push_back(static_cast<std::uint32_t>(i));
            const std::uint8_t state = work_.state[i];
            if (state == rows::kOutlet) return 0;
            if (state == rows::kPit) return ++strip_.basins;
            const std::size_t j = work_.step.to(i, state & 7);
            if (j < first_ || j >= last_) return ++strip_.basins;
            i = j;
        }
    }

    const Work& work_;
    Strip& strip_;
    std::size_t first_;
    std::size_t last_;
    std::vector<std::uint32_t> path_;
};

}  // namespace

void label_basins(Work& work) {
    work.each_strip([&](Strip& strip) {
        strip.basins = 0;
        Labeller(work, strip).run();
    });
    std::uint32_t base = 0;
    for (Strip& strip : work.strips) {
        strip.base = base;
        base += strip.basins;
    }
}

}  // namespace terrain::routing_detail
