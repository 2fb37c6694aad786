#include <algorithm>
#include <atomic>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include <hopveil/count.h>
#include <hopveil/errors.h>

#include "dp/preferences.h"
#include "graph/generate_powerlaw.h"
#include "infer/infer_counts.h"
#include "query/query_layer.h"

namespace hopveil::infer {
namespace {

constexpr NodeId kUsers = 200;

/// As a cluster does it: every task counts some of the sources, and the counts are added up.
ExactCounts count_in_tasks(const Graph& graph, const CountTask& task, unsigned hops) {
  constexpr std::size_t kPerTask = 3;
  ExactCounts sum(task.rows.size(), hops);
  for (std::size_t begin = 0; begin < task.sources.size(); begin += kPerTask) {
    const auto some = std::span(task.sources).subspan(begin, std::min(kPerTask, task.sources.size() - begin));
    const ExactCounts part =
        count_fingerprints(graph, {{some.begin(), some.end()}, task.rows}, hops, {.threads = 1});
    for (unsigned hop = 1; hop <= hops; ++hop)
      std::ranges::transform(sum.hop(hop), part.hop(hop), sum.hop(hop).begin(), std::plus());
  }
  return sum;
}

std::vector<std::uint32_t> inferred(unsigned threads, const CountElsewhere& elsewhere) {
  const Graph graph = generate_powerlaw({.nodes = kUsers, .edges = 4 * kUsers, .seed = 3});
  const UserRoles roles(kUsers, std::vector<NodeId>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  std::vector<Epsilon> levels(roles.private_users().size(), Epsilon::from_text("4"));
  for (std::size_t row = 0; row < levels.size(); row += 3) levels[row] = Epsilon::from_text("16");
  const Preferences preferences(levels);
  const query::PublicKnowledge knowledge(graph, roles, preferences);
  SeededRng random(1);
  SeededRng noise = random.stream("noise");
  SeededRng coins = random.stream("coins");
  query::QueryLayer layer(graph, knowledge, noise);
  InferredCounts counts =
      infer_counts(knowledge, layer, coins,
                   {.hops = 3, .intervals = 90, .threads = threads, .count_elsewhere = elsewhere});
  std::vector<std::uint32_t> all;
  for (unsigned hop = 1; hop <= counts.hops(); ++hop) {
    for (const std::span<std::uint32_t> part : {counts.hop(hop), counts.low(hop), counts.high(hop)})
      all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

TEST(CountedElsewhere, TheSameNumbersAreInferred) {
  std::atomic<int> asked = 0;
  const CountElsewhere elsewhere = [&](const Graph& graph, const CountTask& task, unsigned hops) {
    ++asked;
    return count_in_tasks(graph, task, hops);
  };
  const auto here = inferred(1, {});
  EXPECT_EQ(inferred(1, elsewhere), here);
  EXPECT_EQ(inferred(3, elsewhere), here);
  EXPECT_GT(asked, 10);
}

TEST(CountedElsewhere, AFailureAndAWrongShapeEndTheWork) {
  const auto fails = [](const Graph&, const CountTask&, unsigned) -> ExactCounts {
    throw SystemError("count", "elsewhere", "no worker is left");
  };
  EXPECT_THROW(inferred(2, fails), SystemError);
  const auto forgets = [](const Graph&, const CountTask&, unsigned) { return ExactCounts(); };
  EXPECT_THROW(inferred(1, forgets), SystemError);
}

}  // namespace
}  // namespace hopveil::infer
