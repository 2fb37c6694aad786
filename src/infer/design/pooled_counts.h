#pragma once

// Liberal users who are cut off have nobody else's edges to lead anywhere. Those who may know them are asked.

#include <span>
#include <vector>

#include "infer/design/count_design.h"
#include "infer/design/partners.h"
#include "infer/design/strata.h"

namespace hopveil {

/// How many users of each stratum know a user? One number per stratum and user asked about: the witnesses of
/// a stratum answer together, so each of these numbers has the noise of one answer. Pairs of a witness and a
/// user asked about must not have been asked for before.
class Inquiry : public Interview {
 public:
  /// `witnesses` (at least one) are private users whose counts are believed; a user knows so large a share of
  /// its private neighbours among them. `partners` outlive it.
  Inquiry(const Partners& partners, std::span<const NodeId> witnesses, double seen_share);

  /// One row of answers per user asked about.
  std::vector<std::vector<std::int64_t>> ask(AnswerSource& answers, std::span<const NodeId> about) const;

  std::uint32_t num_cells() const override { return strata_.size(); }
  double seen_share(std::uint32_t) const override { return seen_share_; }
  std::vector<std::uint32_t> cells_in(const Network& network) const override;

  /// The answers, their sums from the first stratum on, and the first stratum with an answer above 0.
  std::size_t num_features() const override { return 2 * std::size_t{num_cells()} + 1; }
  void features(std::span<const std::int64_t> answers, double preference,
                std::span<float> out) const override;

 private:
  const Partners* partners_;
  std::vector<NodeId> witnesses_;
  Strata strata_;
  double seen_share_;
};

}  // namespace hopveil
