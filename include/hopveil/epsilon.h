// SPDX-License-Identifier: Apache-2.0
#pragma once

// Privacy budgets as exact numbers.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include <hopveil/api.h>

namespace hopveil {

/// A privacy preference or budget (epsilon, small = strict), held as a whole number of billionths, so that
/// sums, shares and comparisons are exact. Always positive.
///
///     const Epsilon tenth = Epsilon::from_text("0.1");
///     std::cout << tenth.nanos() << ' ' << (tenth < Epsilon::from_text("2")) << '\n';  // 100000000 1
class HOPVEIL_API Epsilon {
 public:
  static constexpr std::uint64_t kNanosPerUnit = 1'000'000'000;
  static constexpr std::uint64_t kMaxNanos = 1'000'000 * kNanosPerUnit;

  /// From a decimal number, rounded down (more privacy) to a billionth: `from_text("0.1")`,
  /// `from_text("2e-3")`. Throws InputError, without a place, unless the text is a number from 1e-9 to 1e6.
  static Epsilon from_text(std::string_view text);
  /// Throws InputError unless 1 <= nanos <= kMaxNanos.
  static Epsilon from_nanos(std::uint64_t nanos);

  std::uint64_t nanos() const { return nanos_; }
  /// For display, plots and the experiments' floating-point formulas; never for a release's noise.
  double value() const { return static_cast<double>(nanos_) / static_cast<double>(kNanosPerUnit); }
  /// The shortest decimal text that from_text reads back as this value: "0.1", "16".
  std::string text() const;

  friend auto operator<=>(Epsilon, Epsilon) = default;

 private:
  explicit Epsilon(std::uint64_t nanos) : nanos_(nanos) {}
  std::uint64_t nanos_;
};

}  // namespace hopveil
