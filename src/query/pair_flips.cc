// SPDX-License-Identifier: Apache-2.0
#include "query/pair_flips.h"

#include <algorithm>

#include "dp/budget.h"
#include "dp/exact_samplers.h"
#include "dp/random_bits.h"
#include "query/flip_rate.h"

namespace hopveil::query {

MemberOrder::MemberOrder(const PublicKnowledge& knowledge, const PairQuestion& question)
    : place_(knowledge.num_users(), kNotMember) {
  for (const NodeId user : knowledge.roles().private_users()) {
    if (question.is_member[user]) users_.push_back(user);
  }
  num_private_ = users_.size();
  for (const NodeId user : knowledge.roles().public_users()) {
    if (question.is_member[user]) users_.push_back(user);
  }
  const auto first_public = users_.begin() + static_cast<std::ptrdiff_t>(num_private_);
  const auto before = [&](NodeId a, NodeId b) { return knowledge.canonically_before(a, b); };
  std::sort(users_.begin(), first_public, [&](NodeId a, NodeId b) {
    const Epsilon of_a = knowledge.preference(a), of_b = knowledge.preference(b);
    return of_a != of_b ? of_a < of_b : before(a, b);
  });
  std::sort(first_public, users_.end(), before);
  for (std::uint32_t i = 0; i < users_.size(); ++i) place_[users_[i]] = i;
}

namespace {

/// Appends the flipped pairs of the rows [begin, end), all of one rate.
void flip_rows(dp::RandomBits& bits, FlipRate rate, std::size_t num_members, std::size_t begin,
               std::size_t end, std::vector<FlippedPair>& flips) {
  std::size_t row = begin;
  std::size_t next = begin + 1;  // the first column of the row that has not been passed
  while (row < end) {
    Uint128 skip = dp::geometric_exp(bits, rate.numerator, FlipRate::kDenominator);
    while (row < end && skip >= num_members - next) {
      skip -= num_members - next;
      ++row;
      next = row + 1;
    }
    if (row == end) break;
    const std::size_t column = next + static_cast<std::size_t>(skip);
    flips.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
    next = column + 1;
  }
}

}  // namespace

std::vector<FlippedPair> draw_flips(RandomSource& random, const PublicKnowledge& knowledge,
                                    const MemberOrder& members, dp::Rational share, std::size_t begin,
                                    std::size_t end, std::span<std::uint64_t> used) {
  dp::RandomBits bits(random);
  std::vector<FlippedPair> flips;
  for (std::size_t row = begin; row < end;) {
    const Epsilon level = knowledge.preference(members.user(row));
    std::size_t same_level = row + 1;
    while (same_level < end && knowledge.preference(members.user(same_level)) == level) ++same_level;
    const FlipRate rate = flip_rate(dp::times(level, share));
    flip_rows(bits, rate, members.size(), row, same_level, flips);
    if (!used.empty()) std::ranges::fill(used.subspan(row - begin, same_level - row), rate.numerator);
    row = same_level;
  }
  return flips;
}

}  // namespace hopveil::query
