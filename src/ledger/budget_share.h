// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which part of everybody's budget a release spends.

#include <cstdint>
#include <string>
#include <string_view>

#include <hopveil/epsilon.h>

#include "base/uint128.h"

namespace hopveil::ledger {

/// The share S of a release, 0 < S <= 1, held as a whole number of billionths. A user with preference P
/// spends S * P. Every charge is a share of the same budget, so sums of shares say exactly what is left: ten
/// shares of 0.1 are 1 for every user, also for one whose budget 0.333333333 has no tenth in billionths.
class BudgetShare {
 public:
  static constexpr std::uint64_t kNanosPerWhole = 1'000'000'000;

  /// From a decimal number; further digits than nine round it up, so that no charge is below what was asked.
  /// Throws InputError, without a place, unless the text is a number > 0 and <= 1.
  static BudgetShare from_text(std::string_view text);
  /// Throws BugError unless 1 <= nanos <= kNanosPerWhole.
  static BudgetShare from_nanos(std::uint64_t nanos);

  std::uint64_t nanos() const { return nanos_; }
  /// The shortest decimal text: "0.1".
  std::string text() const;

  /// What a mechanism may use of this preference: S * P rounded down to a billionth, never more than is
  /// charged. Throws InputError when that is nothing.
  Epsilon of(Epsilon preference) const;

  friend auto operator<=>(BudgetShare, BudgetShare) = default;

 private:
  explicit BudgetShare(std::uint64_t nanos) : nanos_(nanos) {}
  std::uint64_t nanos_;
};

/// attos / 10^18, exactly, as decimal text: a spent or remaining epsilon.
std::string attos_text(Uint128 attos);
/// budget * share_nanos / 10^9, the same way.
std::string exact_share_text(Epsilon budget, std::uint64_t share_nanos);

}  // namespace hopveil::ledger
