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

/// Controls, and what hides or reorders the text around it.
bool disturbs(std::string_view sequence) {
  return sequence != "\t" && sequence != "\n" && is_disturbing_character(utf8_code(sequence));
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, length);
    clean += length == 0 || disturbs(sequence) ? kReplacement : sequence;
    text.remove_prefix(length == 0 ? 1 : length);
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
