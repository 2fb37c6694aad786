#pragma once

#include "base/random_source.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil {

/// The only code that sees protected edges: answers questions with exact noise and keeps account of what each
/// pair has been charged. docs/mechanisms/eli.md has the theorem: whatever is asked through it, adaptively,
/// is edge-level P-PDP.
class QueryLayer final : public AnswerSource {
 public:
  /// All three outlive the layer.
  QueryLayer(const Graph& graph, const PublicKnowledge& knowledge, RandomSource& random);

  NoisyCounts ask(const CountQuestion& question) override;
  NoisyEdges ask(const PairQuestion& question) override;

 private:
  const Graph& graph_;
  const PublicKnowledge& knowledge_;
  RandomSource& random_;
};

}  // namespace hopveil
