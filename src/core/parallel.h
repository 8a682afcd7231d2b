// Data-parallel loops whose result cannot depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>

#include "core/progress.h"

namespace terrain {

/// A number of worker threads; `1` runs everything on the caller's thread.
/// One parallel_for runs at a time; a worker may not start another.
class ThreadPool {
  public:
    /// threads: 1 to 1024; 0 takes the number of cores.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int threads() const;

    /// From now on every piece of work first asks progress.check(), so that a stop is obeyed within one piece.
    /// progress must outlive the pool's use; nullptr ends it.
    void watch(const Progress* progress);

    /// Calls body(i) for every i in [0, count), each exactly once, in any order and on any thread; returns when all
    /// are done. Rethrows the exception of the least i that threw. The pieces are the caller's, never derived from the
    /// number of threads: sums are to be folded per piece, in order of i, by the caller.
    void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

  private:
    struct State;
    State* state_;
};

/// Splits [0, rows) into blocks of `block` rows (the last may be shorter) and calls body(first, last) on each.
void for_row_blocks(ThreadPool& pool, std::size_t rows, std::size_t block,
                    const std::function<void(std::size_t, std::size_t)>& body);

}  // namespace terrain
