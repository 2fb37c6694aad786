// SPDX-License-Identifier: Apache-2.0
#pragma once

// What mechanisms ask of everybody's preferences, and the threshold t that is chosen from them.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hopveil/epsilon.h>
#include <hopveil/users.h>

#include "base/seeded_rng.h"

namespace hopveil::dp {

// Of at least one private user.
Epsilon smallest_preference(const Preferences& preferences);
Epsilon largest_preference(const Preferences& preferences);
/// Rounded down to a billionth.
Epsilon mean_preference(const Preferences& preferences);

/// Ascending, without repeats.
std::vector<Epsilon> distinct_preferences(const Preferences& preferences);

/// For experiments: every row gets one of `groups`, at random, so that the groups' sizes differ by at most
/// one (which groups are the larger ones is random as well).
Preferences assign_equal_groups(std::size_t rows, std::span<const Epsilon> groups, SeededRng& rng);

/// How the sampling threshold t is chosen: a number, or the largest or the mean preference (the paper's two
/// heuristics, remark in Sec. V).
class Threshold {
 public:
  static Threshold largest() { return Threshold(Kind::kLargest, Epsilon::from_nanos(1)); }
  static Threshold mean() { return Threshold(Kind::kMean, Epsilon::from_nanos(1)); }
  static Threshold number(Epsilon value) { return Threshold(Kind::kNumber, value); }
  /// Reads NUMBER, "max" or "mean". Throws InputError.
  static Threshold from_text(std::string_view text);

  /// t for these preferences. Throws InputError, naming the range, when a number is not between the smallest
  /// and the largest of them. With no private user nothing is protected and any t will do: the number itself,
  /// or 1.
  Epsilon resolve(const Preferences& preferences) const;
  /// As from_text reads it.
  std::string text() const;

 private:
  enum class Kind { kNumber, kLargest, kMean };
  Threshold(Kind kind, Epsilon value) : kind_(kind), value_(value) {}
  Kind kind_;
  Epsilon value_;
};

}  // namespace hopveil::dp
