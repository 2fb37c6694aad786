// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <cctype>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "base/csv_quotes.h"
#include "base/harmless_text.h"

namespace hopveil::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

unsigned byte_at(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
}

/// Length of the well-formed sequence at `start` (Unicode 15, table 3-7), or 0.
std::size_t sequence_length(std::string_view text, std::size_t start) {
  const unsigned first = byte_at(text, start);
  if (first < 0x80) return 1;
  const unsigned second = byte_at(text, start + 1);
  const auto continues = [&](std::size_t index) { return (byte_at(text, start + index) & 0xC0U) == 0x80; };
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && second < 0xA0;
    const bool surrogate = first == 0xED && second > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && second < 0x90;
    const bool too_high = first == 0xF4 && second > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_high ? 4 : 0;
  }
  return 0;
}

/// Controls, and what hides or reorders the text around it.
bool disturbs(std::string_view sequence) {
  return sequence != "\t" && sequence != "\n" && is_disturbing_character(utf8_code(sequence));
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    const std::string_view sequence = text.substr(at, length);
    clean += length == 0 || disturbs(sequence) ? kReplacement : sequence;
    at += length == 0 ? 1 : length;
  }
  return clean;
}

std::string escape_markup(std::string_view text) {
  std::string escaped;
  for (const char letter : clean_text(text)) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

std::string paragraphs(std::string_view text) {
  std::string html;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    const std::string_view paragraph = text.substr(0, end);
    if (paragraph.find_first_not_of(" \t\n") != std::string_view::npos)
      html += "<p>" + escape_markup(paragraph) + "</p>\n";
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
  }
  return html;
}

std::string fragment_name(std::string_view heading) {
  std::string name;
  for (const char letter : heading) {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "section" : name;
}

std::string readable_number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (size >= 1e7 || size < 1e-4) return fmt::format("{:.2e}", value);
  if (size < 1000) return fmt::format("{:.4g}", value);
  std::string digits = fmt::format("{:.0f}", size);
  for (std::size_t end = digits.size(); end > 3 && digits.size() > 4; end -= 3) {
    if (end - 3 > 0) digits.insert(end - 3, "\u202F");  // narrow no-break space
  }
  return value < 0 ? "-" + digits : digits;
}

std::string exact_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

std::string csv_field(std::string_view text) {
  std::string clean = clean_text(text);
  if (clean.find_first_of(",\"\n") == std::string::npos) return clean;
  std::string quoted;
  append_csv_quoted(clean, quoted);
  return quoted;
}

}  // namespace hopveil::report
