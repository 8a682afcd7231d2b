#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace terrain {

struct ThreadPool::State {
    std::vector<std::thread> workers;
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable finished;
    std::uint64_t generation = 0;
    std::size_t busy = 0;
    bool quit = false;

    std::size_t count = 0;
    const std::function<void(std::size_t)>* body = nullptr;
    const Progress* progress = nullptr;
    std::atomic<std::size_t> next{0};
    std::size_t failed_index = std::numeric_limits<std::size_t>::max();
    std::exception_ptr failure;

    void run() {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            try {
                if (progress != nullptr) progress->check();
                (*body)(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (i < failed_index) {
                    failed_index = i;
                    failure = std::current_exception();
                }
            }
        }
    }

    void work() {
        std::uint64_t seen = 0;
        for (;;) {
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [&] { return quit || generation != seen; });
                if (quit) return;
                seen = generation;
            }
            run();
            const std::lock_guard lock(mutex);
            if (--busy == 0) finished.notify_one();
        }
    }
};

ThreadPool::ThreadPool(int threads) : state_(new State) {
    const int wanted = threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    for (int k = 1; k < wanted; ++k) {
        try {
            state_->workers.emplace_back([this] { state_->work(); });
        } catch (const std::system_error&) {
            break;  // the machine gives no more threads; fewer give the same result
        }
    }
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->quit = true;
    }
    state_->wake.notify_all();
    for (std::thread& worker : state_->workers) worker.join();
    delete state_;
}

int ThreadPool::threads() const { return static_cast<int>(state_->workers.size()) + 1; }

void ThreadPool::watch(const Progress* progress) { state_->progress = progress; }

void ThreadPool::parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
    if (count == 0) return;
    {
        const std::lock_guard lock(state_->mutex);
        state_->count = count;
        state_->body = &body;
        state_->next = 0;
        state_->failure = nullptr;
        state_->failed_index = std::numeric_limits<std::size_t>::max();
        state_->busy = state_->workers.size();
        ++state_->generation;
    }
    state_->wake.notify_all();
    state_->run();
    std::unique_lock lock(state_->mutex);
    state_->finished.wait(lock, [&] { return state_->busy == 0; });
    if (state_->failure) std::rethrow_exception(state_->failure);
}

void for_row_blocks(ThreadPool& pool, std::size_t rows, std::size_t block,
                    const std::function<void(std::size_t, std::size_t)>& body) {
    const std::size_t blocks = (rows + block - 1) / block;
    pool.parallel_for(blocks, [&](std::size_t k) { body(k * block, std::min(rows, (k + 1) * block)); });
}

}  // namespace terrain
