// SPDX-License-Identifier: Apache-2.0
#include "query/pair_accounts.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace hopveil::query {
namespace {

/// Without rounding.
dp::Rational exact_sum(dp::Rational a, dp::Rational b) {
  const dp::WideFraction sum = dp::wide_sum(a, b);
  const dp::Rational held = dp::Rational::rounded_down(sum.numerator, sum.denominator);
  check(dp::compare_fractions(held.numerator(), held.denominator(), sum.numerator, sum.denominator) == 0,
        "a sum of shares needs more than 64 bits");
  return held;
}

}  // namespace

PairAccounts::PairAccounts(const PublicKnowledge& knowledge)
    : knowledge_(knowledge), classes_(1), class_of_user_(knowledge.num_users(), 0), charged_(1) {
  // Public users own no pair, so they form a class of their own from the beginning.
  Refined refined = refine([&](NodeId user) { return knowledge.is_public(user) ? kMember : Roles{0}; });
  classes_ = std::move(refined.classes);
  class_of_user_ = std::move(refined.class_of_user);
  charged_.assign(classes_.size() * classes_.size(), std::nullopt);
}

template <class RolesOf>
PairAccounts::Refined PairAccounts::refine(RolesOf&& roles_of) const {
  constexpr std::uint32_t kNoClass = 0xFFFFFFFF;
  std::vector<std::uint32_t> class_of_key(classes_.size() * kNumRoles, kNoClass);
  Refined refined{{}, std::vector<std::uint32_t>(class_of_user_.size())};
  for (NodeId user = 0; user < class_of_user_.size(); ++user) {
    const Roles roles = roles_of(user);
    const std::uint64_t preference = knowledge_.is_public(user) ? 0 : knowledge_.preference(user).nanos();
    std::uint32_t& place = class_of_key[class_of_user_[user] * kNumRoles + roles];
    if (place == kNoClass) {
      place = static_cast<std::uint32_t>(refined.classes.size());
      refined.classes.push_back({class_of_user_[user], roles, 0, preference, preference});
    }
    UserClass& its_class = refined.classes[place];
    ++its_class.size;
    its_class.smallest = std::min(its_class.smallest, preference);
    its_class.largest = std::max(its_class.largest, preference);
    refined.class_of_user[user] = place;
  }
  return refined;
}

/// Whether some user of the first class may own a pair with one of the second. Once false it stays false for
/// the classes that these are split into, so that no sum is forgotten.
bool PairAccounts::may_own(const std::vector<UserClass>& classes, std::size_t owner, std::size_t partner) {
  const bool owner_is_public = classes[owner].largest == 0;
  const bool partner_is_public = classes[partner].largest == 0;
  if (owner_is_public) return false;
  if (owner == partner) return classes[owner].size >= 2;
  return partner_is_public || classes[owner].smallest <= classes[partner].largest;
}

void PairAccounts::charge(Refined refined, dp::Rational share) {
  const auto& classes = refined.classes;
  std::vector<std::optional<dp::Rational>> charged(classes.size() * classes.size());
  for (std::size_t owner = 0; owner < classes.size(); ++owner) {
    for (std::size_t partner = 0; partner < classes.size(); ++partner) {
      if (!may_own(classes, owner, partner)) continue;
      auto& sum = charged[owner * classes.size() + partner];
      sum = charged_[classes[owner].parent * classes_.size() + classes[partner].parent];
      const Roles both = classes[owner].roles & classes[partner].roles;
      const bool counted = (classes[owner].roles & kAsked) != 0 && (classes[partner].roles & kLookedAt) != 0;
      if (!counted && (both & kMember) == 0) continue;
      sum = sum ? exact_sum(*sum, share) : share;
      check(*sum <= dp::Rational(1, 1), "the questions about one pair of users spend more than its level");
    }
  }
  classes_ = std::move(refined.classes);
  class_of_user_ = std::move(refined.class_of_user);
  charged_ = std::move(charged);
}

void PairAccounts::charge(const CountQuestion& question) {
  charge(refine([&](NodeId user) {
           const Roles asked = question.pool_of_owner[user] != kNobody ? kAsked : Roles{0};
           const Roles looked_at = question.cell_of_partner[user] != kNobody ? kLookedAt : Roles{0};
           return static_cast<Roles>(asked | looked_at);
         }),
         question.share);
}

void PairAccounts::charge(const PairQuestion& question) {
  charge(refine([&](NodeId user) { return question.is_member[user] ? kMember : Roles{0}; }), question.share);
}

std::optional<dp::Rational> PairAccounts::charged(NodeId owner, NodeId partner) const {
  return charged_[class_of_user_[owner] * classes_.size() + class_of_user_[partner]];
}

}  // namespace hopveil::query
