// SPDX-License-Identifier: Apache-2.0
#pragma once

// Columns of a text line, and csv fields for output.

#include <cstddef>
#include <string>
#include <string_view>

namespace hopveil::io {

/// What separates columns. `blank` is any run of blanks and tabs, `tab` any run of tabs, everything else
/// (also characters without a name here) stands for itself; blanks around a column are not part of it.
enum class Separator : char { kBlank = ' ', kTab = '\t', kComma = ',', kSemicolon = ';', kPipe = '|' };

/// "a comma", for messages.
std::string separator_name(Separator separator);
/// "comma", or the character itself.
std::string separator_word(Separator separator);

struct Field {
  std::string_view text;   ///< without the quotes; doubled quotes are still doubled
  std::size_t offset = 0;  ///< of the field, quotes included, in the text that holds the line
  bool quoted = false;

  /// The field's value: `text` with doubled quotes made single.
  std::string value() const;
  bool has_escapes() const { return quoted && text.find('"') != std::string_view::npos; }
};

/// Walks over the columns of one line, text[begin, end). A column may be put in double quotes, and then hold
/// separators and doubled quotes (RFC 4180); it cannot hold a line's end.
class FieldSplitter {
 public:
  FieldSplitter(std::string_view text, std::size_t begin, std::size_t end, Separator separator)
      : text_(text), position_(begin), end_(end), separator_(separator) {}

  /// False when the line has no further column. Throws MistakeAt for a quote that is never closed.
  bool next(Field& field);
  /// Where reading goes on: behind the last column and its separator.
  std::size_t position() const { return position_; }

 private:
  bool by_character() const { return separator_ != Separator::kBlank && separator_ != Separator::kTab; }
  bool is_separator(char c) const {
    return c == static_cast<char>(separator_) || (separator_ == Separator::kBlank && c == '\t');
  }
  void skip_gap();
  void read_quoted(Field& field);
  void read_bare(Field& field);

  std::string_view text_;
  std::size_t position_;
  std::size_t end_;
  Separator separator_;
  bool after_separator_ = false;
};

/// Appends `value` as one csv field, in quotes only when one of our readers could take it for anything else.
void append_csv_field(std::string_view value, std::string& out);

/// The end of the line that begins at text[begin], without its newline and carriage return; `next_line` is
/// set to where the next one begins.
std::size_t line_end(std::string_view text, std::size_t begin, std::size_t& next_line);

/// Whether the line text[begin, end) is empty or begins with one of the marks of a comment.
bool is_comment_or_empty(std::string_view text, std::size_t begin, std::size_t end,
                         std::string_view marks = "#%");

/// Calls line(begin, end) for every line of `text` that is neither empty nor a comment.
template <class Line>
void for_each_data_line(std::string_view text, Line&& line, std::string_view marks = "#%") {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t next = 0;
    const std::size_t end = line_end(text, begin, next);
    if (!is_comment_or_empty(text, begin, end, marks)) line(begin, end);
    begin = next;
  }
}

/// What separates the columns of the line text[begin, end): a tab if it has one outside quotes; else the
/// comma or semicolon that follows its first column; else blanks.
Separator separator_of(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace hopveil::io
