// SPDX-License-Identifier: Apache-2.0
#include "infer/pairs/rehearsal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <hopveil/count.h>

#include "infer/basics/count_everyone.h"
#include "infer/basics/random_draws.h"
#include "infer/loss/bayes_action.h"

namespace hopveil::infer {
namespace {

/// Edges are kept that are believed to a half; bridges, if they are believed to one of these.
constexpr std::array<float, 8> kKept{0.5F, 0.3F, 0.7F, 0.8F, 0.9F, 0.95F, 0.98F, 2.0F};
constexpr float kMoreLikely = 0.5F;
/// Errors below this share of that of zeros, and below this, are alike.
constexpr double kAlike = 0.01, kNothing = 0.001;
/// Groups of like estimates that residuals are kept for, and users in the smallest of them.
constexpr std::size_t kGroups = 12, kUsersPerGroup = 100;

HopRows best_of(const std::vector<HopRows>& samples, std::size_t rows, unsigned hops, Objective objective) {
  HopRows best(rows, hops);
  WeightedCounts counts(samples.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (unsigned hop = 0; hop < hops; ++hop) {
      for (std::size_t i = 0; i < samples.size(); ++i) counts[i] = {samples[i].of(row)[hop], 1.0F};
      std::ranges::sort(counts);
      best.of(row)[hop] = best_count(counts, objective);
    }
  }
  return best;
}

}  // namespace

std::vector<PossibleTruth> possible_truths(const NoisyNetwork& network, const EdgeBeliefs& believed,
                                           SeededRng rng) {
  constexpr float kLikely = 0.5F, kLikelyBridge = 0.9F;
  std::vector<PossibleTruth> truths{{Sort::kSampled}, {Sort::kSampled}, {Sort::kLikely}};
  for (std::size_t i = 0; i < network.answered.size(); ++i) {
    const float belief = believed.belief[i];
    for (std::size_t j = 0; j < 2; ++j) {
      if (unit_draw(rng) < belief) truths[j].edges.push_back(network.answered[i]);
    }
    if (belief >= (believed.is_bridge[i] ? kLikelyBridge : kLikely))
      truths[2].edges.push_back(network.answered[i]);
  }
  return truths;
}

CandidateCounter::CandidateCounter(const query::PublicKnowledge& knowledge, const InferenceOptions& options)
    : knowledge_(knowledge), options_(options) {}

HopRows CandidateCounter::count_edges(const std::vector<Edge>& edges) const {
  std::vector<Edge> all = edges;
  for (const auto& [a, b] : knowledge_.public_edges()) all.push_back({a, b});
  const Graph graph = graph_from_edges(knowledge_.num_users(), std::move(all));
  const ExactCounts counts = count_network(graph, knowledge_.roles(), options_.hops, options_);
  HopRows rows(counts.rows(), options_.hops);
  for (unsigned hop = 0; hop < options_.hops; ++hop) {
    const auto column = counts.hop(hop + 1);
    for (std::size_t row = 0; row < counts.rows(); ++row) rows.of(row)[hop] = static_cast<float>(column[row]);
  }
  return rows;
}

CandidateTables CandidateCounter::count(const std::vector<Edge>& edges, const EdgeBeliefs& believed,
                                        SeededRng rng) const {
  CandidateTables result;
  std::vector<Edge> chosen;
  const auto count_if = [&](const auto& is_chosen) {
    chosen.clear();
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (is_chosen(i)) chosen.push_back(edges[i]);
    }
    return count_edges(chosen);
  };
  if (std::ranges::all_of(believed.belief, [](float belief) { return belief == 1; })) {
    result.all_alike_ = true;
    result.kept_.push_back(count_edges(edges));
    result.sampled_absolute_ = result.sampled_relative_ = result.kept_.front();
    return result;
  }
  for (const float least : kKept) {
    result.kept_.push_back(count_if(
        [&](std::size_t i) { return believed.belief[i] >= (believed.is_bridge[i] ? least : kMoreLikely); }));
  }
  const std::size_t rows = knowledge_.roles().private_users().size();
  result.kept_.emplace_back(rows, options_.hops);
  std::vector<HopRows> samples;
  for (std::size_t i = 0; i < options_.parameters.pairs.samples; ++i)
    samples.push_back(count_if([&](std::size_t j) { return unit_draw(rng) < believed.belief[j]; }));
  result.sampled_absolute_ = best_of(samples, rows, options_.hops, Objective::kAbsolute);
  result.sampled_relative_ = best_of(samples, rows, options_.hops, Objective::kRelative);
  return result;
}

void Residuals::add(float estimate, float truth) {
  seen_.emplace_back(estimate, truth);
}

void Residuals::finish(double tail) {
  std::ranges::sort(seen_);
  groups_.clear();
  const std::size_t per_group = std::max(kUsersPerGroup, seen_.size() / kGroups);
  std::vector<float> residuals;
  for (std::size_t begin = 0; begin < seen_.size();) {
    std::size_t end = std::min(begin + per_group, seen_.size());
    if (seen_.size() - end < per_group) end = seen_.size();
    while (end < seen_.size() && seen_[end].first == seen_[end - 1].first) ++end;
    residuals.clear();
    double error = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [estimate, truth] = seen_[i];
      residuals.push_back(std::sqrt(truth) - std::sqrt(estimate));
      error += std::abs(truth - estimate) / static_cast<double>(end - begin);
    }
    std::ranges::sort(residuals);
    const auto outside = static_cast<std::size_t>(tail * static_cast<double>(residuals.size()));
    groups_.push_back({seen_[begin].first, residuals[outside], residuals[residuals.size() - 1 - outside],
                       static_cast<float>(error)});
    begin = end;
  }
  seen_.clear();
}

Residuals::Group Residuals::group_of(float estimate) const {
  Group group;
  for (const Group& candidate : groups_) {
    if (candidate.smallest <= estimate || &candidate == &groups_.front()) group = candidate;
  }
  return group;
}

std::pair<std::uint32_t, std::uint32_t> Residuals::interval(float estimate, std::size_t num_public) const {
  const Group group = group_of(estimate);
  const auto end = [&](float residual) {
    const float root = std::max(std::sqrt(estimate) + residual, 0.0F);
    return static_cast<std::uint32_t>(std::min(std::round(root * root), static_cast<float>(num_public)));
  };
  return {end(group.low), end(group.high)};
}

float Residuals::expected_error(float estimate) const {
  return group_of(estimate).error;
}

std::pair<std::uint32_t, std::uint32_t> RehearsedHop::interval(float estimate, std::size_t num_public) const {
  auto [low, high] = residuals.front().interval(estimate, num_public);
  for (const Residuals& of_sort : residuals) {
    const auto [lower, higher] = of_sort.interval(estimate, num_public);
    low = std::min(low, lower);
    high = std::max(high, higher);
  }
  return {low, high};
}

float RehearsedHop::expected_error(float estimate) const {
  float error = 0;
  for (const Residuals& of_sort : residuals) error = std::max(error, of_sort.expected_error(estimate));
  return error;
}

Rehearsal::Rehearsal(const InferenceOptions& options) : options_(options) {}

void Rehearsal::add(Sort sort, CandidateTables candidates, HopRows truth) {
  rehearsals_.push_back({sort, std::move(candidates), std::move(truth)});
}

double Rehearsal::error(const HopRows& estimate, const HopRows& truth, unsigned hop,
                        Objective objective) const {
  double sum = 0;
  for (std::size_t row = 0; row < truth.users(); ++row) {
    const float true_count = truth.of(row)[hop];
    const float off = std::abs(estimate.of(row)[hop] - true_count);
    sum += objective == Objective::kAbsolute ? off : off / std::max(true_count, 1.0F);
  }
  return sum / static_cast<double>(truth.users());
}

std::vector<RehearsedHop> Rehearsal::choose(Objective objective) const {
  std::vector<RehearsedHop> by_hop(options_.hops);
  if (rehearsals_.empty()) return by_hop;
  const double tail = (100 - static_cast<double>(options_.intervals.value_or(0))) / 200;
  for (unsigned hop = 0; hop < options_.hops; ++hop) {
    RehearsedHop& chosen = by_hop[hop];
    const HopRows zeros(rehearsals_.front().truth.users(), options_.hops);
    std::vector<double> losses(rehearsals_.front().candidates.size(), 0);
    for (const Rehearsed& rehearsed : rehearsals_) {
      const double alike = kAlike * error(zeros, rehearsed.truth, hop, objective) + kNothing;
      for (std::size_t i = 0; i < losses.size(); ++i) {
        losses[i] += std::log(
            error(rehearsed.candidates.table(i, objective), rehearsed.truth, hop, objective) + alike);
      }
    }
    chosen.best = static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
    for (const Rehearsed& rehearsed : rehearsals_) {
      const HopRows& estimate = rehearsed.candidates.table(chosen.best, objective);
      Residuals& residuals = chosen.residuals[static_cast<std::size_t>(rehearsed.sort)];
      for (std::size_t row = 0; row < rehearsed.truth.users(); ++row)
        residuals.add(estimate.of(row)[hop], rehearsed.truth.of(row)[hop]);
    }
    for (Residuals& residuals : chosen.residuals) residuals.finish(tail);
  }
  return by_hop;
}

}  // namespace hopveil::infer
