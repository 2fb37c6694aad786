// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/seeded_rng.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

/// Answers questions for numbers about a network that we made, with simulated noise.
class SimulatedNetwork final : public query::AnswerSource {
 public:
  /// Both outlive it.
  SimulatedNetwork(const Graph& graph, const query::PublicKnowledge& knowledge, const SeededRng& rng)
      : graph_(graph), knowledge_(knowledge), rng_(rng.stream("simulated")) {}

  query::NoisyCounts ask(const query::CountQuestion& question) override;
  /// A BugError: which edges liberal users released is decided with the network.
  query::NoisyEdges ask(const query::PairQuestion& question) override;

 private:
  const Graph& graph_;
  const query::PublicKnowledge& knowledge_;
  const SeededRng rng_;
  std::uint64_t asked_ = 0;
};

}  // namespace hopveil::infer
