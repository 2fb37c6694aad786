// SPDX-License-Identifier: Apache-2.0
#pragma once

// Decimal numbers without floating point, so that "0.1" means one tenth.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hopveil {

/// (-1)^negative * 0.d1d2d3.. * 10^exponent, where digits = "d1d2d3.." has no zero at either end (empty: the
/// number 0).
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;
};

/// Reads "12", "-0.5", "+3.", ".25", "1e-3"; nothing for anything else (also for nan, inf, hex and blanks).
std::optional<Decimal> parse_decimal(std::string_view text);

/// floor(|number| * 10^places), or nothing when that exceeds `limit`. Huge exponents are no problem.
std::optional<std::uint64_t> scaled_floor(const Decimal& number, int places, std::uint64_t limit);

/// Whether |number| * 10^places is a whole number, that is, scaled_floor loses nothing.
bool is_whole(const Decimal& number, int places);

/// value / 10^places in the fewest digits: decimal_text(1500, 3) is "1.5".
std::string decimal_text(std::uint64_t value, int places);

}  // namespace hopveil
