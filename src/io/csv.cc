// SPDX-License-Identifier: Apache-2.0
#include "io/csv.h"

#include <algorithm>

#include "base/csv_quotes.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

std::string separator_word(Separator separator) {
  switch (separator) {
    case Separator::kTab:
      return "tab";
    case Separator::kComma:
      return "comma";
    case Separator::kSemicolon:
      return "semicolon";
    case Separator::kPipe:
      return "pipe";
    case Separator::kBlank:
      return "blank";
  }
  return std::string("\"") + static_cast<char>(separator) + "\"";
}

std::string separator_name(Separator separator) {
  const std::string word = separator_word(separator);
  return word.front() == '"' ? word : "a " + word;
}

std::string Field::value() const {
  if (!has_escapes()) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '"') ++i;  // its double
  }
  return out;
}

bool FieldSplitter::next(Field& field) {
  skip_gap();
  if (position_ == end_ && !(by_character() && after_separator_)) return false;
  after_separator_ = false;
  field = {};
  field.offset = position_;
  if (position_ < end_ && text_[position_] == '"') {
    read_quoted(field);
  } else {
    read_bare(field);
  }
  skip_gap();
  if (by_character() && position_ < end_) {
    if (!is_separator(text_[position_])) {
      throw MistakeAt{position_, InputError("text follows a closing quote", "a separator is expected",
                                            "A quote inside quotes is written twice.")};
    }
    ++position_;
    after_separator_ = true;
  }
  return true;
}

void FieldSplitter::skip_gap() {
  while (position_ < end_ && is_blank(text_[position_])) ++position_;
}

void FieldSplitter::read_quoted(Field& field) {
  field.quoted = true;
  std::size_t i = ++position_;
  for (;;) {
    i = std::min(text_.find('"', i), end_);
    if (i == end_) {
      throw MistakeAt{field.offset, InputError("the quote is not closed on this line",
                                               "a column that begins with a quote ends with one",
                                               "A quote inside quotes is written twice.")};
    }
    const bool is_doubled = i + 1 < end_ && text_[i + 1] == '"';
    if (!is_doubled) break;
    i += 2;
  }
  field.text = text_.substr(position_, i - position_);
  position_ = i + 1;
  if (!by_character() && position_ < end_ && !is_blank(text_[position_])) {
    throw MistakeAt{position_, InputError("text follows a closing quote", "a separator is expected",
                                          "A quote inside quotes is written twice.")};
  }
}

void FieldSplitter::read_bare(Field& field) {
  const std::size_t begin = position_;
  while (position_ < end_ && !is_separator(text_[position_])) ++position_;
  std::size_t end = position_;
  while (end > begin && is_blank(text_[end - 1])) --end;
  field.text = text_.substr(begin, end - begin);
}

void append_csv_field(std::string_view value, std::string& out) {
  const bool plain = !value.empty() && value.find_first_of(" ,;\"\r\n\t") == std::string_view::npos &&
                     value.front() != '#' && value.front() != '%';
  if (plain) {
    out += value;
    return;
  }
  append_csv_quoted(value, out);
}

std::size_t line_end(std::string_view text, std::size_t begin, std::size_t& next_line) {
  std::size_t end = std::min(text.find('\n', begin), text.size());
  next_line = std::min(end + 1, text.size());
  if (end > begin && text[end - 1] == '\r') --end;
  return end;
}

bool is_comment_or_empty(std::string_view text, std::size_t begin, std::size_t end, std::string_view marks) {
  while (begin < end && is_blank(text[begin])) ++begin;
  return begin == end || marks.find(text[begin]) != std::string_view::npos;
}

namespace {

/// The position behind the quoted column that begins at line[begin].
std::size_t behind_quoted(std::string_view line, std::size_t begin) {
  bool inside = false;  // a doubled quote closes and opens again
  std::size_t i = begin;
  for (; i < line.size() && (inside || line[i] == '"'); ++i)
    if (line[i] == '"') inside = !inside;
  return i;
}

}  // namespace

Separator separator_of(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view line = text.substr(begin, end - begin);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == '\t' && !quoted) return Separator::kTab;
  }
  std::size_t i = line.find_first_not_of(' ');
  if (i == std::string_view::npos) return Separator::kBlank;
  i = line[i] == '"' ? behind_quoted(line, i) : line.find_first_of(" ,;", i);
  i = line.find_first_not_of(' ', i);
  if (i == std::string_view::npos || (line[i] != ',' && line[i] != ';')) return Separator::kBlank;
  return line[i] == ',' ? Separator::kComma : Separator::kSemicolon;
}

}  // namespace hopveil::io
