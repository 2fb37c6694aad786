// SPDX-License-Identifier: Apache-2.0
#include "infer/model/unobserved_degrees.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "graph/network_spec.h"
#include "infer/basics/random_draws.h"

namespace hopveil::infer {
namespace {

/// The grid of rates, from hardly any neighbour to more than any user was observed to have.
constexpr double kLeastRate = 0.02;
constexpr double kRateStep = 1.25;
/// Expectation-maximization is stopped early: its limit is a few spikes.
constexpr int kRounds = 60;
/// Fewer users of a kind say little about their rates.
constexpr std::size_t kFewestOfKind = 100;

/// 0, 1, 2 to 3, 4 to 7, ..
std::size_t class_of(const UnobservedDegrees::User& user) {
  return static_cast<std::size_t>(std::bit_width(user.public_neighbours));
}

}  // namespace

UnobservedDegrees::UnobservedDegrees(std::span<const User> users, double unobserved_per_observed)
    : unobserved_per_observed_(unobserved_per_observed) {
  std::uint32_t most = 1;
  for (const User& user : users) most = std::max(most, user.observed);
  double rate = kLeastRate;
  while (rate < kRateStep * most) {
    rates_.push_back(rate);
    rate *= kRateStep;
  }
  set_kinds(users);
  std::vector<std::vector<std::uint32_t>> observed(kinds_.empty() ? 0 : kinds_.back() + 1);
  for (const User& user : users) observed[kind_of(user)].push_back(user.observed);
  posteriors_.resize(observed.size());
  for (std::size_t kind = 0; kind < observed.size(); ++kind) {
    weights_.push_back(learn(observed[kind]));
    for (const std::uint32_t number : observed[kind]) {
      Weights& posterior = posteriors_[kind][number];
      if (!posterior.empty()) continue;
      posterior = likelihoods(number);
      for (std::size_t i = 0; i < posterior.size(); ++i) posterior[i] *= weights_[kind][i];
    }
  }
}

/// Neighbouring classes with too few users are one kind.
void UnobservedDegrees::set_kinds(std::span<const User> users) {
  std::vector<std::size_t> sizes;
  for (const User& user : users) {
    sizes.resize(std::max(sizes.size(), class_of(user) + 1));
    ++sizes[class_of(user)];
  }
  std::size_t kind = 0, members = 0;
  for (const std::size_t size : sizes) {
    kinds_.push_back(kind);
    members += size;
    if (members < kFewestOfKind) continue;
    ++kind;
    members = 0;
  }
  if (kind > 0) {
    for (std::size_t& of_class : kinds_) of_class = std::min(of_class, kind - 1);
  }
}

std::size_t UnobservedDegrees::kind_of(const User& user) const {
  return kinds_[class_of(user)];
}

/// Of every rate, given this many observed neighbours; relative to that of the most likely rate, so that not
/// all of them vanish when there are very many.
UnobservedDegrees::Weights UnobservedDegrees::likelihoods(std::uint32_t observed) const {
  Weights result;
  for (const double rate : rates_) result.push_back(observed * std::log(rate) - rate);
  const double best = *std::max_element(result.begin(), result.end());
  for (double& value : result) value = std::exp(value - best);
  return result;
}

/// How common the rates are among users with these numbers of observed neighbours: expectation-maximization.
UnobservedDegrees::Weights UnobservedDegrees::learn(std::span<const std::uint32_t> observed) const {
  std::map<std::uint32_t, double> users_by_degree;
  for (const std::uint32_t number : observed) users_by_degree[number] += 1;
  std::vector<std::pair<double, Weights>> cases;
  cases.reserve(users_by_degree.size());
  for (const auto& [number, users] : users_by_degree) cases.emplace_back(users, likelihoods(number));
  Weights weights(rates_.size(), 1.0 / static_cast<double>(rates_.size()));
  for (int round = 0; round < kRounds; ++round) {
    Weights next(rates_.size(), 0.0);
    for (const auto& [users, likelihood] : cases) {
      double total = 0;
      for (std::size_t i = 0; i < next.size(); ++i) total += weights[i] * likelihood[i];
      const double each = users / total / static_cast<double>(observed.size());
      for (std::size_t i = 0; i < next.size(); ++i) next[i] += each * weights[i] * likelihood[i];
    }
    weights = std::move(next);
  }
  return weights;
}

/// How likely the rates are for this user; they do not sum to 1.
const UnobservedDegrees::Weights& UnobservedDegrees::posterior(const User& user) const {
  return posteriors_[kind_of(user)].at(user.observed);
}

std::uint64_t UnobservedDegrees::draw(const User& user, SeededRng& rng) const {
  const Weights& weights = posterior(user);
  double left = random_unit(rng) * std::accumulate(weights.begin(), weights.end(), 0.0);
  std::size_t drawn = 0;
  while (drawn + 1 < weights.size() && left > weights[drawn]) left -= weights[drawn++];
  return poisson(unobserved_per_observed_ * rates_[drawn], rng);
}

double UnobservedDegrees::none(const User& user) const {
  const Weights& weights = posterior(user);
  double none = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    none += weights[i] * std::exp(-unobserved_per_observed_ * rates_[i]);
  return none / std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace hopveil::infer
