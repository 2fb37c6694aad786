// SPDX-License-Identifier: Apache-2.0
// Networks that an inference makes are counted by whoever its options name.

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>

#include <gtest/gtest.h>

#include <hopveil/errors.h>

#include "infer/infer_counts_testing.h"
#include "infer/registry.h"

namespace hopveil::infer {
namespace {

/// As a cluster does it: every task counts some of the sources, and the counts are added up.
ExactCounts count_in_tasks(const Graph& network, const CountTask& task, unsigned hops) {
  constexpr std::size_t kPerTask = 7;
  ExactCounts sum(task.rows.size(), hops);
  for (std::size_t begin = 0; begin < task.sources.size(); begin += kPerTask) {
    const auto some = std::span(task.sources).subspan(begin, std::min(kPerTask, task.sources.size() - begin));
    const CountTask part({some.begin(), some.end()}, task.rows);
    const ExactCounts counts = count_fingerprints(network, part, hops, {.threads = 1});
    for (unsigned hop = 1; hop <= hops; ++hop)
      std::ranges::transform(sum.hop(hop), counts.hop(hop), sum.hop(hop).begin(), std::plus());
  }
  return sum;
}

/// One for each design: mixed, counts only, pairs of all users.
std::vector<Case> cases() {
  return {with_groups(small_community(3), {"1", "4", "16"}, 1), with_groups(small_community(3), {"0.5"}, 1),
          with_groups(small_community(3), {"8"}, 1)};
}

TEST(NetworkCounter, GivesWhatCountingHereGives) {
  for (const Case& network : cases()) {
    std::atomic<int> asked = 0;
    const NetworkCounter counter = [&](const Graph& graph, const CountTask& task, unsigned hops) {
      // Some are declined.
      return ++asked % 3 == 0 ? std::nullopt : std::optional(count_in_tasks(graph, task, hops));
    };
    InferredCounts here = network.infer(5, {.hops = 5, .intervals = 90});
    for (const unsigned threads : {1U, 3U}) {
      InferredCounts there =
          network.infer(5, {.hops = 5, .intervals = 90, .threads = threads, .network_counter = counter});
      EXPECT_EQ(values(there), values(here));
    }
    EXPECT_GE(asked, 2);
  }
}

TEST(NetworkCounter, ServesEveryInference) {
  const Case network = cases().front();
  const query::PublicKnowledge knowledge(network.graph, network.roles, network.preferences);
  for (const InferenceInfo& inference : inferences()) {
    std::atomic<int> asked = 0;
    const NetworkCounter counter = [&](const Graph& graph, const CountTask& task, unsigned hops) {
      ++asked;
      return count_in_tasks(graph, task, hops);
    };
    SeededRng noise(1), coins(2);
    query::QueryLayer layer(network.graph, knowledge, noise);
    constexpr Objective kObjective = Objective::kAbsolute;
    infer_for_objectives(knowledge, layer, coins, {.hops = 3, .network_counter = counter}, {&kObjective, 1},
                         *inference.infer);
    EXPECT_GE(asked, 1) << inference.name;
  }
}

TEST(NetworkCounter, ThatFailsOrGivesAnotherShapeEndsTheWork) {
  const Case network = cases().front();
  const NetworkCounter fails = [](const Graph&, const CountTask&, unsigned) -> ExactCounts {
    throw SystemError("count", "elsewhere", "no worker is left");
  };
  EXPECT_THROW(network.infer(1, {.hops = 3, .threads = 2, .network_counter = fails}), SystemError);
  const NetworkCounter forgets = [](const Graph&, const CountTask& task, unsigned hops) {
    return ExactCounts(task.rows.size() - 1, hops);
  };
  EXPECT_THROW(network.infer(1, {.hops = 3, .network_counter = forgets}), SystemError);
}

}  // namespace
}  // namespace hopveil::infer
