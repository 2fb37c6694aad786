// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hopveil/errors.h>

#include "base/parallel.h"

namespace hopveil {
namespace {

std::size_t sum_by_loop(std::size_t size, unsigned threads) {
  std::atomic<std::size_t> sum = 0;
  parallel_chunks(size, 1, threads, [&](std::size_t begin, std::size_t, unsigned) { sum += begin; });
  return sum;
}

TEST(ThreadPoolTest, LoopsRunInAChildThatWasForkedAfterALoop) {
  EXPECT_EQ(sum_by_loop(100, 4), 4950u);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(20);  // a hanging child dies of it, which the parent sees
    ::_exit(sum_by_loop(100, 4) == 4950 && sum_by_loop(100, 4) == 4950 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(sum_by_loop(100, 4), 4950u);
}

TEST(ThreadPoolTest, SeveralThreadsOfTheCallerRunLoopsAtOnce) {
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> callers;
    for (int caller = 0; caller < 5; ++caller) {
      callers.emplace_back([&] {
        for (int round = 0; round < 200; ++round) {
          if (sum_by_loop(64, 3) != 2016) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadPoolTest, ALoopInsideOfALoopStaysOnItsThread) {
  std::atomic<bool> stays = true;
  parallel_chunks(8, 1, 4, [&](std::size_t, std::size_t, unsigned) {
    const auto here = std::this_thread::get_id();
    parallel_chunks(8, 1, 4, [&](std::size_t, std::size_t, unsigned worker) {
      if (worker != 0 || std::this_thread::get_id() != here) stays = false;
    });
  });
  EXPECT_TRUE(stays);
  EXPECT_FALSE(inside_parallel_loop());
}

TEST(StopTest, ALoopThatIsAskedToStopThrowsSoonAndLeavesPiecesOut) {
  for (const unsigned threads : {1u, 3u}) {
    std::stop_source source;
    const StopScope scope(source.get_token());
    std::atomic<int> pieces = 0;
    const auto run = [&] {
      parallel_chunks(100'000, 1, threads, [&](std::size_t, std::size_t, unsigned) {
        if (++pieces == 10) source.request_stop();
        std::this_thread::sleep_for(std::chrono::microseconds(10));
      });
    };
    EXPECT_THROW(run(), Cancelled);
    EXPECT_LE(pieces, 10 + 3);
  }
}

TEST(StopTest, ALoopInsideOfALoopListensToTheSameToken) {
  std::stop_source source;
  const StopScope scope(source.get_token());
  std::atomic<int> pieces = 0;
  const auto run = [&] {
    parallel_chunks(2, 1, 2, [&](std::size_t, std::size_t, unsigned) {
      parallel_chunks(100'000, 1, 2, [&](std::size_t, std::size_t, unsigned) {
        if (++pieces == 10) source.request_stop();
      });
    });
  };
  EXPECT_THROW(run(), Cancelled);
  EXPECT_LT(pieces, 100'000);
}

TEST(StopTest, AnInnerScopeWithoutATokenKeepsTheOuterOne) {
  std::stop_source source;
  const StopScope outer(source.get_token());
  {
    const StopScope inner{std::stop_token()};
    EXPECT_NO_THROW(stop_if_asked());
    source.request_stop();
    EXPECT_THROW(stop_if_asked(), Cancelled);
  }
  EXPECT_THROW(stop_if_asked(), Cancelled);
}

TEST(StopTest, WithoutAScopeNothingStops) {
  EXPECT_NO_THROW(stop_if_asked());
}

}  // namespace
}  // namespace hopveil
