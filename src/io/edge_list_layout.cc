// SPDX-License-Identifier: Apache-2.0
#include "io/edge_list_layout.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hopveil/errors.h>

#include "graph/plain_number.h"
#include "io/column_names.h"
#include "io/edge_list_sample.h"
#include "io/foreign_formats.h"
#include "io/id_text.h"
#include "io/text_blocks.h"

namespace hopveil::io {
namespace {

constexpr std::size_t kComparedColumns = 4;

class LayoutFinder {
 public:
  LayoutFinder(std::string_view head, std::vector<SampleLine> lines, const EdgeListOptions& options)
      : head_(head), lines_(std::move(lines)), options_(options) {}

  EdgeListLayout find() {
    choose_separator();
    const SampleLine first = lines_.front();  // splitting may drop lines that hold a mistake
    split_lines(head_, layout_.separator, lines_);
    if (lines_.empty()) lines_.push_back(first);
    try {
      has_header_ = decide_header();
      choose_columns();
    } catch (const InputError&) {
      check_sample_is_text();  // bytes that are no text are the better explanation of a doubt
      throw;
    }
    describe_layout();
    const SampleLine& header = lines_.front();
    layout_.data_offset = has_header_ ? header.next : header.begin;
    layout_.data_line = has_header_ ? header.number + 1 : header.number;
    return layout_;
  }

 private:
  std::string_view line_text(const SampleLine& line) const {
    return head_.substr(line.begin, line.end - line.begin);
  }

  void check_sample_is_text() const {
    try {
      for (const SampleLine& line : lines_)
        for (const Field& field : line.fields) {
          const std::size_t begin = field.offset + (field.quoted ? 1 : 0);
          check_id_text(head_, begin, begin + field.text.size(), field.text.size());
        }
    } catch (const MistakeAt& mistake) {
      throw placed(mistake, head_, 1);
    }
  }

  /// A spreadsheet's first line `sep=;` counts as an option.
  void choose_separator() {
    char delimiter = options_.delimiter;
    const std::string_view first = line_text(lines_.front());
    if (first.size() == 5 && first.starts_with("sep=") && lines_.size() > 1) {
      if (delimiter == '\0') delimiter = first[4];
      lines_.erase(lines_.begin());
    }
    layout_.separator_given = delimiter != '\0';
    layout_.separator = layout_.separator_given
                            ? static_cast<Separator>(delimiter)
                            : separator_of(head_, lines_.front().begin, lines_.front().end);
    if (!layout_.separator_given && layout_.separator == Separator::kBlank && all_lines_have_pipes())
      layout_.separator = Separator::kPipe;
  }

  /// Every line has the same columns, at least two, when it is cut at "|".
  bool all_lines_have_pipes() const {
    std::vector<SampleLine> lines = lines_;
    split_lines(head_, Separator::kPipe, lines);
    return lines.size() == lines_.size() && lines[0].fields.size() >= 2 &&
           std::ranges::all_of(
               lines, [&](const SampleLine& line) { return line.fields.size() == lines[0].fields.size(); });
  }

  std::vector<std::string> names() const {
    std::vector<std::string> values;
    for (const Field& field : lines_.front().fields) values.push_back(field.value());
    return values;
  }

  // Does the first line name the columns?

  bool decide_header() {
    if (options_.header != HeaderChoice::kRecognise) return options_.header == HeaderChoice::kHeader;
    const auto& fields = lines_.front().fields;
    if (fields.size() < 2 || !std::ranges::all_of(fields, can_be_name)) return false;
    if (std::ranges::all_of(lines_, names_a_user_by_colon)) return false;  // no edge list: check_lengths
    if (!options_.columns.empty() && names_given_columns()) return true;
    if (const auto ends = find_end_columns(names())) {
      if (!ends->is_numbered || !others_have_such_names(*ends)) return true;
      throw doubtful_header();
    }
    if (lines_.size() == 1 || stands_below_again() || is_like_those_below()) return false;
    if (any_column_is_number_below()) return true;
    throw doubtful_header();
  }

  InputError doubtful_header() const {
    InputError error(fmt::format("the first line, {}, may be an edge or the names of the columns",
                                 shown(line_text(lines_.front()))),
                     "--no-header says that it is an edge, --header that it names the columns");
    error.at_line(lines_.front().number);
    return error;
  }

  /// user1 user2 over user7 user9 may be an edge as well.
  bool others_have_such_names(const EndColumns& ends) const {
    return std::any_of(lines_.begin() + 1, lines_.end(), [&](const SampleLine& line) {
      return ends.second < line.fields.size() && has_qualifier(line.fields[ends.first].text) &&
             has_digit(line.fields[ends.first].text);
    });
  }

  static std::span<const Field> first_fields(const SampleLine& line) {
    return std::span(line.fields).first(std::min(line.fields.size(), kComparedColumns));
  }

  bool stands_below_again() const {
    for (std::size_t i = 1; i < lines_.size(); ++i)
      for (const Field& below : first_fields(lines_[i]))
        for (const Field& name : first_fields(lines_.front()))
          if (!name.text.empty() && name.text == below.text) return true;
    return false;
  }

  bool is_like_those_below() const {
    const auto& first = lines_[0].fields;
    const auto& second = lines_[1].fields;
    return second.size() >= 2 && are_alike(first[0].text, second[0].text) &&
           are_alike(first[1].text, second[1].text);
  }

  bool any_column_is_number_below() const {
    for (std::size_t column = 0; column < lines_.front().fields.size(); ++column) {
      if (std::all_of(lines_.begin() + 1, lines_.end(), [&](const SampleLine& line) {
            return column < line.fields.size() && is_number(line.fields[column]);
          })) {
        return true;
      }
    }
    return false;
  }

  // Which columns are the ids?

  std::size_t first_data() const { return has_header_ ? 1 : 0; }

  void choose_columns() {
    if (!options_.columns.empty()) {
      take_given_columns();
      layout_.columns = 0;
      return;
    }
    const std::size_t width = lines_.front().fields.size();
    layout_.columns = width;
    if (has_attributes_in_braces()) {
      layout_.columns = 0;
      return;
    }
    check_lengths();
    refuse_tables();
    const auto ends = has_header_ ? find_end_columns(names()) : std::nullopt;
    if (ends && ends->candidates == 1) {
      take(ends->first, ends->second);
      layout_.drops_directions = ends->is_directed;
    } else if (width <= 2) {
      layout_.columns = 2;
    } else if (has_header_ || !further_columns_are_measures()) {
      throw doubtful_columns();
    }
  }

  void take(std::size_t a, std::size_t b) {
    layout_.first = std::min(a, b);
    layout_.second = std::max(a, b);
  }

  /// The two parts of --columns.
  std::pair<std::string, std::string> given_columns() const {
    const std::size_t comma = options_.columns.find(',');
    const std::string first = options_.columns.substr(0, comma);
    const std::string second = comma == std::string::npos ? "" : options_.columns.substr(comma + 1);
    if (first.empty() || second.empty() || second.find(',') != std::string::npos || first == second) {
      throw InputError(fmt::format("{} does not name two columns", shown(options_.columns)),
                       "give two names or two numbers, such as follower,followee or 2,3")
          .in_file("--columns");
    }
    return {first, second};
  }

  std::optional<std::size_t> named_column(const std::string& name) const {
    const auto& fields = lines_.front().fields;
    for (std::size_t column = 0; column < fields.size(); ++column)
      if (fields[column].value() == name) return column;
    for (std::size_t column = 0; column < fields.size(); ++column)
      if (plain_name(fields[column].value()) == plain_name(name)) return column;
    return std::nullopt;
  }

  bool names_given_columns() const {
    const auto [first, second] = given_columns();
    return !plain_number(first) && named_column(first) && named_column(second);
  }

  std::size_t given_column(const std::string& name) const {
    if (const auto number = plain_number(name)) {
      if (*number >= 1 && *number <= kSampledColumns) return *number - 1;
      throw InputError(fmt::format("there is no column {}", name),
                       fmt::format("columns are counted from 1, and {} are looked at", kSampledColumns))
          .in_file("--columns");
    }
    const auto column = has_header_ ? named_column(name) : std::nullopt;
    if (column) return *column;
    InputError error(fmt::format("no column is named {}", shown(name)),
                     has_header_ ? fmt::format("the columns are {}", shown(line_text(lines_.front())))
                                 : "the first line does not name the columns",
                     "Columns may be given by number: --columns 1,2");
    error.at_line(lines_.front().number);
    throw error;
  }

  void take_given_columns() {
    const auto [first, second] = given_columns();
    take(given_column(first), given_column(second));
    if (has_header_) {
      const auto ends = find_end_columns(names());
      layout_.drops_directions = ends && ends->is_directed &&
                                 std::min(ends->first, ends->second) == layout_.first &&
                                 std::max(ends->first, ends->second) == layout_.second;
    }
  }

  /// networkx writes `1 2 {'weight': 3}`.
  bool has_attributes_in_braces() const {
    return lines_.size() > first_data() &&
           std::all_of(lines_.begin() + static_cast<std::ptrdiff_t>(first_data()), lines_.end(),
                       [&](const SampleLine& line) {
                         return line.fields.size() > 2 && line.fields[2].text.starts_with('{') &&
                                line_text(line).find('}') != std::string_view::npos;
                       });
  }

  /// Refuses what looks like a line for each user with all its neighbours.
  void check_lengths() const {
    const auto reference =
        std::ranges::find_if(lines_, [](const SampleLine& line) { return line.fields.size() >= 2; });
    if (reference == lines_.end()) return;
    const std::size_t expected = reference->fields.size();
    for (const SampleLine& line : lines_) {
      const std::size_t columns = line.fields.size();
      const bool is_too_short = columns < 2 && (has_header_ || expected == 2);  // which the parser explains
      if (columns == expected || is_too_short) continue;
      refuse_adjacency(line, fmt::format("the line has {} {}, and line {} has {}", columns,
                                         columns == 1 ? "column" : "columns", reference->number, expected));
    }
    if (!has_header_ && std::ranges::all_of(lines_, names_a_user_by_colon))
      refuse_adjacency(lines_.front(),
                       "the first column ends in a colon on every line, and the second does not");
  }

  [[noreturn]] void refuse_adjacency(const SampleLine& line, const std::string& found) const {
    InputError error(
        found, "every line of an edge list has the same columns",
        fmt::format("If each line is a user and all its neighbours, this makes an edge list of it: {}. "
                    "Otherwise --columns 1,2 takes two columns, whatever follows.",
                    adjacency_conversion(layout_.separator, names_a_user_by_colon(lines_.front()))));
    error.at_line(line.number);
    throw error;
  }

  /// Whether the columns behind the first two cannot be ids: weights with a point, times, numbers beside
  /// text.
  bool further_columns_are_measures() const {
    const bool ids_are_text = std::ranges::all_of(lines_, [](const SampleLine& line) {
      return line.fields.size() >= 2 && !has_digit(line.fields[0].text) && !has_digit(line.fields[1].text);
    });
    for (std::size_t column = 2; column < lines_.front().fields.size(); ++column) {
      bool all_plain = true;
      for (const SampleLine& line : lines_) {
        if (column >= line.fields.size()) continue;
        const Field& field = line.fields[column];
        if (!field.text.empty() && !looks_like_measure(field.text)) return false;
        all_plain = all_plain && is_number(field);
      }
      if (all_plain && !ids_are_text) return false;
    }
    return true;
  }

  /// What `hopveil count`, `release` and a table of preferences look like is no network.
  void refuse_tables() const {
    if (!has_header_) return;
    const bool counts = named_column("hop_1").has_value();
    if (!counts && !(lines_.front().fields.size() == 2 && named_column("epsilon"))) return;
    InputError error(fmt::format("the columns are {}: this is a table of {}, not a network",
                                 shown(line_text(lines_.front())), counts ? "counts" : "preferences"),
                     "an edge list holds two users a line",
                     counts ? "`hopveil verify FILE` checks a released table." : "--prefs FILE takes it.");
    error.at_line(lines_.front().number);
    throw error;
  }

  InputError doubtful_columns() const {
    const std::size_t width = lines_.front().fields.size();
    InputError error(
        has_header_
            ? fmt::format("the columns are {}, and their names do not tell which two are the users' ids",
                          shown(line_text(lines_.front())))
            : fmt::format("the lines have {} columns and no header, so which two are the users' ids is not "
                          "certain",
                          width),
        has_header_ ? "give their names or numbers: --columns A,B"
                    : "give their numbers, such as --columns 1,2");
    error.at_line(lines_.front().number);
    return error;
  }

  void describe_layout() {
    EdgeListColumns& text = layout_.description;
    text.separator = separator_word(layout_.separator);
    if (has_header_) text.header = line_text(lines_.front());
    const std::size_t width = std::max(lines_.front().fields.size(), layout_.second + 1);
    text.count = width;
    const auto name_of = [&](std::size_t column) {
      return has_header_ && column < lines_.front().fields.size() ? lines_.front().fields[column].value()
                                                                  : std::to_string(column + 1);
    };
    for (std::size_t column = 0; column < width; ++column) {
      const bool is_taken = column == layout_.first || column == layout_.second;
      (is_taken ? text.taken : text.dropped).push_back(name_of(column));
    }
  }

  std::string_view head_;
  std::vector<SampleLine> lines_;  // the first is the header, if there is one
  const EdgeListOptions& options_;
  EdgeListLayout layout_;
  bool has_header_ = false;
};

}  // namespace

EdgeListLayout find_edge_list_layout(PeekableSource& source, const EdgeListOptions& options) {
  for (std::size_t size = std::size_t{1} << 16;; size *= 2) {
    const std::string_view head = source.peek(size);
    const bool is_whole = head.size() < size;
    auto lines = first_data_lines(head, is_whole);
    const bool enough = lines.size() >= 2 || is_whole || (!lines.empty() && size > kLongestLine);
    if (!enough) {
      if (size <= 2 * kLongestLine) continue;
      throw InputError("the first 64 MiB hold no line with two ids", "an edge list is expected");
    }
    if (lines.empty()) throw InputError("the file has comments only", "an edge list has two ids a line");
    return LayoutFinder(head, std::move(lines), options).find();
  }
}

}  // namespace hopveil::io
