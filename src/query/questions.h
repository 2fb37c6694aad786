// SPDX-License-Identifier: Apache-2.0
#pragma once

// What may be asked about protected edges. In every question one edge touches one number.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <hopveil/graph.h>

#include "dp/rational.h"

namespace hopveil::query {

/// Not asked as an owner, or not looked at as a partner.
inline constexpr std::uint32_t kNobody = 0xFFFFFFFF;

/// How many neighbours do these users have in each cell of users? Pool p's answer for cell x is the number of
/// edges {u, v} that u owns, with pool_of_owner[u] = p and cell_of_partner[v] = x, plus discrete Laplace
/// noise with parameter share * (the smallest preference in the pool). A pool of one user is that user's own
/// answer; a pool of many adds up theirs (the popularity of a public user among the users of one level).
///
/// Pools and cells come from public knowledge and earlier answers only.
struct CountQuestion {
  std::vector<std::uint32_t> pool_of_owner;    ///< by user; kNobody: not asked (public users always)
  std::vector<std::uint32_t> cell_of_partner;  ///< by user; kNobody: not looked at
  std::uint32_t num_pools = 0;
  std::uint32_t num_cells = 0;
  dp::Rational share{1, 1};  ///< of the level of each pair that the question looks at
};

/// Answers to a CountQuestion, by pool and cell. Noisy: may be below 0.
class NoisyCounts {
 public:
  NoisyCounts() = default;
  NoisyCounts(std::uint32_t num_pools, std::uint32_t num_cells)
      : num_pools_(num_pools), num_cells_(num_cells), values_(std::size_t{num_pools} * num_cells) {}
  std::uint32_t num_pools() const { return num_pools_; }
  std::uint32_t num_cells() const { return num_cells_; }
  std::int64_t operator()(std::uint32_t pool, std::uint32_t cell) const {
    return values_[std::size_t{pool} * num_cells_ + cell];
  }
  std::int64_t& operator()(std::uint32_t pool, std::uint32_t cell) {
    return values_[std::size_t{pool} * num_cells_ + cell];
  }
  /// One pool's answers, by cell.
  std::span<std::int64_t> pool(std::uint32_t pool) {
    return {values_.data() + std::size_t{pool} * num_cells_, num_cells_};
  }
  std::span<const std::int64_t> pool(std::uint32_t pool) const {
    return {values_.data() + std::size_t{pool} * num_cells_, num_cells_};
  }

 private:
  std::uint32_t num_pools_ = 0;
  std::uint32_t num_cells_ = 0;
  std::vector<std::int64_t> values_;
};

/// Which pairs of these users are linked? Randomized response on every pair of members of which at least one
/// is private: the bit of a pair of level l is flipped with probability 1 / (1 + exp(share * l)), rounded up.
/// Sampled sparsely: the cost is that of the true edges and the flips, not of the pairs.
struct PairQuestion {
  std::vector<bool> is_member;  ///< by user, public ones as well
  dp::Rational share{1, 1};
};

/// The pairs that were answered with "linked", each once, smaller id first, ascending. Edges between public
/// users are not among them.
using NoisyEdges = std::vector<std::pair<NodeId, NodeId>>;

/// Whoever answers questions about a network that the asker does not see. The shares of all questions that
/// look at one pair may not exceed 1: a question beyond that is a BugError before anything is drawn.
class AnswerSource {
 public:
  AnswerSource() = default;
  AnswerSource(const AnswerSource&) = delete;
  AnswerSource& operator=(const AnswerSource&) = delete;
  virtual ~AnswerSource() = default;

  virtual NoisyCounts ask(const CountQuestion& question) = 0;
  virtual NoisyEdges ask(const PairQuestion& question) = 0;
};

}  // namespace hopveil::query
