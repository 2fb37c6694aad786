// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hopveil {

/// The number that `text` is when it is written the one plain way: digits only, no leading zero, below 2^64.
/// Names of this kind can be stored as numbers and still be shown exactly as they were given.
inline std::optional<std::uint64_t> plain_number(std::string_view text) {
  if (text.empty() || text.size() > 20 || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    const auto digit = static_cast<unsigned char>(c - '0');
    if (digit > 9 || __builtin_mul_overflow(value, 10U, &value) ||
        __builtin_add_overflow(value, digit, &value)) {
      return std::nullopt;
    }
  }
  return value;
}

}  // namespace hopveil
