// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sampling of edges and tuples by preference: the RS(G, sP, T) of Theorem 3 (Jorgensen, Yu, Cormode, ICDE
// 2015). What is left goes to a T-DP mechanism; each edge is then protected to s times its level.

#include <cstdint>
#include <span>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/graph.h>
#include <hopveil/users.h>

#include "base/random_source.h"
#include "dp/budget.h"
#include "graph/edge_subset.h"

namespace hopveil::dp {

/// The preference that protects each item (an edge, or a user's tuple). Depends on public knowledge and on
/// which edges exist, not on the budget: built once, sampled from many times.
class SamplingLevels {
 public:
  /// An edge's level is the smallest preference among its private ends. An edge between public users is not
  /// protected and always kept. Items are edge indices (see Graph).
  static SamplingLevels of_edges(const Graph& graph, const UserRoles& roles, const Preferences& preferences);
  /// Items are rows; a tuple's level is its user's preference.
  static SamplingLevels of_rows(const Preferences& preferences);

  std::uint64_t size() const { return level_of_item_.size(); }
  /// The distinct preferences, ascending.
  std::span<const Epsilon> levels() const { return levels_; }
  /// By item: a place in levels(), or levels().size() for an item that is not protected.
  std::span<const std::uint32_t> level_of_item() const { return level_of_item_; }

 private:
  std::vector<Epsilon> levels_;
  std::vector<std::uint32_t> level_of_item_;
};

/// A probability: exactly 1, or a whole number of 2^-64ths.
struct KeepProbability {
  bool certain = false;
  std::uint64_t fraction = 0;
  friend bool operator==(KeepProbability, KeepProbability) = default;
};

/// pi of Theorem 3: 1 when s level >= T (compared exactly), else expm1(s level) / expm1(T), rounded down
/// (more privacy) by at most (16 + s level + T) 2^-60 of itself and a 2^-64th.
KeepProbability keep_probability(Epsilon level, const SamplingBudget& budget);

/// RS(G, sP, T): `out` holds each edge independently with its keep_probability. Exact for these
/// probabilities; a function of the source's stream alone. About an eighth of a random word an edge.
void sample_edges(RandomSource& source, const SamplingLevels& levels, const SamplingBudget& budget,
                  EdgeSubset& out);

/// The obvious version, a whole word per edge: same distribution, another stream.
void sample_edges_one_by_one(RandomSource& source, const SamplingLevels& levels, const SamplingBudget& budget,
                             EdgeSubset& out);

/// Alg. 1 line 3: out[i] = values[i] with the keep_probability of row i, else 0 (E6: a dropped tuple counts
/// as 0). `out` may be `values`.
void sample_tuples(RandomSource& source, const SamplingLevels& rows, const SamplingBudget& budget,
                   std::span<const std::uint32_t> values, std::span<std::uint32_t> out);

}  // namespace hopveil::dp
