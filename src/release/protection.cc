// SPDX-License-Identifier: Apache-2.0
#include "release/protection.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <hopveil/errors.h>

namespace hopveil::release {
namespace {

constexpr std::uint64_t kProtectsUpToNanos = 3 * Epsilon::kNanosPerUnit;
constexpr std::uint64_t kNoneFromNanos = 8 * Epsilon::kNanosPerUnit;
constexpr std::array kQuantiles = {0U, 10U, 25U, 50U, 75U, 90U, 100U};
constexpr int kMostDecimals = 9;

PromisedLevel level_at(Epsilon preference, ledger::BudgetShare share) {
  return {preference, share.of(preference)};
}

std::vector<PromisedLevel> count_levels(const std::vector<Epsilon>& sorted, ledger::BudgetShare share) {
  std::vector<PromisedLevel> levels;
  for (const Epsilon preference : sorted) {
    if (levels.empty() || levels.back().preference != preference) {
      if (levels.size() == Promise::kMostLevels) return {};  // too many
      levels.push_back(level_at(preference, share));
    }
    ++levels.back().users;
  }
  return levels;
}

std::vector<PromisedLevel> quantile_levels(const std::vector<Epsilon>& sorted, ledger::BudgetShare share) {
  std::vector<PromisedLevel> levels;
  for (const unsigned percent : kQuantiles) {
    levels.push_back(level_at(sorted[(sorted.size() - 1) * percent / 100], share));
    levels.back().quantile = percent;
  }
  return levels;
}

}  // namespace

Protection protection_at(Epsilon epsilon) {
  if (epsilon.nanos() <= kProtectsUpToNanos) return Protection::kProtects;
  return epsilon.nanos() < kNoneFromNanos ? Protection::kWeak : Protection::kNone;
}

std::string protection_text(Protection protection) {
  switch (protection) {
    case Protection::kProtects:
      return "protects";
    case Protection::kWeak:
      return "weak protection";
    case Protection::kNone:
      return "in effect no protection";
  }
  throw BugError("a protection has no name");
}

double belief_at_most(Epsilon epsilon) {
  return 1 / (1 + std::exp(-epsilon.value()));
}

std::string belief_text(Epsilon epsilon) {
  const double doubt = 100 / (1 + std::exp(epsilon.value()));  // percent; precise also where belief is near 1
  for (int decimals = 1; decimals <= kMostDecimals; ++decimals) {
    const double unit = std::pow(10.0, -decimals);
    const double least_doubt = std::floor(doubt / unit * (1 - 1e-12)) * unit;
    if (least_doubt > 0) return fmt::format("{:.{}f}%", 100 - least_doubt, decimals);
  }
  return "100%";
}

Protection Promise::weakest() const {
  return levels.empty() ? Protection::kProtects : protection_at(levels.back().spent);
}

const std::vector<std::string>& what_is_not_protected() {
  static const std::vector<std::string> sentences = {
      "several connections of one user together: their epsilons add up, so that with ten of them the promise "
      "is that of ten times the epsilon",
      "who exists and who is public: every private user has a row",
      "the preferences: who wants how much privacy is taken as known",
      "connections between two public users"};
  return sentences;
}

Promise promise_to(const Preferences& preferences, ledger::BudgetShare share) {
  std::vector<Epsilon> sorted(preferences.by_row().begin(), preferences.by_row().end());
  std::ranges::sort(sorted);
  Promise promise;
  promise.users = sorted.size();
  if (sorted.empty()) return promise;
  promise.median = sorted[(sorted.size() - 1) / 2];
  promise.levels = count_levels(sorted, share);
  promise.by_quantile = promise.levels.empty();
  if (promise.by_quantile) promise.levels = quantile_levels(sorted, share);
  return promise;
}

}  // namespace hopveil::release
