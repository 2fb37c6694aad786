// SPDX-License-Identifier: Apache-2.0
#pragma once

// What users who are not liberal are asked: how many neighbours they have in each stratum of public and of
// private users whose counts are believed to be known.

#include <span>
#include <vector>

#include "base/seeded_rng.h"
#include "infer/design/count_design.h"
#include "infer/design/partners.h"
#include "infer/design/strata.h"

namespace hopveil::infer {

/// Stratified counts, in two rounds of questions to a group of users. The first is about the partners. When
/// the group's counts have been inferred from it, the second asks each of them about the others: about the
/// pairs that it owns, half of them. Each pair of users is in one cell of one round.
class StratifiedCounts : public CountDesign {
 public:
  /// At most this many strata of public and of private partners; with no strata of their own (0) public users
  /// share those of the private ones. `partners` outlive it.
  StratifiedCounts(const Partners& partners, std::uint32_t public_strata, std::uint32_t private_strata);
  /// Makes the group's users partners in a second round; their counts are believed by now.
  void add_round(std::span<const NodeId> group);

  /// One row of answers per user: the last round's, behind those of the round before if there was one.
  using Answers = std::vector<std::vector<std::int64_t>>;
  void ask(query::AnswerSource& answers, std::span<const NodeId> users, Answers& out) const;

  std::uint32_t num_cells() const override { return num_cells_; }
  /// Of the pairs with each other, asked for in the second round, the asked one owns half.
  double counted_share(std::uint32_t cell) const override { return cell >= first_round_cells() ? 0.5 : 1; }
  /// Unobserved users have other counts, and so other strata, in an imputed network than in truth.
  std::vector<std::uint32_t> cells_in(const CountedNetwork& network) const override;

  /// The features: the answers, their sums from the first stratum on, the sum of all, the first
  /// stratum of public users, if they have their own, with an answer above 0, and the preference.
  std::size_t num_features() const override { return 2 * std::size_t{num_cells_} + 3; }
  void features(std::span<const std::int64_t> answers, double preference,
                std::span<float> out) const override;

 private:
  std::uint32_t first_round_cells() const { return public_.size() + private_.size(); }

  const Partners* partners_;
  Strata public_, private_;          // private_ is of all users if public ones have none
  std::vector<NodeId> group_;        // the partners of the second round
  std::vector<std::uint32_t> cell_;  // by user; kNobody unless a partner
  std::uint32_t num_cells_;
};

}  // namespace hopveil::infer
