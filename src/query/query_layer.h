// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "base/random_source.h"
#include "dp/step_observer.h"
#include "query/edge_source.h"
#include "query/pair_accounts.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::query {

/// The only code that sees protected edges: answers questions with exact noise and keeps account of what each
/// pair has been charged. docs/mechanisms/eli.md has the theorem: whatever is asked through it, adaptively,
/// is edge-level P-PDP.
class QueryLayer final : public AnswerSource {
 public:
  /// All three outlive the layer. Answers depend on the random bits and not on the number of threads (0: as
  /// many as there are processors). An audit may watch: pass on Workspace::observer.
  QueryLayer(const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random, unsigned threads = 1,
             dp::StepObserver* observer = nullptr);
  /// The same on edges that are elsewhere. Equal random bits give equal answers, whatever the source.
  QueryLayer(EdgeSource& edges, const PublicKnowledge& knowledge, RandomSource& random, unsigned threads = 1,
             dp::StepObserver* observer = nullptr);

  NoisyCounts ask(const CountQuestion& question) override;
  NoisyEdges ask(const PairQuestion& question) override;

  const PairAccounts& accounts() const { return accounts_; }

 private:
  std::unique_ptr<GraphEdges> memory_;  // unless a source was given
  EdgeSource& edges_;
  const PublicKnowledge& knowledge_;
  RandomSource& random_;
  unsigned threads_;
  dp::StepObserver* observer_;
  PairAccounts accounts_;
  std::uint64_t questions_ = 0;  // answered so far
};

}  // namespace hopveil::query
