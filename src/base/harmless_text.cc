// SPDX-License-Identifier: Apache-2.0
#include "base/harmless_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace hopveil {
namespace {

bool continues_sequence(unsigned char byte) {
  return (byte & 0xC0U) == 0x80U;
}

std::size_t length_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

/// The characters of category Cf (Unicode 15) beside those of scripts that are written with them (Arabic and
/// Kaithi number signs, Egyptian and Duployan joiners), and the fillers that show as nothing.
constexpr std::array<std::pair<char32_t, char32_t>, 15> kInvisible = {{
    {0x00AD, 0x00AD},
    {0x034F, 0x034F},
    {0x061C, 0x061C},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x200B, 0x200F},
    {0x202A, 0x202E},
    {0x2060, 0x206F},
    {0x3164, 0x3164},
    {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},
    {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
}};

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = length_by_lead(byte(0));
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues_sequence(byte(i))) return 0;
  if (length >= 3) {
    const unsigned char lead = byte(0);
    const unsigned char second = byte(1);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second >= 0x90)) {
      return 0;
    }
  }
  return length;
}

char32_t utf8_code(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0);
  char32_t code = byte(0) & (0x7FU >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i) code = (code << 6) | (byte(i) & 0x3FU);
  return code;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !continues_sequence(static_cast<unsigned char>(c)); }));
}

bool is_control_character(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

bool is_disturbing_character(char32_t code) {
  if (code < 0xA0) return is_control_character(code);
  return is_control_character(code) || std::ranges::any_of(kInvisible, [&](const auto& range) {
           return code >= range.first && code <= range.second;
         });
}

std::string harmless(std::string_view text, bool keep_line_ends) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0) {
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[0]));
    } else if (const char32_t code = utf8_code(sequence);
               is_disturbing_character(code) && !(code == '\n' && keep_line_ends)) {
      out += code < 0x80 ? fmt::format("\\x{:02X}", static_cast<unsigned>(code))
                         : fmt::format("\\u{{{:X}}}", static_cast<unsigned>(code));
    } else {
      out += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return out;
}

}  // namespace hopveil
