// SPDX-License-Identifier: Apache-2.0
#pragma once

// Losses that need no sampling: where the distribution of what comes out can be written down, the largest
// log-ratio of its probabilities on two networks, by enumeration. Parameters are those of the samplers as
// built, rounding included.

#include <cstdint>
#include <span>
#include <vector>

#include "audit/neighbouring_pair.h"
#include "dp/rational.h"

namespace hopveil::audit {

/// The distribution of LadderNoise, written down.
class LadderDistribution {
 public:
  LadderDistribution(std::uint32_t max_count, std::uint32_t local_sensitivity, double epsilon);

  double log_probability(std::int64_t offset) const;
  /// Beyond this distance every rung is max_count wide, so that log-ratios of two ladders repeat.
  std::int64_t regular_from() const { return reach_.back(); }

 private:
  double epsilon_;
  std::int64_t max_count_;
  std::vector<std::int64_t> reach_;  // by rung, the largest distance on it, up to the first regular rung
  double log_total_;
};

/// The largest log(P(count + noise = x) / P(other_count + other_noise = x)) over all x.
double largest_ladder_ratio(const LadderDistribution& noise, std::int64_t count,
                            const LadderDistribution& other_noise, std::int64_t other_count);

/// The loss of publishing hop 1 with this share of the budget: sampling and discrete Laplace noise together,
/// as Theorem 3 has them. 0 when the pair's edge does not move the first hop.
double first_hop_loss(const NeighbouringPair& pair, dp::Rational share, Epsilon threshold);

/// The loss of one answer of randomized response for a pair of users with this much to spend.
double response_loss(dp::Rational epsilon);
/// The same for a bit that stays with probability exp(-stay_rate / 2^62).
double response_loss_at(std::uint64_t stay_rate);

}  // namespace hopveil::audit
