// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <atomic>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace hopveil {
namespace {

TEST(ParallelChunksTest, VisitsEveryIndexOnceWithAnyGrainAndAnyNumberOfThreads) {
  for (const std::size_t size : {0u, 1u, 2u, 63u, 64u, 65u, 1000u}) {
    for (const std::size_t grain : {0u, 1u, 7u, 64u, 5000u}) {
      for (const unsigned threads : {0u, 1u, 2u, 3u, 16u}) {
        std::vector<std::atomic<int>> visits(size);
        std::atomic<bool> fits = true;
        parallel_chunks(size, grain, threads, [&](std::size_t begin, std::size_t end, unsigned worker) {
          if (begin >= end || end - begin > std::max<std::size_t>(grain, 1)) fits = false;
          if (worker >= resolve_threads(threads)) fits = false;
          for (std::size_t i = begin; i < end; ++i) ++visits[i];
        });
        EXPECT_TRUE(fits) << size << " in " << grain << " on " << threads;
        for (const auto& count : visits) ASSERT_EQ(count, 1) << size << " in " << grain << " on " << threads;
      }
    }
  }
}

TEST(ParallelChunksTest, AGrainLargerThanEverythingIsOneChunk) {
  std::size_t visited = 0;
  parallel_chunks(10, std::numeric_limits<std::size_t>::max(), 2,
                  [&](std::size_t begin, std::size_t end, unsigned) { visited += end - begin; });
  EXPECT_EQ(visited, 10u);
}

TEST(ParallelChunksTest, ThrowsWhatAWorkerThrew) {
  for (const unsigned threads : {1u, 4u}) {
    const auto run = [&] {
      parallel_chunks(100, 1, threads, [](std::size_t begin, std::size_t, unsigned) {
        if (begin == 57) throw std::runtime_error("chunk 57");
      });
    };
    EXPECT_THROW(
        try { run(); } catch (const std::runtime_error& error) {
          EXPECT_STREQ(error.what(), "chunk 57");
          throw;
        },
        std::runtime_error);
  }
}

TEST(ParallelChunksTest, ThrowsOneExceptionWhenAllWorkersThrow) {
  EXPECT_THROW(parallel_chunks(64, 1, 4, [](std::size_t, std::size_t, unsigned) { throw std::bad_alloc(); }),
               std::bad_alloc);
}

TEST(ParallelChunksTest, AtMostOneChunkAtATimeRunsOnAWorker) {
  std::vector<std::atomic<int>> running(3);
  std::atomic<bool> shared = false;
  parallel_chunks(200, 1, 3, [&](std::size_t, std::size_t, unsigned worker) {
    if (++running[worker] != 1) shared = true;
    --running[worker];
  });
  EXPECT_FALSE(shared);
}

TEST(ParallelTest, ZeroThreadsMeansAllProcessors) {
  EXPECT_GE(resolve_threads(0), 1u);
  EXPECT_EQ(resolve_threads(5), 5u);
}

}  // namespace
}  // namespace hopveil
