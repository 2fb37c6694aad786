// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random_source.h"
#include "dp/rational.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::query {

/// The members of a PairQuestion in the order in which its pairs are numbered: private users by ascending
/// preference, then the public ones; ties in canonical order, so that who gets which noise does not depend on
/// the numbers of users. The earlier of two members has the smaller preference, so every pair
/// stands in the row of a private member whose preference is the pair's level: row i holds the pairs (i, j)
/// with j > i, for the places i of private members.
class MemberOrder {
 public:
  static constexpr std::uint32_t kNotMember = 0xFFFFFFFF;

  MemberOrder(const PublicKnowledge& knowledge, const PairQuestion& question);

  std::size_t size() const { return users_.size(); }
  /// How many private members, and so rows, there are.
  std::size_t num_rows() const { return num_private_; }
  NodeId user(std::size_t place) const { return users_[place]; }
  /// Of a user, or kNotMember.
  std::uint32_t place(NodeId user) const { return place_[user]; }

 private:
  std::vector<NodeId> users_;
  std::vector<std::uint32_t> place_;
  std::size_t num_private_ = 0;
};

struct FlippedPair {
  std::uint32_t row;
  std::uint32_t column;
  friend bool operator==(FlippedPair, FlippedPair) = default;
};

/// The pairs of the rows [begin, end) whose bits randomized response flips, ascending. Each pair is flipped
/// independently with flip_rate(share * level). No edge is looked at, so the flips are independent of them by
/// construction.
///
/// Sampled by skipping: the number of pairs that are not flipped between two that are is geometric. It has no
/// memory, so beginning anew at each level and each call changes nothing.
///
/// `used`, unless it is empty, has a place for each of the rows: the rate that its flips were drawn with.
std::vector<FlippedPair> draw_flips(RandomSource& random, const PublicKnowledge& knowledge,
                                    const MemberOrder& members, dp::Rational share, std::size_t begin,
                                    std::size_t end, std::span<std::uint64_t> used = {});

}  // namespace hopveil::query
