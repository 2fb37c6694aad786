#pragma once

// What users who are not liberal are asked: how many neighbours they have in each stratum of public and of
// liberal users.

#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/anchors.h"
#include "infer/hop_rows.h"

namespace hopveil {

class Questionnaire {
 public:
  /// At most `strata` strata of public users and as many of liberal ones.
  Questionnaire(const PublicKnowledge& knowledge, const Anchors& anchors, const HopRows& counts,
                std::uint32_t strata);

  std::uint32_t num_cells() const { return num_cells_; }
  /// By pool: users[i] is pool i. One question; each pair of a user and an anchor is in one cell.
  NoisyCounts ask(AnswerSource& answers, std::span<const NodeId> users) const;
  /// What a liberal user would answer without noise.
  std::vector<std::int64_t> true_answer(const Graph& known, NodeId liberal) const;

  /// What is learnt from: the answers, their sums from the first stratum on, the sum of all, the first
  /// stratum of public users with an answer above 0, and the preference.
  std::size_t num_features() const { return 2 * std::size_t{num_cells_} + 3; }
  void features(std::span<const std::int64_t> answers, double preference, std::span<float> out) const;

 private:
  std::vector<std::uint32_t> cell_;  // by user; kNobody unless an anchor
  std::uint32_t num_public_cells_ = 0, num_cells_ = 0;
};

/// Discrete Laplace noise as the query layer adds it, in floating point: for simulations only.
std::int64_t simulated_noise(double epsilon, SeededRng& rng);

}  // namespace hopveil
