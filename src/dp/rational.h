// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

#include "base/uint128.h"

namespace hopveil::dp {

/// A positive fraction of two 64-bit numbers in lowest terms: budget shares and epsilons, without rounding
/// wherever 64 bits hold them.
class Rational {
 public:
  /// numerator / denominator, exactly. Throws BugError when either is 0.
  Rational(std::uint64_t numerator, std::uint64_t denominator);
  /// The value, or, where 64 bits do not hold it in lowest terms, a fraction below it (an epsilon that is
  /// smaller protects more) by less than a 2^-62nd of it. Throws InputError when only 0 would be left (values
  /// below 2^-64).
  static Rational rounded_down(Uint128 numerator, Uint128 denominator);

  std::uint64_t numerator() const { return numerator_; }
  std::uint64_t denominator() const { return denominator_; }
  /// For display and experiments.
  double value() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }

  friend bool operator==(Rational, Rational) = default;
  friend std::strong_ordering operator<=>(Rational a, Rational b) {
    return static_cast<Uint128>(a.numerator_) * b.denominator_ <=>
           static_cast<Uint128>(b.numerator_) * a.denominator_;
  }

 private:
  std::uint64_t numerator_;
  std::uint64_t denominator_;
};

/// A fraction that may need more than 64 bits, not in lowest terms.
struct WideFraction {
  Uint128 numerator;
  Uint128 denominator;
};

/// a + b, exactly. Needing more than 128 bits is a bug.
WideFraction wide_sum(Rational a, Rational b);

/// a + b, rounded as Rational::rounded_down says.
Rational sum_rounded_down(Rational a, Rational b);

/// Compares the fractions a/b and c/d (b, d > 0) exactly, though their cross products need 256 bits.
std::strong_ordering compare_fractions(Uint128 a, Uint128 b, Uint128 c, Uint128 d);

}  // namespace hopveil::dp
