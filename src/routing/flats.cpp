#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <limits>
#include <thread>

#include "routing/work.h"

// Shortest paths over the cells of one level, by buckets as wide as the shortest step or less: cells of one bucket
// cannot improve each other, so their order does not matter, and each is expanded once. A path's key is
// length * 8 + direction of its first step, minimised as one integer; the key of a cell that is no flat is 0, so that
// it never improves. Neighbouring flat cells always have one level: the loop reads no heights.

namespace terrain::routing_detail {
namespace {

constexpr std::uint32_t kStepLength[8] = {5, 7, 5, 7, 5, 7, 5, 7};
constexpr std::uint32_t kShortest = 32;  ///< a step's length in units of kStepLength: 32 to 95, or 32 without jitter
constexpr int kBucketShift = 7 + 3;      ///< 128 <= 5 * 32, in keys
constexpr std::uint32_t kBuckets = 8;    ///< more than 7 * 95 / 128 + 1
constexpr std::uint32_t kLongestKey = 7 * 95 * 8 + 7;
constexpr std::uint32_t kBlock = 64;        ///< cells expanded between checks of the buckets' room
constexpr std::size_t kWorthSharing = 512;  ///< cells of a front from which more than one thread expands it
constexpr std::uint32_t kAhead = 12;        ///< cells to prefetch ahead

using Bucket = std::vector<std::uint32_t>;

template <class Key>
struct Message {
    std::uint32_t cell;
    Key key;
};

/// Where threads wait for each other, mostly too briefly to sleep.
class SpinBarrier {
  public:
    explicit SpinBarrier(std::uint32_t threads) : threads_(threads) {}

    void wait() {
        if (threads_ == 1) return;
        const std::uint32_t generation = generation_.load(std::memory_order_relaxed);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
            arrived_.store(0, std::memory_order_relaxed);
            generation_.store(generation + 1, std::memory_order_release);
            generation_.notify_all();
            return;
        }
        for (int spins = 0; spins < 4000; ++spins) {
            if (generation_.load(std::memory_order_acquire) != generation) return;
            pause();
        }
        generation_.wait(generation, std::memory_order_acquire);
    }

  private:
    static void pause() {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#else
        std::this_thread::yield();
#endif
    }

    std::uint32_t threads_;
    std::atomic<std::uint32_t> arrived_{0};
    std::atomic<std::uint32_t> generation_{0};
};

/// What decides the lengths of the steps into a cell.
std::uint64_t step_hash(const Work& work, std::size_t cell) {
    return work.jitter ? cell_hash(work.key, static_cast<std::uint32_t>(cell)) : 0;
}

/// Length of the step into that cell from its neighbour in direction k.
std::uint32_t step_length(std::uint64_t hash, int k) {
    const auto byte = static_cast<std::uint32_t>((hash >> (8 * k)) & 255U);
    return kStepLength[k] * (kShortest + (byte >> 2));
}

/// The part of the search in one strip.
template <class Key>
class StripSearch {
  public:
    StripSearch(const Work& work, const Strip& strip, Key* key)
        : work_(work), key_(key), first_(work.row_start(strip.first_row)), last_(work.row_start(strip.last_row)) {
        const auto width = static_cast<std::size_t>(work.shape.width);
        inner_first_ = work.step.periodic() ? last_ : first_ + width + 1;
        inner_last_ = last_ > width + 1 ? last_ - width - 1 : 0;
        start(strip.flats);
    }

    /// Takes the messages for this strip that a neighbouring strip wrote in the last round.
    void receive(const std::vector<Message<Key>>& messages) {
        for (const Message<Key>& m : messages) {
            if (m.cell >= first_ && m.cell < last_) improve(m.cell, m.key);
        }
    }

    /// Expands the cells of bucket b; `out` becomes what the neighbouring strips are to know. False: a key would
    /// not fit.
    bool expand(std::uint64_t b, std::vector<Message<Key>>& out) {
        out.clear();
        const auto slot = static_cast<std::uint32_t>(b) % kBuckets;
        const std::uint32_t count = size_[slot];
        if (count == 0) return true;
        size_[slot] = 0;
        current_.swap(bucket_[slot]);
        for (std::uint32_t from = 0; from < count; from += kBlock) {
            std::array<std::uint32_t*, kBuckets> end{};
            for (std::uint32_t t = 0; t < kBuckets; ++t) {
                if (bucket_[t].size() < size_[t] + 8 * kBlock + 1) bucket_[t].resize(2 * size_[t] + 16 * kBlock);
                end[t] = bucket_[t].data();
            }
            for (std::uint32_t q = from; q < std::min(count, from + kBlock); ++q) {
                if (q + kAhead < count) prefetch(current_[q + kAhead]);
                const std::uint32_t cell = current_[q];
                const Key key = key_[cell];
                if (static_cast<std::uint64_t>(key >> kBucketShift) != b) continue;
                if (key > std::numeric_limits<Key>::max() - kLongestKey) return false;
                const std::uint64_t hash = step_hash(work_, cell);
                if (cell >= inner_first_ && cell < inner_last_) {
                    expand_inside(cell, key & ~Key{7}, hash, end);
                } else {
                    expand_edge(cell, key & ~Key{7}, hash, out);
                }
            }
        }
        return true;
    }

    /// Cells in all buckets.
    [[nodiscard]] std::size_t pending() const {
        std::size_t cells = 0;
        for (const std::uint32_t size : size_) cells += size;
        return cells;
    }

  private:
    /// Keys of the flat cells beside drained ones.
    void start(const std::vector<std::uint32_t>& flats) {
        for (const std::uint32_t i : flats) {
            Key best = std::numeric_limits<Key>::max();
            for (int k = 0; k < 8; ++k) {
                const std::size_t j = work_.step.to(i, k);
                if (work_.state[j] > rows::kOutlet || work_.filled[j] != work_.filled[i]) continue;
                const std::uint32_t length = step_length(step_hash(work_, j), k ^ 4);
                best = std::min(best, static_cast<Key>(length << 3 | static_cast<std::uint32_t>(k)));
            }
            if (best != std::numeric_limits<Key>::max()) improve(i, best);
        }
    }

    void improve(std::uint32_t cell, Key key) {
        const Key old = key_[cell];
        if (key >= old) return;
        key_[cell] = key;
        if (key >> kBucketShift == old >> kBucketShift) return;
        const auto t = static_cast<std::uint32_t>(key >> kBucketShift) % kBuckets;
        if (bucket_[t].size() <= size_[t]) bucket_[t].resize(2 * size_[t] + 1024);
        bucket_[t][size_[t]++] = cell;
    }

    /// Without branches: the cell is always written to its bucket's end, and kept there only if its bucket is new.
    void expand_inside(std::uint32_t cell, Key base, std::uint64_t hash,
                       const std::array<std::uint32_t*, kBuckets>& end) {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 8
#endif
        for (int k = 0; k < 8; ++k) {
            const auto c = static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(cell) + work_.step.offset(k));
            const Key old = key_[c];
            const Key offered = (base + (static_cast<Key>(step_length(hash, k)) << 3)) | static_cast<Key>(k ^ 4);
            const Key least = std::min(offered, old);
            key_[c] = least;
            const auto t = static_cast<std::uint32_t>(least >> kBucketShift) % kBuckets;
            end[t][size_[t]] = c;
            size_[t] += static_cast<std::uint32_t>(least >> kBucketShift != old >> kBucketShift);
        }
    }

    void expand_edge(std::uint32_t cell, Key base, std::uint64_t hash, std::vector<Message<Key>>& out) {
        for (int k = 0; k < 8; ++k) {
            const std::size_t c = work_.step.to(cell, k);
            const Key offered = (base + (static_cast<Key>(step_length(hash, k)) << 3)) | static_cast<Key>(k ^ 4);
            if (c >= first_ && c < last_) {
                improve(static_cast<std::uint32_t>(c), offered);
            } else if (work_.state[c] == rows::kFlat) {
                out.push_back({static_cast<std::uint32_t>(c), offered});
            }
        }
    }

    void prefetch(std::uint32_t cell) const {
        const auto width = static_cast<std::ptrdiff_t>(work_.shape.width);
        const auto cells = static_cast<std::ptrdiff_t>(work_.shape.cells());
        const auto c = static_cast<std::ptrdiff_t>(cell);
        __builtin_prefetch(key_ + c);
        if (c >= width) __builtin_prefetch(key_ + (c - width));
        if (c + width < cells) __builtin_prefetch(key_ + (c + width));
    }

    const Work& work_;
    Key* key_;
    std::size_t first_;
    std::size_t last_;
    std::size_t inner_first_ = 0;  ///< cells from here to inner_last_ have all neighbours in the strip
    std::size_t inner_last_ = 0;
    std::array<Bucket, kBuckets> bucket_;
    std::array<std::uint32_t, kBuckets> size_{};
    Bucket current_;
};

/// All strips in lock step, a barrier after each bucket. A step is longer than a bucket is wide, so that a message may
/// be read in the next round.
template <class Key>
class FlatSearch {
  public:
    FlatSearch(Work& work, Key* key, std::uint32_t threads)
        : strips_(work.strips.size()),
          outbox_{std::vector<std::vector<Message<Key>>>(strips_), std::vector<std::vector<Message<Key>>>(strips_)},
          threads_(threads),
          barrier_(threads),
          reports_(2 * static_cast<std::size_t>(threads)) {
        searches_.reserve(strips_);
        for (const Strip& strip : work.strips) searches_.emplace_back(work, strip, key);
    }

    /// False: a path was too long for Key.
    bool run(ThreadPool& pool) {
        if (threads_ == 1) {
            thread(0);
        } else {
            pool.parallel_for(threads_, [&](std::size_t t) { thread(t); });
        }
        if (end_.failure) std::rethrow_exception(end_.failure);
        return end_.state == State::running;
    }

  private:
    enum class State : std::uint8_t { running, overflow, failed };
    struct alignas(64) Report {
        State state = State::running;
        std::size_t pending = 0;  ///< cells to expand and messages to read
        std::exception_ptr failure;
    };

    void thread(std::size_t t) {
        for (std::uint64_t b = 0;; ++b) {
            const std::size_t parity = b & 1U;
            reports_[parity * threads_ + t] = guarded_round(t, threads_, b);
            barrier_.wait();
            Report all;
            for (std::size_t u = 0; u < threads_; ++u) add(all, reports_[parity * threads_ + u]);
            if (threads_ > 1 && all.state == State::running && all.pending < kWorthSharing) {
                // A narrow front: one thread goes on alone, as the waits would take longer than the work.
                if (t == 0) alone_ = go_alone(b, all);
                barrier_.wait();
                all = alone_.report;
                b = alone_.round;
                barrier_.wait();
            }
            if (all.state == State::running && all.pending > 0) continue;
            if (t == 0) end_ = all;
            return;
        }
    }

    struct Alone {
        std::uint64_t round = 0;
        Report report;
    };

    /// Rounds after b until the front is wide again.
    Alone go_alone(std::uint64_t b, Report report) {
        while (report.state == State::running && report.pending > 0 && report.pending < 2 * kWorthSharing) {
            report = guarded_round(0, 1, ++b);
        }
        return {b, report};
    }

    static void add(Report& all, const Report& other) {
        all.pending += other.pending;
        if (other.state <= all.state) return;
        all.state = other.state;
        all.failure = other.failure;
    }

    Report guarded_round(std::size_t first, std::size_t stride, std::uint64_t b) {
        try {
            return round(first, stride, b);
        } catch (...) {
            return {State::failed, 0, std::current_exception()};  // the others must not wait for this one for ever
        }
    }

    /// Bucket b in the strips first, first + stride, ...
    Report round(std::size_t first, std::size_t stride, std::uint64_t b) {
        Report report;
        const std::size_t now = b & 1U;
        for (std::size_t s = first; s < strips_; s += stride) {
            if (b > 0 && s > 0) searches_[s].receive(outbox_[now ^ 1U][s - 1]);
            if (b > 0 && s + 1 < strips_) searches_[s].receive(outbox_[now ^ 1U][s + 1]);
            if (!searches_[s].expand(b, outbox_[now][s])) return {State::overflow, 0, nullptr};
            report.pending += searches_[s].pending() + outbox_[now][s].size();
        }
        return report;
    }

    std::size_t strips_;
    std::vector<StripSearch<Key>> searches_;
    std::array<std::vector<std::vector<Message<Key>>>, 2> outbox_;
    std::size_t threads_;
    SpinBarrier barrier_;
    std::vector<Report> reports_;
    Alone alone_;
    Report end_;
};

template <class Key>
bool search(Work& work, Key* key) {
    std::size_t cells = 0;
    for (const Strip& strip : work.strips) cells += strip.flats.size();
    // Few flats: the threads would only wait for each other.
    const std::size_t useful = cells < (1U << 16) ? 1 : work.strips.size();
    const auto threads = static_cast<std::uint32_t>(std::min(useful, static_cast<std::size_t>(work.pool.threads())));
    if (!FlatSearch<Key>(work, key, threads).run(work.pool)) return false;
    work.each_strip([&](Strip& strip) {
        for (const std::uint32_t i : strip.flats) work.state[i] = static_cast<std::uint8_t>(key[i] & 7U);
    });
    return true;
}

}  // namespace

void route_flats(Work& work) {
    if (search<std::uint32_t>(work, work.number)) return;
    // A path of more than some 1.6 million steps: again with wider keys. No direction has been written yet.
    std::vector<std::uint64_t> wide(work.shape.cells(), 0);
    for (const Strip& strip : work.strips) {
        for (const std::uint32_t i : strip.flats) wide[i] = std::numeric_limits<std::uint64_t>::max();
    }
    search<std::uint64_t>(work, wide.data());
}

}  // namespace terrain::routing_detail
