// SPDX-License-Identifier: Apache-2.0
#pragma once

// Liberal users who are disconnected have no released path. Users who may be linked to them are asked.

#include <span>
#include <vector>

#include "infer/design/count_design.h"
#include "infer/design/partners.h"
#include "infer/design/strata.h"

namespace hopveil::infer {

/// Pooled counts: how many *respondents* of each stratum are linked to a user? One number per stratum and
/// user asked about: the respondents of a stratum answer together, so each of these numbers has the noise of
/// one answer. Pairs of a respondent and a user asked about must not have been asked for before.
class PooledCounts : public CountDesign {
 public:
  /// `respondents` (at least one) are private users whose counts are believed; `counted_share` of a user's
  /// private neighbours are among them. `partners` outlive it.
  PooledCounts(const Partners& partners, std::span<const NodeId> respondents, double counted_share);

  /// One row of answers per user asked about.
  std::vector<std::vector<std::int64_t>> ask(query::AnswerSource& answers,
                                             std::span<const NodeId> about) const;

  std::uint32_t num_cells() const override { return strata_.size(); }
  double counted_share(std::uint32_t) const override { return counted_share_; }
  std::vector<std::uint32_t> cells_in(const CountedNetwork& network) const override;

  /// The answers, their sums from the first stratum on, and the first stratum with an answer above 0.
  std::size_t num_features() const override { return 2 * std::size_t{num_cells()} + 1; }
  void features(std::span<const std::int64_t> answers, double preference,
                std::span<float> out) const override;

 private:
  const Partners* partners_;
  std::vector<NodeId> respondents_;
  Strata strata_;
  double counted_share_;
};

}  // namespace hopveil::infer
