// SPDX-License-Identifier: Apache-2.0
#include "infer/reach/released_reach.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graph/builder.h"
#include "infer/basics/count_everyone.h"
#include "infer/model/hold_out.h"

namespace hopveil::infer {
namespace {

/// Public users whose neighbourhoods are looked at for the histogram, and edges looked at for it.
constexpr std::size_t kMostSampled = 512;
constexpr std::uint64_t kMostSteps = 50'000'000;
/// Its own estimate is better than the total of the table.
constexpr unsigned kSecondHop = 2;

/// Binomial probabilities of 0 .. most of each number of trials 1 .. most.
class Binomials {
 public:
  explicit Binomials(double probability) : rows_(kMostBetween + 1) {
    rows_[0] = {1};
    for (std::size_t trials = 1; trials <= kMostBetween; ++trials) {
      rows_[trials].assign(trials + 1, 0);
      for (std::size_t i = 0; i < trials; ++i) {
        rows_[trials][i] += rows_[trials - 1][i] * (1 - probability);
        rows_[trials][i + 1] += rows_[trials - 1][i] * probability;
      }
    }
  }
  double of(std::size_t trials, std::size_t successes) const {
    return successes <= trials ? rows_[trials][successes] : 0;
  }

 private:
  std::vector<std::vector<double>> rows_;
};

/// The network without edges between two liberal users.
Graph without_edges_between(const Graph& known, const std::vector<bool>& is_liberal) {
  std::vector<Edge> edges;
  for (NodeId user = 0; user < known.num_nodes(); ++user) {
    for (const NodeId other : known.neighbours(user)) {
      if (user < other && !(is_liberal[user] && is_liberal[other])) edges.push_back({user, other});
    }
  }
  return graph_from_edges(known.num_nodes(), std::move(edges));
}

/// Looks at public users in turn, evenly spread over those of high and low degree.
class BetweenCounter {
 public:
  BetweenCounter(const Graph& known, const UserRoles& roles, const std::vector<bool>& is_liberal)
      : known_(known), roles_(roles), is_liberal_(is_liberal), between_(known.num_nodes(), 0) {}

  BetweenHistogram count() {
    BetweenHistogram histogram{};
    std::uint64_t steps = 0;
    for (const NodeId user : counted_public(known_, roles_.public_users(), kMostSampled)) {
      steps += add(user, histogram);
      if (steps > kMostSteps) break;
    }
    return histogram;
  }

 private:
  std::uint64_t add(NodeId public_user, BetweenHistogram& histogram) {
    touched_.clear();
    std::uint64_t steps = 0;
    for (const NodeId middle : known_.neighbours(public_user)) {
      if (is_liberal_[middle]) note(middle, kCertain);
      for (const NodeId user : known_.neighbours(middle)) {
        ++steps;
        if (is_liberal_[user]) note(user, is_liberal_[middle] ? 1 : kCertain);
      }
    }
    for (const NodeId user : touched_) {
      if (between_[user] < kCertain) ++histogram[std::min<std::size_t>(between_[user], kMostBetween)];
      between_[user] = 0;
    }
    return steps;
  }
  void note(NodeId user, std::uint32_t number) {
    if (between_[user] == 0) touched_.push_back(user);
    between_[user] = std::min(between_[user] + number, kCertain);
  }

  static constexpr std::uint32_t kCertain = 1U << 30U;  // linked, or a public user is between

  const Graph& known_;
  const UserRoles& roles_;
  const std::vector<bool>& is_liberal_;
  std::vector<std::uint32_t> between_;  // by user
  std::vector<NodeId> touched_;
};

/// The value that this share of the values does not exceed; a new value exceeds it no more often.
double conformal_quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size() + 1)));
  const auto place =
      values.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, values.size()) - 1);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

ReachMargins calibrate_margins(const query::PublicKnowledge& knowledge, const Anchors& anchors,
                               const InferenceOptions& options, const CountOptions& counting,
                               const SeededRng& rng) {
  const std::vector<double> none(options.hops, 0);
  ReachMargins margins{none, none};
  const auto num_private = static_cast<double>(knowledge.roles().private_users().size());
  const double missing_share = 1 - static_cast<double>(anchors.liberal.size()) / num_private;
  const HoldOut parts =
      hold_out(anchors, missing_share, rng.stream("hold-out"), options.parameters.imputation);
  if (parts.kept.empty()) return margins;
  const double scale = static_cast<double>(anchors.liberal.size()) / static_cast<double>(parts.kept.size());
  const HopRows truth = reach_in(anchors.known, knowledge.roles(), options.hops, counting);
  const HopRows estimates = released_reach(knowledge, parts.known, parts.kept, scale, options.hops, counting);
  for (unsigned hop = 0; hop < options.hops; ++hop) {
    double total = 0, estimated = 0;
    for (std::size_t row = 0; row < truth.users(); ++row) {
      total += truth.of(row)[hop];
      estimated += estimates.of(row)[hop];
    }
    // At one hop the table's total is nearly right. Farther away it errs, too: as much as the estimate does
    // here.
    const bool is_scaled = hop == 0 && total > 0 && estimated > 0;
    const double to_total = is_scaled ? total / estimated : 1;
    std::vector<double> in_roots, in_shares;
    for (std::size_t row = 0; row < truth.users(); ++row) {
      const double estimate = to_total * estimates.of(row)[hop];
      const double error = std::abs(estimate - truth.of(row)[hop]);
      in_roots.push_back(error / std::sqrt(estimate + 1));
      in_shares.push_back(error / std::max(estimate, 1.0));
    }
    const double share = options.intervals.value_or(0) / 100.0;
    margins.roots[hop] = conformal_quantile(std::move(in_roots), share);
    // At one hop the only error is that of sampling, which is relatively larger in the smaller network.
    if (hop > 0) margins.shares[hop] = conformal_quantile(std::move(in_shares), share);
  }
  return margins;
}

}  // namespace

double unseen_share(const BetweenHistogram& seen, double released_share) {
  constexpr int kRounds = 300;
  const std::uint64_t all = std::accumulate(seen.begin() + 1, seen.end(), std::uint64_t{0});
  if (all == 0 || released_share >= 1) return 0;
  const Binomials binomials(released_share);
  // By number of users between, of those who are seen; expectation maximisation.
  std::vector<double> weights(kMostBetween + 1, 1.0 / kMostBetween);
  weights[0] = 0;
  const auto likelihood = [&](std::size_t between, std::size_t number) {
    return binomials.of(between, number) / (1 - binomials.of(between, 0));
  };
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> next(weights.size(), 0);
    for (std::size_t number = 1; number <= kMostBetween; ++number) {
      if (seen[number] == 0) continue;
      double sum = 0;
      for (std::size_t between = number; between <= kMostBetween; ++between)
        sum += weights[between] * likelihood(between, number);
      if (sum <= 0) continue;
      for (std::size_t between = number; between <= kMostBetween; ++between) {
        next[between] += static_cast<double>(seen[number]) / static_cast<double>(all) * weights[between] *
                         likelihood(between, number) / sum;
      }
    }
    weights = std::move(next);
  }
  // Per user who is seen there are 1 / (1 - none) in truth.
  double in_truth = 0, sum = 0;
  for (std::size_t between = 1; between <= kMostBetween; ++between) {
    sum += weights[between];
    in_truth += weights[between] / (1 - binomials.of(between, 0));
  }
  return in_truth > 0 ? 1 - sum / in_truth : 0;
}

HopRows released_reach(const query::PublicKnowledge& knowledge, const Graph& known,
                       const std::vector<NodeId>& liberal, double private_per_liberal, unsigned hops,
                       const CountOptions& counting) {
  const UserRoles& roles = knowledge.roles();
  HopRows reach = reach_in(known, roles, hops, counting);
  const auto scale = static_cast<float>(private_per_liberal);
  HopRows certain;
  double seen_of_all = 1;
  if (hops >= 2) {
    std::vector<bool> is_liberal(known.num_nodes(), false);
    for (const NodeId user : liberal) is_liberal[user] = true;
    certain = reach_in(without_edges_between(known, is_liberal), roles, 2, counting);
    seen_of_all = 1 - unseen_share(BetweenCounter(known, roles, is_liberal).count(), 1 / private_per_liberal);
  }
  for (std::size_t row = 0; row < reach.users(); ++row) {
    const auto by_hop = reach.of(row);
    if (hops >= 2) {
      const double sure = certain.of(row)[0] + certain.of(row)[1];
      const double seen = by_hop[0] + by_hop[1];
      const double in_truth = sure + (seen - sure) / seen_of_all;
      by_hop[1] = static_cast<float>(std::sqrt(seen * in_truth)) - by_hop[0];
    }
    for (float& count : by_hop) count *= scale;
  }
  return reach;
}

void add_released_reach(const query::PublicKnowledge& knowledge, const Anchors& anchors,
                        const InferenceOptions& options, const SeededRng& rng,
                        std::vector<InferredCounts>& tables) {
  const CountOptions counting{.threads = options.threads, .memory_limit = options.memory_limit};
  const double per_liberal = static_cast<double>(knowledge.roles().private_users().size()) /
                             static_cast<double>(anchors.liberal.size());
  const HopRows estimates =
      released_reach(knowledge, anchors.known, anchors.liberal, per_liberal, options.hops, counting);
  const ReachMargins margins =
      options.intervals ? calibrate_margins(knowledge, anchors, options, counting, rng) : ReachMargins{};
  for (InferredCounts& table : tables) add_reach(estimates, margins, table, kSecondHop);
}

}  // namespace hopveil::infer
