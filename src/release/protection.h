// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an epsilon means for one connection, in words that need no formula.
//
// An observer who thinks it 50% likely that a given connection exists, and then reads a table that was made
// with epsilon for that connection, thinks it at most e^epsilon / (1 + e^epsilon) likely afterwards: 73.2%
// for 1, 95.3% for 3, 99.99999% for 16.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/users.h>

#include "ledger/budget_share.h"

namespace hopveil::release {

enum class Protection {
  kProtects,  ///< epsilon up to 3: whoever reads the table stays in doubt
  kWeak,
  kNone  ///< epsilon from 8 (more than 99.9%): in effect no protection
};

Protection protection_at(Epsilon epsilon);
/// "protects", "weak protection", "in effect no protection"
std::string protection_text(Protection protection);

/// The largest belief, from 0.5 to 1.
double belief_at_most(Epsilon epsilon);
/// The same as a percentage, rounded up, so that it is never less than what may happen: "73.2%".
std::string belief_text(Epsilon epsilon);

/// What is promised to the users of one preference.
struct PromisedLevel {
  Epsilon preference;
  Epsilon spent;          ///< the share of it that is promised
  std::size_t users = 0;  ///< with this preference
  unsigned quantile = 0;  ///< instead of `users` when there are many levels: percent of users at or below
};

/// What was promised to whom. Preferences are public knowledge.
struct Promise {
  /// With more different preferences than this, `levels` are quantiles.
  static constexpr std::size_t kMostLevels = 20;

  std::size_t users = 0;
  bool by_quantile = false;
  std::vector<PromisedLevel> levels;  ///< the smallest epsilon first; empty when there is no private user
  std::optional<Epsilon> median;      ///< of the preferences; of two in the middle the smaller one

  /// Of the users with the largest epsilon; kProtects when there is no user.
  Protection weakest() const;
};

/// What no epsilon of a release bounds, a sentence each.
const std::vector<std::string>& what_is_not_protected();

Promise promise_to(const Preferences& preferences, ledger::BudgetShare share);

}  // namespace hopveil::release
