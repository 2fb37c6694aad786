// SPDX-License-Identifier: Apache-2.0
#include "dp/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "dp/preferences.h"

namespace hopveil::dp {
namespace {

/// A step's budget in floating point; numerator, denominator and nanos convert exactly where long double has
/// 64 bits, so three operations round.
long double step_epsilon(Rational share, Epsilon epsilon) {
  return static_cast<long double>(share.numerator()) / static_cast<long double>(share.denominator()) *
         static_cast<long double>(epsilon.nanos()) / static_cast<long double>(Epsilon::kNanosPerUnit);
}

/// s level >= T, in integers.
bool reaches_threshold(Epsilon level, const SamplingBudget& budget) {
  const Rational s = budget.preference_share;
  const Rational r = budget.threshold_share;
  return compare_fractions(level.nanos(), budget.threshold.nanos(),
                           static_cast<Uint128>(r.numerator()) * s.denominator(),
                           static_cast<Uint128>(s.numerator()) * r.denominator()) >= 0;
}

constexpr unsigned kRestBits = 56;

/// By place in levels.levels(), and one more for items that are not protected.
std::vector<KeepProbability> keep_table(const SamplingLevels& levels, const SamplingBudget& budget) {
  std::vector<KeepProbability> table;
  table.reserve(levels.levels().size() + 1);
  for (const Epsilon level : levels.levels()) table.push_back(keep_probability(level, budget));
  table.push_back({true, 0});
  return table;
}

/// The Bernoulli draws of items 0, 1, .. in turn, eight to a random word: a random byte below the first byte
/// of pi keeps, one above it drops, and only when they are equal 56 further bits decide against the rest.
class ItemCoins {
 public:
  ItemCoins(RandomSource& source, const SamplingLevels& levels, const SamplingBudget& budget)
      : source_(source) {
    for (const KeepProbability& pi : keep_table(levels, budget)) {
      first_.push_back(static_cast<std::uint16_t>(pi.certain ? 256 : pi.fraction >> kRestBits));
      rest_.push_back(pi.fraction & ((std::uint64_t{1} << kRestBits) - 1));
    }
  }

  /// Coins for up to 8 items, the first in bit 0.
  std::uint64_t flip(std::span<const std::uint32_t> level_of_item) {
    std::uint64_t random = source_.next_u64();
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < level_of_item.size(); ++i, random >>= 8) {
      const std::uint16_t first = first_[level_of_item[i]];
      const auto byte = static_cast<std::uint16_t>(random & 255);
      bool keep = byte < first;
      if (byte == first) [[unlikely]] {
        keep = source_.next_u64() >> (64 - kRestBits) < rest_[level_of_item[i]];
      }
      kept |= std::uint64_t{keep} << i;
    }
    return kept;
  }

 private:
  RandomSource& source_;
  std::vector<std::uint16_t> first_;  // 256: certain
  std::vector<std::uint64_t> rest_;
};

}  // namespace

SamplingLevels SamplingLevels::of_rows(const Preferences& preferences) {
  SamplingLevels result;
  result.levels_ = distinct_preferences(preferences);
  result.level_of_item_.reserve(preferences.size());
  for (const Epsilon preference : preferences.by_row()) {
    const auto place = std::lower_bound(result.levels_.begin(), result.levels_.end(), preference);
    result.level_of_item_.push_back(static_cast<std::uint32_t>(place - result.levels_.begin()));
  }
  return result;
}

SamplingLevels SamplingLevels::of_edges(const Graph& graph, const UserRoles& roles,
                                        const Preferences& preferences) {
  check(preferences.size() == roles.private_users().size(), "not every private user has a preference");
  const SamplingLevels rows = of_rows(preferences);
  const auto unprotected = static_cast<std::uint32_t>(rows.levels_.size());
  // Public users stand above every level, so the smaller of two ends is the level of the edge.
  std::vector<std::uint32_t> level_of_node(graph.num_nodes(), unprotected);
  for (NodeId row = 0; row < preferences.size(); ++row) {
    level_of_node[roles.private_users()[row]] = rows.level_of_item_[row];
  }
  SamplingLevels result;
  result.levels_ = rows.levels_;
  result.level_of_item_.reserve(graph.num_edges());
  for (NodeId u = 0; u < graph.num_nodes(); ++u) {
    const auto row = graph.neighbours(u);
    for (auto v = std::upper_bound(row.begin(), row.end(), u); v != row.end(); ++v) {
      result.level_of_item_.push_back(std::min(level_of_node[u], level_of_node[*v]));
    }
  }
  return result;
}

KeepProbability keep_probability(Epsilon level, const SamplingBudget& budget) {
  if (reaches_threshold(level, budget)) return {true, 0};
  const long double x = step_epsilon(budget.preference_share, level);
  const long double t = step_epsilon(budget.threshold_share, budget.threshold);
  // (e^x - 1) / (e^t - 1), written so that nothing overflows.
  const long double pi = std::exp(x - t) * (std::expm1(-x) / std::expm1(-t));
  // With u = epsilon()/2: x and t carry 3u each, so x - t is off by at most 3u (x + t) + u |x - t| and its
  // exp by as much, relatively; expm1 passes a relative error of its argument on at most once; the three
  // library results add 4 units in the last place (8u) each, generously; the three operations here and the
  // one below 4u. Together at most u (4 (x + t) + 34); what is taken off is twice that and more.
  const long double slack = std::numeric_limits<long double>::epsilon() * (4 * (x + t) + 64);
  const long double scaled = std::floor(std::ldexp(pi * (1 - slack), 64));
  if (!(scaled > 0)) return {false, 0};
  constexpr auto kLargest = std::numeric_limits<std::uint64_t>::max();
  return {false, scaled >= std::ldexp(1.0L, 64) ? kLargest : static_cast<std::uint64_t>(scaled)};
}

void sample_edges(RandomSource& source, const SamplingLevels& levels, const SamplingBudget& budget,
                  EdgeSubset& out) {
  out.resize(levels.size());
  ItemCoins coins(source, levels, budget);
  const auto items = levels.level_of_item();
  for (std::size_t begin = 0; begin < items.size(); begin += 8) {
    const auto eight = items.subspan(begin, std::min<std::size_t>(8, items.size() - begin));
    out.words()[begin / 64] |= coins.flip(eight) << (begin % 64);
  }
}

void sample_edges_one_by_one(RandomSource& source, const SamplingLevels& levels, const SamplingBudget& budget,
                             EdgeSubset& out) {
  out.resize(levels.size());
  const auto table = keep_table(levels, budget);
  for (std::uint64_t edge = 0; edge < levels.size(); ++edge) {
    const KeepProbability pi = table[levels.level_of_item()[edge]];
    if (pi.certain || source.next_u64() < pi.fraction) out.insert(edge);
  }
}

void sample_tuples(RandomSource& source, const SamplingLevels& rows, const SamplingBudget& budget,
                   std::span<const std::uint32_t> values, std::span<std::uint32_t> out) {
  check(values.size() == rows.size() && out.size() == rows.size(), "tuples and preferences differ in number");
  ItemCoins coins(source, rows, budget);
  for (std::size_t begin = 0; begin < values.size(); begin += 8) {
    const std::size_t count = std::min<std::size_t>(8, values.size() - begin);
    const std::uint64_t kept = coins.flip(rows.level_of_item().subspan(begin, count));
    for (std::size_t i = 0; i < count; ++i) out[begin + i] = (kept >> i & 1) != 0 ? values[begin + i] : 0;
  }
}

}  // namespace hopveil::dp
