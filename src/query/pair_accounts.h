// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dp/rational.h"
#include "query/public_knowledge.h"
#include "query/questions.h"

namespace hopveil::query {

/// What each protected pair has been charged, as a share of its level.
///
/// Pairs are not looped over: which questions see a pair depends only on what its owner and its partner are
/// to each question (asked, looked at, member). Users that have been the same to every question so far form a
/// class; classes are few, and a sum of shares is kept per (class of the owner, class of the partner).
class PairAccounts {
 public:
  /// `knowledge` outlives the accounts.
  explicit PairAccounts(const PublicKnowledge& knowledge);

  /// Charges every pair that the question sees its share. Throws BugError, and charges nothing, when some
  /// pair would then have been charged more than 1, or when sums of shares stop fitting 64-bit fractions.
  void charge(const CountQuestion& question);
  void charge(const PairQuestion& question);

  /// What a pair has been charged so far; nothing: 0.
  std::optional<dp::Rational> charged(NodeId owner, NodeId partner) const;
  std::size_t num_classes() const { return classes_.size(); }

 private:
  using Roles = std::uint8_t;
  static constexpr Roles kAsked = 1;
  static constexpr Roles kLookedAt = 2;
  static constexpr Roles kMember = 4;
  static constexpr std::size_t kNumRoles = 8;

  struct UserClass {
    std::uint32_t parent = 0;  ///< its class before the question
    Roles roles = 0;           ///< to the question
    NodeId size = 0;
    // Preferences of its users; 0 for a class of public users.
    std::uint64_t smallest = 0;
    std::uint64_t largest = 0;
  };
  struct Refined {
    std::vector<UserClass> classes;
    std::vector<std::uint32_t> class_of_user;
  };

  template <class RolesOf>
  Refined refine(RolesOf&& roles_of) const;
  void charge(Refined refined, dp::Rational share);
  static bool may_own(const std::vector<UserClass>& classes, std::size_t owner, std::size_t partner);

  const PublicKnowledge& knowledge_;
  std::vector<UserClass> classes_;
  std::vector<std::uint32_t> class_of_user_;
  /// By owner's class * number of classes + partner's class.
  std::vector<std::optional<dp::Rational>> charged_;
};

}  // namespace hopveil::query
