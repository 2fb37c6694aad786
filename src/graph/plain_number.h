// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace hopveil {

/// The obvious version of plain_number.
inline std::optional<std::uint64_t> plain_number_by_digit(std::string_view text) {
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

namespace eight_digits {

/// 1 to 8 bytes as the last of a word that begins with '0's, in the order of a little-endian machine.
inline std::uint64_t load(const char* text, std::size_t size) {
  const auto at = [text](std::size_t place) {
    return std::uint64_t{static_cast<unsigned char>(text[place])} << (8 * place);
  };
  std::uint64_t word = 0;
  if (size == 8) {
    std::memcpy(&word, text, 8);
    return word;
  }
  if (size >= 4) {  // two loads that overlap
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, text, 4);
    std::memcpy(&last, text + size - 4, 4);
    word = first | std::uint64_t{last} << (8 * (size - 4));
  } else {
    word = at(0) | at(size / 2) | at(size - 1);
  }
  return word << (64 - 8 * size) | std::uint64_t{0x3030303030303030} >> (8 * size);
}

inline bool are_digits(std::uint64_t word) {
  constexpr std::uint64_t kHigh = 0xF0F0F0F0F0F0F0F0, kZeros = 0x3030303030303030;
  return (word & kHigh) == kZeros && ((word + 0x0606060606060606) & kHigh) == kZeros;
}

/// Digits, the first in the lowest byte, added up in pairs, in fours, in eights.
inline std::uint64_t value_of(std::uint64_t word) {
  word = (word & 0x0F0F0F0F0F0F0F0F) * (10 * 256 + 1) >> 8;
  word = (word & 0x00FF00FF00FF00FF) * (100 * 65536 + 1) >> 16;
  return (word & 0x0000FFFF0000FFFF) * (10000 * (std::uint64_t{1} << 32) + 1) >> 32;
}

}  // namespace eight_digits

/// The number that `text` is when it is written the one plain way: digits only, no leading zero, below 2^64.
/// Names of this kind can be stored as numbers and still be shown exactly as they were given.
inline std::optional<std::uint64_t> plain_number(std::string_view text) {
  const std::size_t size = text.size();
  if (size == 0 || size > 16 || std::endian::native != std::endian::little)
    return plain_number_by_digit(text);
  if (text[0] == '0' && size > 1) return std::nullopt;
  const std::size_t head = size > 8 ? size - 8 : 0;
  const std::uint64_t last = eight_digits::load(text.data() + head, size - head);
  if (!eight_digits::are_digits(last)) return std::nullopt;
  if (head == 0) return eight_digits::value_of(last);
  const std::uint64_t first = eight_digits::load(text.data(), head);
  if (!eight_digits::are_digits(first)) return std::nullopt;
  return eight_digits::value_of(first) * 100000000 + eight_digits::value_of(last);
}

}  // namespace hopveil
