// SPDX-License-Identifier: Apache-2.0
// Counting beside what callers do with processes and threads.

#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hopveil/count.h>

#include "graph/generators.h"

namespace hopveil {
namespace {

constexpr unsigned kHops = 5;

class CountCallersTest : public ::testing::Test {
 protected:
  ExactCounts count() const {
    CountOptions options;
    options.threads = 4;
    return count_fingerprints(graph_, roles_, kHops, options);
  }

 private:
  Graph graph_ =
      find_generator("powerlaw").make({.nodes = 20'000, .edges = 200'000, .seed = 1, .threads = 0});
  UserRoles roles_{graph_.num_nodes(), highest_degree_users(graph_, TopShare::from_text("300"))};
};

TEST_F(CountCallersTest, AChildThatWasForkedAfterCountingCounts) {
  const ExactCounts here = count();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(120);  // instead of hanging
    ::_exit(count() == here ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(CountCallersTest, SeveralThreadsCountAtOnce) {
  const ExactCounts expected = count();
  std::vector<ExactCounts> found(6);
  {
    std::vector<std::jthread> callers;
    for (ExactCounts& result : found) callers.emplace_back([&] { result = count(); });
  }
  for (const ExactCounts& result : found) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace hopveil
