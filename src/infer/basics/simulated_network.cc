// SPDX-License-Identifier: Apache-2.0
#include "infer/basics/simulated_network.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/check.h"
#include "infer/basics/random_draws.h"

namespace hopveil::infer {

query::NoisyCounts SimulatedNetwork::ask(const query::CountQuestion& question) {
  query::NoisyCounts counts(question.num_pools, question.num_cells);
  std::vector<double> strictest(question.num_pools, std::numeric_limits<double>::infinity());
  for (NodeId user = 0; user < graph_.num_nodes(); ++user) {
    const std::uint32_t pool = question.pool_of_owner[user];
    if (pool == query::kNobody) continue;
    strictest[pool] = std::min(strictest[pool], knowledge_.preference(user).value());
    for (const NodeId other : graph_.neighbours(user)) {
      const std::uint32_t cell = question.cell_of_partner[other];
      if (cell == query::kNobody) continue;
      if (knowledge_.is_public(other) || knowledge_.owner(user, other) == user) ++counts(pool, cell);
    }
  }
  const double share = question.share.value();
  SeededRng noise = rng_.stream("question", asked_++);
  for (std::uint32_t pool = 0; pool < question.num_pools; ++pool) {
    for (std::int64_t& count : counts.pool(pool)) count += simulated_noise(share * strictest[pool], noise);
  }
  return counts;
}

query::NoisyEdges SimulatedNetwork::ask(const query::PairQuestion&) {
  throw BugError("a simulated network is asked for pairs");
}

}  // namespace hopveil::infer
