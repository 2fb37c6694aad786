// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an inference is told and what it gives: the types that every stage shares.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <hopveil/count.h>

#include "base/progress.h"
#include "base/random_source.h"
#include "infer/objective.h"
#include "infer/parameters.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::infer {

struct InferenceOptions {
  unsigned hops = 1;
  Objective objective = Objective::kAbsolute;
  /// Also how many private users are at each hop from each public user, from the same answers.
  bool reach = false;
  /// Percent; when set, low and high ends are inferred as well.
  std::optional<unsigned> intervals = {};
  unsigned threads = 1;
  /// Bytes for counting in synthetic networks, besides their edges. 0: half of the machine's memory.
  std::uint64_t memory_limit = 0;
  /// Who counts in networks made from noisy answers, which any worker may see. Empty: this process.
  NetworkCounter network_counter = {};
  Progress progress = {};
  /// For experiments: a release has the defaults.
  InferenceParameters parameters = {};
};

/// Whole numbers in 0 .. m_p for every private user (row) and hop; a user's hops sum to at most m_p.
class InferredCounts {
 public:
  InferredCounts(std::size_t rows, unsigned hops, bool with_intervals)
      : rows_(rows), hops_(hops), counts_(rows * hops), expected_(rows * hops) {
    if (with_intervals) low_ = high_ = counts_;
  }

  std::size_t rows() const { return rows_; }
  unsigned hops() const { return hops_; }
  bool with_intervals() const { return !low_.empty(); }
  std::span<std::uint32_t> hop(unsigned hop) { return part(counts_, hop); }
  std::span<std::uint32_t> low(unsigned hop) { return part(low_, hop); }
  std::span<std::uint32_t> high(unsigned hop) { return part(high_, hop); }
  /// By row: how far the count is expected to be from the truth; computed from noisy answers like the count.
  std::span<float> expected_error(unsigned hop) { return {expected_.data() + (hop - 1) * rows_, rows_}; }
  /// From the other side: a row per public user, in the order of UserRoles::public_users, of how many private
  /// users are at each hop; a row's hops sum to at most the private users. Null when it was not asked for.
  InferredCounts* reach() { return reach_.empty() ? nullptr : &reach_.front(); }
  void set_reach(InferredCounts reach) { reach_.assign(1, std::move(reach)); }

 private:
  std::span<std::uint32_t> part(std::vector<std::uint32_t>& values, unsigned hop) const {
    return {values.data() + (hop - 1) * rows_, rows_};
  }
  std::size_t rows_;
  unsigned hops_;
  std::vector<std::uint32_t> counts_, low_, high_;
  std::vector<float> expected_;
  std::vector<InferredCounts> reach_;  // one, or none
};

/// An inference: a table per objective. There are private and public users, numbered in an order that their
/// names decide (CanonicalUsers). Those there are, infer/registry.h lists.
using Infer = std::vector<InferredCounts>(const query::PublicKnowledge& knowledge,
                                          query::AnswerSource& answers, RandomSource& random,
                                          const InferenceOptions& options,
                                          std::span<const Objective> objectives);

}  // namespace hopveil::infer
