// SPDX-License-Identifier: Apache-2.0
#include "audit/exact.h"

#include <algorithm>
#include <cmath>

#include "dp/budget.h"
#include "dp/sampling.h"
#include "query/flip_rate.h"

namespace hopveil::audit {
namespace {

double as_double(dp::KeepProbability pi) {
  return pi.certain ? 1 : std::ldexp(static_cast<double>(pi.fraction), -64);
}

/// The distribution of how many of a user's links to public users the sample keeps.
std::vector<double> kept_links(const Graph& graph, const UserRoles& roles, NodeId user,
                               double keep_probability) {
  std::vector<double> distribution = {1};
  for (const NodeId friend_of : graph.neighbours(user)) {
    if (!roles.is_public(friend_of)) continue;
    distribution.push_back(0);
    for (std::size_t kept = distribution.size() - 1; kept > 0; --kept) {
      distribution[kept] =
          distribution[kept] * (1 - keep_probability) + distribution[kept - 1] * keep_probability;
    }
    distribution[0] *= 1 - keep_probability;
  }
  return distribution;
}

/// P(count + noise = x) without the constant that all x share; noise falls by exp(-rate) with every unit.
double unnormalized_probability(const std::vector<double>& count_distribution, double rate, std::int64_t x) {
  double sum = 0;
  for (std::size_t count = 0; count < count_distribution.size(); ++count) {
    const auto distance = static_cast<double>(std::abs(x - static_cast<std::int64_t>(count)));
    sum += count_distribution[count] * std::exp(-rate * distance);
  }
  return sum;
}

}  // namespace

LadderDistribution::LadderDistribution(std::uint32_t max_count, std::uint32_t local_sensitivity,
                                       double epsilon)
    : epsilon_(epsilon), max_count_(max_count) {
  // rung 0 is the offset 0; rung x >= 1 holds 2 I_{x-1} offsets with weight exp(-eps x / 2) each
  reach_.push_back(0);
  double total = 1;
  std::int64_t width = std::min<std::int64_t>(local_sensitivity, max_count);
  for (;; ++width) {
    reach_.push_back(reach_.back() + width);
    const double weight = std::exp(-epsilon * static_cast<double>(reach_.size() - 1) / 2);
    total += 2 * static_cast<double>(width) * weight;
    if (width == max_count_) {
      total += 2 * static_cast<double>(width) * weight / std::expm1(epsilon / 2);  // all rungs after it
      break;
    }
  }
  log_total_ = std::log(total);
}

double LadderDistribution::log_probability(std::int64_t offset) const {
  const std::int64_t distance = std::abs(offset);
  const auto rung = std::lower_bound(reach_.begin(), reach_.end(), distance) - reach_.begin();
  std::int64_t steps = rung;
  if (distance > reach_.back()) {
    const std::int64_t beyond = distance - reach_.back();
    steps = static_cast<std::int64_t>(reach_.size()) - 1 + (beyond + max_count_ - 1) / max_count_;
  }
  return -epsilon_ * static_cast<double>(steps) / 2 - log_total_;
}

double largest_ladder_ratio(const LadderDistribution& noise, std::int64_t count,
                            const LadderDistribution& other_noise, std::int64_t other_count) {
  const std::int64_t reach =
      std::max(noise.regular_from(), other_noise.regular_from()) + 2 * std::abs(count - other_count) + 2;
  const auto [low, high] = std::minmax(count, other_count);
  double largest = -std::numeric_limits<double>::infinity();
  for (std::int64_t x = low - reach; x <= high + reach; ++x) {
    largest =
        std::max(largest, noise.log_probability(x - count) - other_noise.log_probability(x - other_count));
  }
  return largest;
}

double first_hop_loss(const NeighbouringPair& pair, dp::Rational share, Epsilon threshold) {
  const bool from_public = pair.roles.is_public(pair.edge.from);
  if (from_public == pair.roles.is_public(pair.edge.to)) return 0;
  const NodeId user = from_public ? pair.edge.to : pair.edge.from;
  const double keep =
      as_double(dp::keep_probability(*pair.level(), dp::SamplingBudget::with_share(share, threshold)));
  const std::vector<double> without = kept_links(pair.without, pair.roles, user, keep);
  const std::vector<double> with = kept_links(pair.with, pair.roles, user, keep);
  const double rate = dp::times(threshold, share).value();
  // Outside the counts every unit changes both probabilities by the same factor.
  double largest = 0;
  for (std::int64_t x = -1; x <= static_cast<std::int64_t>(with.size()); ++x) {
    const double ratio = std::log(unnormalized_probability(with, rate, x)) -
                         std::log(unnormalized_probability(without, rate, x));
    largest = std::max(largest, std::abs(ratio));
  }
  return largest;
}

double response_loss(dp::Rational epsilon) {
  return response_loss_at(query::flip_rate(epsilon).numerator);
}

double response_loss_at(std::uint64_t stay_rate) {
  const long double r = std::ldexp(static_cast<long double>(stay_rate), -62);
  return static_cast<double>(-r - std::log(-std::expm1(-r)));
}

}  // namespace hopveil::audit
