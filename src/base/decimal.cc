// SPDX-License-Identifier: Apache-2.0
#include "base/decimal.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/uint128.h"

namespace hopveil {
namespace {

constexpr std::int64_t kExponentLimit = 1'000'000;  // far outside every range that callers accept

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
}

/// Reads "e-3" (or nothing at all); the value is capped so that it cannot overflow.
std::optional<std::int64_t> parse_exponent(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] != 'e' && text[0] != 'E') return std::nullopt;
  text.remove_prefix(1);
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text.empty() || count_digits(text) != text.size()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) value = std::min(value * 10 + (c - '0'), kExponentLimit);
  return negative ? -value : value;
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    number.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const std::string_view whole = text.substr(0, count_digits(text));
  text.remove_prefix(whole.size());
  std::string_view fraction;
  if (!text.empty() && text[0] == '.') {
    fraction = text.substr(1, count_digits(text.substr(1)));
    text.remove_prefix(1 + fraction.size());
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  const auto exponent = parse_exponent(text);
  if (!exponent) return std::nullopt;

  number.digits = std::string(whole) + std::string(fraction);
  number.exponent = static_cast<std::int64_t>(whole.size()) + *exponent;
  const std::size_t leading = std::min(number.digits.find_first_not_of('0'), number.digits.size());
  number.digits.erase(0, leading);
  number.exponent -= static_cast<std::int64_t>(leading);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  return number;
}

std::optional<std::uint64_t> scaled_floor(const Decimal& number, int places, std::uint64_t limit) {
  if (number.digits.empty()) return 0;
  const std::int64_t length = number.exponent + places;  // digits before the point after scaling
  if (length <= 0) return 0;
  if (length > 20) return std::nullopt;
  Uint128 value = 0;
  for (std::int64_t i = 0; i < length; ++i) {
    const auto index = static_cast<std::size_t>(i);
    value = value * 10 + static_cast<unsigned>(index < number.digits.size() ? number.digits[index] - '0' : 0);
  }
  if (value > limit) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

bool is_whole(const Decimal& number, int places) {
  return static_cast<std::int64_t>(number.digits.size()) <=
         std::max<std::int64_t>(number.exponent + places, 0);
}

std::string decimal_text(std::uint64_t value, int places) {
  std::string digits = fmt::format("{:0{}}", value, places + 1);
  const auto point = digits.size() - static_cast<std::size_t>(places);
  std::string fraction = digits.substr(point);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  digits.resize(point);
  return fraction.empty() ? digits : digits + "." + fraction;
}

}  // namespace hopveil
