#include "core/parallel.h"

#include "core/errors.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using namespace terrain;

TEST_CASE("parallel_for calls every index once, whatever the threads") {
    for (const int threads : {1, 2, 3, 8, 64}) {
        ThreadPool pool(threads);
        for (const std::size_t count : {0, 1, 2, 63, 1000}) {
            std::vector<std::atomic<int>> hits(count);
            pool.parallel_for(count, [&](std::size_t i) { ++hits[i]; });
            for (const auto& hit : hits) REQUIRE(hit == 1);
        }
    }
}

TEST_CASE("parallel_for rethrows the failure of the least index") {
    ThreadPool pool(4);
    for (int repeat = 0; repeat < 50; ++repeat) {
        std::string what;
        try {
            pool.parallel_for(100, [](std::size_t i) {
                if (i % 10 == 3) throw std::runtime_error(std::to_string(i));
            });
        } catch (const std::runtime_error& error) {
            what = error.what();
        }
        REQUIRE(what == "3");
    }
}

TEST_CASE("row blocks cover all rows") {
    ThreadPool pool(3);
    std::vector<std::atomic<int>> hits(101);
    for_row_blocks(pool, 101, 16, [&](std::size_t first, std::size_t last) {
        for (std::size_t y = first; y < last; ++y) ++hits[y];
    });
    for (const auto& hit : hits) REQUIRE(hit == 1);
}

TEST_CASE("a watched pool stops between two pieces of work") {
    class Stop : public Progress {
      public:
        void check() const override {
            if (++asked > 5) throw Interrupted();
        }
        mutable std::atomic<int> asked{0};
    };
    for (const int threads : {1, 2, 8}) {
        ThreadPool pool(threads);
        Stop stop;
        pool.watch(&stop);
        std::atomic<int> done{0};
        REQUIRE_THROWS_AS(pool.parallel_for(1000, [&](std::size_t) { ++done; }), Interrupted);
        REQUIRE(done <= 5);
        pool.watch(nullptr);
        pool.parallel_for(10, [&](std::size_t) { ++done; });
        REQUIRE(done >= 10);
    }
}
