// SPDX-License-Identifier: Apache-2.0
#include "io/edge_list_sample.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "graph/plain_number.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kSampledLines = 100;

/// Letters and digits as one sign, everything else as it is: "w@w.w", "w-w-w-w-w".
std::string shape_of(std::string_view text) {
  std::string shape;
  for (const char c : text) {
    const bool is_word =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
    if (!is_word || shape.empty() || shape.back() != 'w') shape += is_word ? 'w' : c;
  }
  return shape;
}

}  // namespace

std::vector<SampleLine> first_data_lines(std::string_view head, bool is_whole) {
  std::vector<SampleLine> lines;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < head.size() && lines.size() < kSampledLines; ++number) {
    std::size_t next = 0;
    const std::size_t end = line_end(head, begin, next);
    if (!is_whole && head[next - 1] != '\n') break;
    if (!is_comment_or_empty(head, begin, end)) lines.push_back({begin, end, next, number});
    begin = next;
  }
  return lines;
}

void split_lines(std::string_view head, Separator separator, std::vector<SampleLine>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      FieldSplitter splitter(head, lines[i].begin, lines[i].end, separator);
      Field field;
      lines[i].fields.clear();
      while (lines[i].fields.size() < kSampledColumns && splitter.next(field))
        lines[i].fields.push_back(field);
    } catch (const MistakeAt&) {
      lines.resize(i);
    }
  }
}

bool is_number(const Field& field) {
  return plain_number(field.text).has_value();
}

bool has_digit(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool looks_like_measure(std::string_view text) {
  return has_digit(text) && text.find_first_not_of("0123456789.eE+-:/TZ ") == std::string_view::npos;
}

bool can_be_name(const Field& field) {
  if (field.text.empty()) return true;
  return std::isdigit(static_cast<unsigned char>(field.text[0])) == 0 && !looks_like_measure(field.text) &&
         field.text[0] != '{';
}

bool are_alike(std::string_view a, std::string_view b) {
  const bool have_digits = has_digit(a) && has_digit(b);
  const bool have_marks = a.find_first_of("@./:") != std::string_view::npos;
  return (have_digits || have_marks) && shape_of(a) == shape_of(b);
}

bool names_a_user_by_colon(const SampleLine& line) {
  return !line.fields.empty() && line.fields[0].text.ends_with(':') &&
         (line.fields.size() == 1 || !line.fields[1].text.ends_with(':'));
}

}  // namespace hopveil::io
